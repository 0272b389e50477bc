/* Why First? for four players written by hand: five stages of five rounds; everyone chooses one of the cards held, each as
   likely, then in front of whom it goes, each as likely; in the fifth round it goes in front of oneself. */

#include "chance.h"

enum { SEATS = 4, STAGES = 5, ROUNDS = 5, CARDS = 32, BACK = -12, AHEAD = 16, NOWHERE = -1000 };

static const int8_t DECK[CARDS] = {
    -4, -3, -3, -3, -2, -2, -2, -2, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5,
};

/* The second highest of the distinct numbers, NOWHERE when all are equal. */
static inline int second(const int *numbers)
{
    int best = numbers[0], next = NOWHERE;
    for (int seat = 1; seat < SEATS; seat++)
        best = numbers[seat] > best ? numbers[seat] : best;
    for (int seat = 0; seat < SEATS; seat++) {
        int number = numbers[seat] == best ? NOWHERE : numbers[seat];
        next = number > next ? number : next;
    }
    return next;
}

static void play_stage(uint64_t *now, int *points)
{
    int8_t stock[CARDS];
    int8_t hand[SEATS][ROUNDS];
    int figure[SEATS] = {0};
    for (int card = 0; card < CARDS; card++)
        stock[card] = DECK[card];
    int left = CARDS;
    for (int seat = 0; seat < SEATS; seat++)
        for (int card = 0; card < ROUNDS; card++) {
            uint32_t drawn = below(now, left);
            hand[seat][card] = stock[drawn];
            stock[drawn] = stock[--left];
        }
    for (int held = ROUNDS; held > 0; held--) {
        int steps[SEATS] = {0};
        for (int seat = 0; seat < SEATS; seat++) {
            uint32_t chosen = held > 1 ? below(now, held) : 0;
            int card = hand[seat][chosen];
            hand[seat][chosen] = hand[seat][held - 1];
            steps[held > 1 ? below(now, SEATS) : (uint32_t)seat] += card;
        }
        for (int seat = 0; seat < SEATS; seat++) {
            int space = figure[seat] + steps[seat];
            figure[seat] = space < BACK ? BACK : space > AHEAD ? AHEAD : space;
        }
    }
    int scoring = second(figure);
    for (int seat = 0; seat < SEATS; seat++)
        points[seat] += figure[seat] == scoring ? scoring : 0;
}

/* Plays games; found: decisions, then the games won by each seat, a shared win counting for each who shares it. */
void playouts(uint64_t seed, uint64_t games, uint64_t *found)
{
    uint64_t now = seed;
    for (uint64_t game = 0; game < games; game++) {
        int points[SEATS] = {0};
        for (int stage = 0; stage < STAGES; stage++)
            play_stage(&now, points);
        int winning = second(points);
        for (int seat = 0; seat < SEATS; seat++)
            found[1 + seat] += winning == NOWHERE || points[seat] == winning;
    }
    found[0] += games * STAGES * (SEATS * ROUNDS + 2 * SEATS * ROUNDS);
}
