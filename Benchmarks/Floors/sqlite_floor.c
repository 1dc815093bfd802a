// What the library's database costs a C program that has the file to itself: no server, no socket, no objects. The
// statements are what a careful C programmer writes over the library's schema: prepared once, in WAL mode, with as much
// page cache as one of the server's readers has.
//
//   sqlite_floor DATABASE count-kind REPEATS              favourite videos, from an index
//   sqlite_floor DATABASE count-range REPEATS             screenshots of one year, from an index
//   sqlite_floor DATABASE first REPEATS                   identifiers of the latest 100 photos
//   sqlite_floor DATABASE latest REPEATS                  five properties of the latest 100 photos
//   sqlite_floor DATABASE fetch-kind REPEATS              identifiers of all videos, into memory
//   sqlite_floor DATABASE ends REPEATS                    identifiers of all assets; looks at the first and last
//   sqlite_floor DATABASE lookups FILE REPEATS            rows of the identifiers that FILE lists, one a line
//   sqlite_floor DATABASE iterate REPEATS                 five properties of every asset
//   sqlite_floor DATABASE changes SEQUENCE REPEATS        changes after SEQUENCE, formatted as local identifiers
//       each prints: median_milliseconds checksum
//   sqlite_floor DATABASE commit THREADS SECONDS          durable transactions that change one asset
//       prints: transactions_per_second 0
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { IDENTIFIER_SIZE = 16, LOCAL_IDENTIFIER_LENGTH = 43, MOST_REPEATS = 10000 };

static sqlite3 *database;

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, database ? sqlite3_errmsg(database) : "no database");
    exit(1);
}

static void execute(const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(sql);
    return statement;
}

static int step(sqlite3_stmt *statement) {
    int result = sqlite3_step(statement);
    if (result != SQLITE_ROW && result != SQLITE_DONE) fail("step");
    return result == SQLITE_ROW;
}

static double milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

// Identifiers

static const char *suffix_of(int kind) { return kind == 1 ? "/L0/001" : kind == 2 ? "/L0/040" : "/L0/020"; }

static void format_identifier(const unsigned char *id, int kind, char *text) {
    static const char digits[] = "0123456789ABCDEF";
    for (int i = 0; i < IDENTIFIER_SIZE; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *text++ = '-';
        *text++ = digits[id[i] >> 4];
        *text++ = digits[id[i] & 15];
    }
    memcpy(text, suffix_of(kind), 8);
}

static int digit_of(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    if (character >= 'A' && character <= 'F') return character - 'A' + 10;
    return -1;
}

static int parse_identifier(const char *text, unsigned char *id) {
    for (int i = 0; i < IDENTIFIER_SIZE; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            if (*text++ != '-') return 0;
        }
        int high = digit_of(text[0]), low = high < 0 ? -1 : digit_of(text[1]);
        if (low < 0) return 0;
        id[i] = (unsigned char)(high << 4 | low);
        text += 2;
    }
    return strcmp(text, suffix_of(1)) == 0;
}

// Reading. Each does its work once and returns a checksum that the library's clients must come to as well.

static sqlite3_stmt *query, *second_query;

static int64_t count(void) {
    int64_t result = step(query) ? sqlite3_column_int64(query, 0) : -1;
    sqlite3_reset(query);
    return result;
}

static unsigned char *found;
static size_t found_room;

// The identifiers that the query gives, kept one behind the other.
static int64_t fetch(void) {
    size_t used = 0;
    while (step(query)) {
        if (used + IDENTIFIER_SIZE > found_room) {
            found_room = found_room ? found_room * 2 : 1 << 16;
            found = realloc(found, found_room);
            if (!found) fail("realloc");
        }
        memcpy(found + used, sqlite3_column_blob(query, 0), IDENTIFIER_SIZE);
        used += IDENTIFIER_SIZE;
    }
    sqlite3_reset(query);
    return (int64_t)(used / IDENTIFIER_SIZE);
}

// The identifiers of all assets, kept as above, and the widths of the first and the last.
static int64_t fetch_and_look_at_ends(void) {
    int64_t sum = fetch(), last = sum - 1;
    for (int64_t i = 0; i <= last; i += last > 0 ? last : 1) {
        sqlite3_bind_blob(second_query, 1, found + i * IDENTIFIER_SIZE, IDENTIFIER_SIZE, SQLITE_STATIC);
        if (step(second_query)) sum += sqlite3_column_int64(second_query, 2);
        sqlite3_reset(second_query);
    }
    return sum;
}

