/* Connect Four written by hand: a disc falls into a random column that is not full; four in a row end the game. */

#include "chance.h"

enum { COLUMNS = 7, ROWS = 6, WIDE = COLUMNS + 2, TALL = ROWS + 2, DRAWN = 2 };

/* How many discs of that side lie in a row from a cell on, the cell not counted. The rack has a rim that stays empty. */
static inline int run(const uint8_t *disc, int cell, int step, int side)
{
    int length = 0;
    while (disc[cell += step] == side)
        length++;
    return length;
}

static inline int four(const uint8_t *disc, int cell, int side)
{
    return run(disc, cell, -WIDE, side) >= 3
        || run(disc, cell, -1, side) + run(disc, cell, 1, side) >= 3
        || run(disc, cell, -WIDE - 1, side) + run(disc, cell, WIDE + 1, side) >= 3
        || run(disc, cell, -WIDE + 1, side) + run(disc, cell, WIDE - 1, side) >= 3;
}

static int play(uint64_t *now, uint64_t *decisions)
{
    uint8_t disc[WIDE * TALL] = {0};
    uint8_t height[COLUMNS] = {0};
    uint8_t open[COLUMNS] = {0, 1, 2, 3, 4, 5, 6};
    for (int left = COLUMNS, side = 0; left > 0; side ^= 1) {
        uint32_t chosen = below(now, left);
        int column = open[chosen];
        int cell = (++height[column]) * WIDE + column + 1;
        if (height[column] == ROWS)
            open[chosen] = open[--left];
        ++*decisions;
        disc[cell] = side + 1;
        if (four(disc, cell, side + 1))
            return side;
    }
    return DRAWN;
}

/* Plays games; found: decisions, then the games won by the first side, won by the second, drawn. */
void playouts(uint64_t seed, uint64_t games, uint64_t *found)
{
    uint64_t now = seed;
    for (uint64_t game = 0; game < games; game++)
        found[1 + play(&now, &found[0])]++;
}
