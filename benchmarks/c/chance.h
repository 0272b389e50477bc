/* Random numbers for the programs written by hand: SplitMix64, bounded by the high half of a product, with rejection. */

#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

static inline uint64_t word(uint64_t *now)
{
    uint64_t mixed = *now += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

/* A number from 0 to bound - 1, each as likely. */
static inline uint32_t below(uint64_t *now, uint32_t bound)
{
    unsigned __int128 product = (unsigned __int128)word(now) * bound;
    if (__builtin_expect((uint64_t)product < bound, 0)) {
        uint64_t unfair = -(uint64_t)bound % bound;
        while ((uint64_t)product < unfair)
            product = (unsigned __int128)word(now) * bound;
    }
    return (uint32_t)(product >> 64);
}

#endif
