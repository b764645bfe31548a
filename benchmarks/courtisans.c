/* Random playouts of Courtisans in C: a native reference for the speed of the kernels.
 *
 * The rules, records and random stream equal those of games/courtisans, so a match has the same deal, moves and scores.
 * A test compares them. `Content` and `State` have the memory layout of the arrays with these names. Only the functions
 * for random matches exist here: no reasons, no redeals, no views.
 */

#include <stdint.h>
#include <string.h>

enum { SEATS = 5, FAMILIES = 6, ROLES = 5, KINDS = 30, AREAS = 7, HAND = 3, CARDS = 90, SPIES = 12, MISSIONS = 20 };
enum { NONE = -1, WEIGHTS = 8, TARGET_ROLES = 3 };
enum { PLAY, KILL, OVER };
enum { PLAIN, NOBLE, SPY, ASSASSIN, GUARD };
enum { ABOVE, BELOW, DOMAIN };
enum { AT_TABLE = 1, AT_OWN = 2, AT_OTHER = 4, AT_ALL = 7 };
enum { KILLS = KINDS * AREAS, KILL_SPIES = KILLS + FAMILIES * TARGET_ROLES * AREAS, SPARE = KILL_SPIES + SPIES };
enum { MAX_LEGAL = 2 * FAMILIES * TARGET_ROLES + SPIES + 1 };
enum {
    FEWER,
    ROLES_AT_LEAST,
    FALLEN,
    FALLEN_EITHER,
    BELOW_EVERY_FAMILY,
    BELOW_AT_LEAST,
    ESTEEMED_AT_MOST,
    FALLEN_AT_LEAST
};

typedef struct {
    int8_t players;
    int16_t edition;
    int8_t families;
    int8_t copies[ROLES];
    int8_t cards[CARDS];
    int8_t in_play, removed;
    int8_t mission_points, missions, colours, nobles_double;
    int8_t mission_kind[MISSIONS], mission_a[MISSIONS], mission_b[MISSIONS];
    double weights[WEIGHTS];
} Content;

typedef struct {
    int8_t to_move, phase, first, turn, used, pending, pending_kind, drawn;
    int8_t deck[CARDS];
    int8_t held[SEATS];
    int8_t hands[SEATS][HAND];
    int8_t missions[SEATS][2];
    int8_t areas[AREAS][KINDS];
    int8_t exposed[AREAS];
    int8_t spies;
    int8_t spy_by[SPIES], spy_area[SPIES], spy_kind[SPIES];
    int8_t eliminated;
    int8_t graveyard[SPIES];
} State;

/* The index of a face-up target, by family and role. */
static const int8_t TARGETS[FAMILIES * TARGET_ROLES] = {
    0, 1, 3, 5, 6, 8, 10, 11, 13, 15, 16, 18, 20, 21, 23, 25, 26, 28,
};

