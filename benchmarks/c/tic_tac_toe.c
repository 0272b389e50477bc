/* Tic-tac-toe written by hand: both sides mark a free cell at random, each as likely; a line of three ends the game. */

#include "chance.h"

enum { CELLS = 9, DRAWN = 2 };

/* The lines through each cell, as pairs of the two other cells; 9 is a cell that nobody ever marks. */
static const uint8_t LINES[CELLS][4][2] = {
    {{1, 2}, {3, 6}, {4, 8}, {9, 9}}, {{0, 2}, {4, 7}, {9, 9}, {9, 9}}, {{0, 1}, {5, 8}, {4, 6}, {9, 9}},
    {{4, 5}, {0, 6}, {9, 9}, {9, 9}}, {{3, 5}, {1, 7}, {0, 8}, {2, 6}}, {{3, 4}, {2, 8}, {9, 9}, {9, 9}},
    {{7, 8}, {0, 3}, {2, 4}, {9, 9}}, {{6, 8}, {1, 4}, {9, 9}, {9, 9}}, {{6, 7}, {2, 5}, {0, 4}, {9, 9}},
};

static int play(uint64_t *now, uint64_t *decisions)
{
    uint8_t mark[CELLS + 1] = {0};
    uint8_t open[CELLS] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (int left = CELLS, side = 0; left > 0; side ^= 1) {
        uint32_t chosen = below(now, left);
        int cell = open[chosen];
        open[chosen] = open[--left];
        ++*decisions;
        mark[cell] = side + 1;
        for (int line = 0; line < 4; line++)
            if (mark[LINES[cell][line][0]] == side + 1 && mark[LINES[cell][line][1]] == side + 1)
                return side;
    }
    return DRAWN;
}

/* Plays games; found: decisions, then the games won by X, won by O, drawn. */
void playouts(uint64_t seed, uint64_t games, uint64_t *found)
{
    uint64_t now = seed;
    for (uint64_t game = 0; game < games; game++)
        found[1 + play(&now, &found[0])]++;
}