static char (*wanted)[LOCAL_IDENTIFIER_LENGTH + 1];
static int64_t *rows;
static size_t wanted_count;

static void read_identifiers(const char *path) {
    FILE *file = fopen(path, "r");
    size_t room = 0;
    char line[128];
    if (!file) fail(path);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strlen(line) != LOCAL_IDENTIFIER_LENGTH) fail("a line is no identifier");
        if (wanted_count == room) {
            room = room ? room * 2 : 1024;
            wanted = realloc(wanted, room * sizeof *wanted);
        }
        if (!wanted) fail("realloc");
        memcpy(wanted[wanted_count++], line, sizeof *wanted);
    }
    fclose(file);
    rows = calloc(wanted_count, sizeof *rows);
    if (!rows) fail("calloc");
}

static int64_t look_up(void) {
    int64_t hits = 0;
    execute("BEGIN");
    for (size_t i = 0; i < wanted_count; i++) {
        unsigned char id[IDENTIFIER_SIZE];
        if (!parse_identifier(wanted[i], id)) continue;
        sqlite3_bind_blob(query, 1, id, IDENTIFIER_SIZE, SQLITE_STATIC);
        if (step(query)) {
            rows[i] = sqlite3_column_int64(query, 0);
            hits++;
        }
        sqlite3_reset(query);
    }
    execute("COMMIT");
    return hits;
}

static int64_t iterate(void) {
    int64_t sum = 0;
    while (step(query)) {
        sum += sqlite3_column_int64(query, 0);
        sum += sqlite3_column_int64(query, 1) / 1000000;
        sum += sqlite3_column_int64(query, 2);
        sum += sqlite3_column_int64(query, 3);
        sum += sqlite3_column_int64(query, 4);
    }
    sqlite3_reset(query);
    return sum;
}

static int64_t since;
static char (*texts)[LOCAL_IDENTIFIER_LENGTH + 1];
static size_t texts_room;

// The identifiers of a transaction are kept until the next one.
static int64_t read_changes(void) {
    int64_t identifiers = 0, sequence = -1;
    size_t used = 0;
    sqlite3_bind_int64(second_query, 1, since);
    int64_t first = step(second_query) ? sqlite3_column_int64(second_query, 0) : INT64_MAX;
    sqlite3_reset(second_query);
    sqlite3_bind_int64(query, 1, first);
    while (step(query)) {
        if (sqlite3_column_int64(query, 0) != sequence) {
            sequence = sqlite3_column_int64(query, 0);
            used = 0;
        }
        if (used == texts_room) {
            texts_room = texts_room ? texts_room * 2 : 1024;
            texts = realloc(texts, texts_room * sizeof *texts);
            if (!texts) fail("realloc");
        }
        if (sqlite3_column_int(query, 2) == 0) continue;
        format_identifier(sqlite3_column_blob(query, 3), sqlite3_column_int(query, 1), texts[used++]);
        identifiers++;
    }
    sqlite3_reset(query);
    return identifiers;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static int measure(int64_t (*work)(void), const char *repeats_text) {
    static double times[MOST_REPEATS];
    int repeats = atoi(repeats_text);
    if (repeats < 1 || repeats > MOST_REPEATS) fail("repeats");
    int64_t checksum = work();
    for (int i = 0; i < repeats; i++) {
        double start = milliseconds();
        if (work() != checksum) fail("the database changes");
        times[i] = milliseconds() - start;
    }
    qsort(times, (size_t)repeats, sizeof *times, ascending);
    printf("%.6f %lld\n", times[repeats / 2], (long long)checksum);
    return 0;
}

// Writing: threads that share the one connection, a transaction and a sync each.

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool stopping;
static atomic_llong committed;
static sqlite3_stmt *begin, *change_asset, *add_transaction, *add_change, *commit;

static void run(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) fail("write");
    sqlite3_reset(statement);
}

static void *write_changes(void *argument) {
    int64_t row = 1 + (int64_t)(intptr_t)argument;
    while (!atomic_load(&stopping)) {
        pthread_mutex_lock(&writing);
        run(begin);
        sqlite3_bind_int64(change_asset, 1, row);
        run(change_asset);
        run(add_transaction);
        sqlite3_bind_int64(add_change, 1, row);
        run(add_change);
        run(commit);
        pthread_mutex_unlock(&writing);
        atomic_fetch_add(&committed, 1);
    }
    return NULL;
}