static uint64_t mix(uint64_t word)
{
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

static int below(uint64_t *rng, int n)
{
    *rng += 0x9E3779B97F4A7C15u;
    return (int)((mix(*rng) >> 32) * (uint64_t)n >> 32);
}

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

static void swap(int8_t *a, int8_t *b)
{
    int8_t kept = *a;
    *a = *b;
    *b = kept;
}

static void shuffle(uint64_t *rng, int8_t *items, int n)
{
    for (int i = n - 1; i > 0; i--)
        swap(&items[i], &items[below(rng, i + 1)]);
}

static void fill_deck(const Content *c, State *s, uint64_t *rng)
{
    memcpy(s->deck, c->cards, CARDS);
    int n = c->in_play + c->removed;
    for (int i = 0; i < c->in_play; i++)
        swap(&s->deck[i], &s->deck[i + below(rng, n - i)]);
    memset(s->deck + c->in_play, NONE, CARDS - c->in_play);
}

static void give_missions(State *s, int seat, int one, int other)
{
    s->missions[seat][0] = min(one, other);
    s->missions[seat][1] = max(one, other);
}

static void deal_missions(const Content *c, State *s, uint64_t *rng)
{
    int8_t cards[MISSIONS];
    for (int i = 0; i < c->missions; i++)
        cards[i] = i;
    if (c->colours == 1) {
        shuffle(rng, cards, c->missions);
        for (int seat = 0; seat < c->players; seat++)
            give_missions(s, seat, cards[2 * seat], cards[2 * seat + 1]);
        return;
    }
    int half = c->missions / 2;
    shuffle(rng, cards, half);
    shuffle(rng, cards + half, c->missions - half);
    for (int seat = 0; seat < c->players; seat++)
        give_missions(s, seat, cards[seat], cards[half + seat]);
}

/* Draw three cards into an empty hand in ascending order; draw nothing from an empty deck. */
static void draw(const Content *c, State *s, int seat)
{
    if (s->drawn >= c->in_play)
        return;
    int8_t *top = &s->deck[s->drawn];
    int a = top[0], b = top[1], d = top[2];
    memset(top, NONE, HAND);
    s->drawn += HAND;
    s->hands[seat][0] = min(min(a, b), d);
    s->hands[seat][1] = max(min(a, b), min(max(a, b), d));
    s->hands[seat][2] = max(max(a, b), d);
    s->held[seat] = HAND;
}

static void deal(const Content *c, State *s, uint64_t *rng)
{
    fill_deck(c, s, rng);
    deal_missions(c, s, rng);
    s->drawn = 0;
    memset(s->hands, NONE, sizeof s->hands);
    memset(s->held, 0, sizeof s->held);
    for (int seat = c->players; seat < SEATS; seat++)
        s->missions[seat][0] = s->missions[seat][1] = NONE;
    s->first = s->to_move = below(rng, c->players);
    for (int seat = 0; seat < c->players; seat++)
        draw(c, s, seat);
    memset(s->areas, 0, sizeof s->areas);
    memset(s->exposed, 0, sizeof s->exposed);
    s->spies = s->eliminated = 0;
    memset(s->spy_by, NONE, SPIES);
    memset(s->spy_area, NONE, SPIES);
    memset(s->spy_kind, NONE, SPIES);
    memset(s->graveyard, NONE, sizeof s->graveyard);
    s->pending = s->pending_kind = NONE;
    s->turn = 1;
    s->used = 0;
    s->phase = PLAY;
}

static int place_of(int area, int seat)
{
    return area < DOMAIN ? AT_TABLE : area == DOMAIN + seat ? AT_OWN : AT_OTHER;
}

static int same_scope(int area, int pending)
{
    return area == pending || (0 <= area && area < DOMAIN && pending < DOMAIN);
}

/* Illegal moves are also written, and overwritten by the next move, because a branch would be mispredicted. */
static int legal_plays(const Content *c, const State *s, int32_t *out)
{
    int seat = s->to_move, areas = DOMAIN + c->players, n = 0, before = NONE;
    int table = 3, own = 1 << (DOMAIN + seat), others = (1 << areas) - 1 - table - own;
    int open = (s->used & AT_TABLE ? 0 : table) | (s->used & AT_OWN ? 0 : own) | (s->used & AT_OTHER ? 0 : others);
    int list[AREAS], k = 0;
    for (int area = 0; area < areas; area++) {
        list[k] = area;
        k += open >> area & 1;
    }
    for (int i = 0; i < s->held[seat]; i++) {
        int kind = s->hands[seat][i];
        if (kind == before) continue;
        before = kind;
        for (int j = 0; j < k; j++)
            out[n++] = kind * AREAS + list[j];
    }
    return n;
}

static int legal_kills(const State *s, int32_t *out)
{
    int pending = s->pending, itself = s->pending_kind, n = 0;
    int low = pending < DOMAIN ? ABOVE : pending, high = pending < DOMAIN ? DOMAIN : pending + 1;
    for (int target = 0; target < FAMILIES * TARGET_ROLES; target++) {
        int kind = TARGETS[target];
        for (int area = low; area < high; area++) {
            out[n] = KILLS + target * AREAS + area;
            n += s->areas[area][kind] > (kind == itself && area == pending);
        }
    }
    for (int spy = 0; spy < s->spies; spy++) {
        out[n] = KILL_SPIES + spy;
        n += same_scope(s->spy_area[spy], s->pending);
    }
    out[n] = SPARE;
    return n + 1;
}

static int legal(const Content *c, const State *s, int32_t *out)
{
    return s->phase == PLAY ? legal_plays(c, s, out) : legal_kills(s, out);
}

static int has_target(const State *s, int area)
{
    return area < DOMAIN ? s->exposed[ABOVE] + s->exposed[BELOW] > 1 : s->exposed[area] > 1;
}

static void discard(State *s, int seat, int kind)
{
    int8_t *hand = s->hands[seat];
    int gone = 0;
    for (int i = 0; i < HAND - 1; i++) {
        gone |= hand[i] == kind;
        hand[i] = hand[i + gone];
    }
    hand[HAND - 1] = NONE;
    s->held[seat]--;
}

static void play(State *s, int kind, int area)
{
    int seat = s->to_move, role = kind % ROLES;
    discard(s, seat, kind);
    s->used |= place_of(area, seat);
    s->exposed[area] += role != GUARD;
    if (role == SPY) {
        s->spy_by[s->spies] = seat;
        s->spy_area[s->spies] = area;
        s->spy_kind[s->spies] = kind;
        s->spies++;
        return;
    }
    s->areas[area][kind]++;
    if (role == ASSASSIN && has_target(s, area)) {
        s->phase = KILL;
        s->pending = area;
        s->pending_kind = kind;
    }
}

static void kill(State *s, int move)
{
    if (move < KILL_SPIES) {
        int kind = TARGETS[(move - KILLS) / AREAS], area = (move - KILLS) % AREAS;
        s->areas[area][kind]--;
        s->exposed[area]--;
        s->graveyard[s->eliminated++] = kind;
    } else if (move < SPARE) {
        int spy = move - KILL_SPIES;
        s->exposed[s->spy_area[spy]]--;
        s->spy_area[spy] = NONE;
        s->graveyard[s->eliminated++] = KINDS + spy;
    }
    s->phase = PLAY;
    s->pending = s->pending_kind = NONE;
}

static void end_turn(const Content *c, State *s)
{
    draw(c, s, s->to_move);
    s->used = 0;
    s->to_move = s->to_move + 1 == c->players ? 0 : s->to_move + 1;
    if (s->held[s->to_move] == 0) {
        s->phase = OVER;
        s->to_move = NONE;
    } else {
        s->turn++;
    }
}

static void apply(const Content *c, State *s, int move)
{
    if (move < KILLS)
        play(s, move / AREAS, move % AREAS);
    else
        kill(s, move);
    if (s->phase == PLAY && s->used == AT_ALL)
        end_turn(c, s);
}

/* Count the cards of an area by family, including spies; a noble counts as `noble` cards. */
static void tally(const State *s, int area, int noble, int *out)
{
    for (int family = 0; family < FAMILIES; family++) {
        const int8_t *cards = &s->areas[area][family * ROLES];
        out[family] = cards[PLAIN] + noble * cards[NOBLE] + cards[SPY] + cards[ASSASSIN] + cards[GUARD];
    }
    for (int spy = 0; spy < s->spies; spy++)
        out[s->spy_kind[spy] / ROLES] += s->spy_area[spy] == area;
}

/* The status of each family: 1 esteemed, -1 fallen from grace, 0 neutral. */
static void standing(const State *s, int *out)
{
    int low[FAMILIES];
    tally(s, ABOVE, 2, out);
    tally(s, BELOW, 2, low);
    for (int family = 0; family < FAMILIES; family++)
        out[family] = (out[family] > low[family]) - (out[family] < low[family]);
}

static int family_in(const State *s, int area, int family, int noble)
{
    int cards[FAMILIES];
    tally(s, area, noble, cards);
    return cards[family];
}

static int roles_in(const State *s, int area, int role)
{
    int count = 0;
    for (int family = 0; family < FAMILIES; family++)
        count += s->areas[area][family * ROLES + role];
    for (int spy = 0; role == SPY && spy < s->spies; spy++)
        count += s->spy_area[spy] == area;
    return count;
}

static int families_below(const State *s, int count, int noble)
{
    int cards[FAMILIES], families = 0;
    tally(s, BELOW, noble, cards);
    for (int family = 0; family < FAMILIES; family++)
        families += cards[family] >= count;
    return families;
}

static int times(const int *status, int value)
{
    int count = 0;
    for (int family = 0; family < FAMILIES; family++)
        count += status[family] == value;
    return count;
}

static int met(const Content *c, const State *s, int seat, int mission, const int *status)
{
    int a = c->mission_a[mission], b = c->mission_b[mission];
    int noble = 1 + c->nobles_double, left = seat + 1 == c->players ? 0 : seat + 1;
    switch (c->mission_kind[mission]) {
    case FEWER:
        return family_in(s, DOMAIN + seat, a, noble) < family_in(s, DOMAIN + left, a, noble);
    case ROLES_AT_LEAST:
        return roles_in(s, DOMAIN + seat, a) >= b;
    case FALLEN:
        return status[a] < 0;
    case FALLEN_EITHER:
        return status[a] < 0 || status[b] < 0;
    case BELOW_EVERY_FAMILY:
        return families_below(s, 1, 1) == FAMILIES;
    case BELOW_AT_LEAST:
        return families_below(s, b, noble) > 0;
    case ESTEEMED_AT_MOST:
        return times(status, 1) <= b;
    default:
        return times(status, -1) >= b;
    }
}

static void score(const Content *c, const State *s, int32_t *out)
{
    int status[FAMILIES], cards[FAMILIES];
    standing(s, status);
    for (int seat = 0; seat < c->players; seat++) {
        int total = 0;
        tally(s, DOMAIN + seat, 2, cards);
        for (int family = 0; family < FAMILIES; family++)
            total += cards[family] * status[family];
        for (int i = 0; i < 2; i++)
            total += c->mission_points * met(c, s, seat, s->missions[seat][i], status);
        out[seat] = total;
    }
}

/* Deal, play and score the matches `low` to `high` of a family of streams, with one row of `scores` per match. The last
 * match stays in `s`. Return the number of decisions. */
int64_t matches_in_range(const Content *c, State *s, int32_t *scores, int64_t low, int64_t high, uint64_t family)
{
    int32_t moves[MAX_LEGAL];
    int64_t count = 0;
    for (int64_t i = low; i < high; i++) {
        uint64_t rng = mix(family + (uint64_t)i * 0x94D049BB133111EBu);
        deal(c, s, &rng);
        while (s->to_move >= 0) {
            int n = legal(c, s, moves);
            apply(c, s, moves[below(&rng, n)]);
            count++;
        }
        score(c, s, &scores[i * c->players]);
    }
    return count;
}

/* The sizes of the two records; the caller compares them with the sizes of its arrays. */
int64_t content_size(void) { return sizeof(Content); }
int64_t state_size(void) { return sizeof(State); }