static int write_for(int threads, double seconds) {
    pthread_t thread[64];
    if (threads < 1 || threads > 64) fail("threads");
    begin = prepare("BEGIN IMMEDIATE");
    change_asset = prepare("UPDATE asset SET latitude = random() % 80 + 0.5 WHERE row = ?");
    add_transaction = prepare(
        "INSERT INTO change_transaction (time, origin, first_change, change_count)"
        " SELECT 0, NULL, 1 + max(row), 1 FROM change");
    add_change = prepare(
        "INSERT INTO change (sequence, object_kind, change_kind, fields, object, object_row, owner_fields)"
        " SELECT (SELECT max(sequence) FROM change_transaction), 1, 2, 2, id, row, 0 FROM asset WHERE row = ?");
    commit = prepare("COMMIT");
    double start = milliseconds();
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&thread[i], NULL, write_changes, (void *)(intptr_t)i)) fail("pthread_create");
    }
    struct timespec pause = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&pause, NULL);
    atomic_store(&stopping, 1);
    for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
    printf("%.1f 0\n", (double)atomic_load(&committed) / ((milliseconds() - start) / 1e3));
    return 0;
}

static void open_database(const char *path, int writes) {
    int flags = writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) fail(path);
    execute("PRAGMA mmap_size = 0");
    execute(writes ? "PRAGMA cache_size = -32768" : "PRAGMA cache_size = -16384");
    if (writes) execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
}

int main(int argc, char **argv) {
    const char *what = argc > 2 ? argv[2] : "";
    if (argc == 5 && strcmp(what, "commit") == 0) {
        open_database(argv[1], 1);
        return write_for(atoi(argv[3]), strtod(argv[4], NULL));
    }
    if (argc >= 4) open_database(argv[1], 0);
    if (argc == 4 && strcmp(what, "count-kind") == 0) {
        query = prepare("SELECT count(*) FROM asset WHERE shelf = 0 AND media_kind = 2 AND is_favorite = 1");
        return measure(count, argv[3]);
    }
    if (argc == 4 && strcmp(what, "count-range") == 0) {
        // 2015, in microseconds since 1970.
        query = prepare(
            "SELECT count(*) FROM asset WHERE shelf = 0 AND creation_date >= 1420070400000000"
            " AND creation_date < 1451606400000000 AND media_subtypes & 4 <> 0");
        return measure(count, argv[3]);
    }
    if (argc == 4 && strcmp(what, "first") == 0) {
        query = prepare(
            "SELECT id FROM asset WHERE shelf = 0 AND media_kind = 1 ORDER BY creation_date DESC, row DESC LIMIT 100");
        return measure(fetch, argv[3]);
    }
    if (argc == 4 && strcmp(what, "latest") == 0) {
        query = prepare(
            "SELECT media_kind, creation_date, pixel_width, pixel_height, is_favorite FROM asset"
            " WHERE shelf = 0 AND media_kind = 1 ORDER BY creation_date DESC, row DESC LIMIT 100");
        return measure(iterate, argv[3]);
    }
    if (argc == 4 && strcmp(what, "fetch-kind") == 0) {
        query = prepare("SELECT id FROM asset WHERE shelf = 0 AND media_kind = 2 ORDER BY creation_date, row");
        return measure(fetch, argv[3]);
    }
    if (argc == 4 && strcmp(what, "ends") == 0) {
        query = prepare("SELECT id FROM asset WHERE shelf = 0 ORDER BY row");
        second_query = prepare(
            "SELECT media_kind, creation_date, pixel_width, pixel_height, is_favorite FROM asset"
            " WHERE id = ? AND shelf < 4");
        return measure(fetch_and_look_at_ends, argv[3]);
    }
    if (argc == 5 && strcmp(what, "lookups") == 0) {
        query = prepare("SELECT row FROM asset WHERE id = ? AND shelf < 4");
        read_identifiers(argv[3]);
        return measure(look_up, argv[4]);
    }
    if (argc == 4 && strcmp(what, "iterate") == 0) {
        query = prepare(
            "SELECT media_kind, creation_date, pixel_width, pixel_height, is_favorite FROM asset"
            " WHERE shelf = 0 ORDER BY row");
        return measure(iterate, argv[3]);
    }
    if (argc == 5 && strcmp(what, "changes") == 0) {
        since = atoll(argv[3]);
        second_query = prepare("SELECT first_change FROM change_transaction WHERE sequence > ? ORDER BY sequence LIMIT 1");
        query = prepare(
            "SELECT sequence, object_kind, change_kind, object FROM change WHERE row >= ? AND scope IS NULL ORDER BY row");
        return measure(read_changes, argv[4]);
    }
    fprintf(stderr, "usage: see the top of sqlite_floor.c\n");
    return 2;
}
