// The floor under an import: libvips in one process, with a thread for each core.
//
//   import THREADS FOLDER FILE...        prints: photos_per_second
//
// Each thread takes the next file: reads it, hashes it (SHA-256), reads its size, orientation, date and
// camera, and writes a JPEG thumbnail of 256 pixels to FOLDER. Rows go into an SQLite database there, 100 in a durable
// transaction. It neither copies files nor separates them from each other.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <sqlite3.h>
#include <vips/vips.h>

enum { MOST_THREADS = 64, SIDE = 256, QUALITY = 75, ROWS_PER_TRANSACTION = 100, PATH_LENGTH = 4096 };

typedef struct {
    uint8_t digest[32];
    int width, height, orientation;
    char date[32], camera[64];
} facts;

static char **files;
static size_t file_count;
static atomic_size_t next_file;
static const char *folder;

static pthread_mutex_t database_lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3 *database;
static sqlite3_stmt *insertion;
static int pending;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void run(const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
}

static void open_database(void) {
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/import.sqlite", folder);
    if (sqlite3_open(path, &database) != SQLITE_OK) fail(path);
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE asset (row INTEGER PRIMARY KEY, path TEXT, size INTEGER, digest BLOB UNIQUE, width INTEGER,"
        " height INTEGER, orientation INTEGER, date TEXT, camera TEXT);"
        "CREATE INDEX asset_date ON asset (date);");
    sqlite3_prepare_v2(
        database,
        "INSERT OR IGNORE INTO asset (path, size, digest, width, height, orientation, date, camera)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        -1, &insertion, NULL);
}

static void insert(const char *path, size_t size, const facts *facts) {
    pthread_mutex_lock(&database_lock);
    if (pending == 0) run("BEGIN IMMEDIATE");
    sqlite3_bind_text(insertion, 1, path, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insertion, 2, (sqlite3_int64)size);
    sqlite3_bind_blob(insertion, 3, facts->digest, sizeof facts->digest, SQLITE_STATIC);
    sqlite3_bind_int(insertion, 4, facts->width);
    sqlite3_bind_int(insertion, 5, facts->height);
    sqlite3_bind_int(insertion, 6, facts->orientation);
    sqlite3_bind_text(insertion, 7, facts->date, -1, SQLITE_STATIC);
    sqlite3_bind_text(insertion, 8, facts->camera, -1, SQLITE_STATIC);
    if (sqlite3_step(insertion) != SQLITE_DONE) run("COMMIT");
    sqlite3_reset(insertion);
    pending += 1;
    if (pending == ROWS_PER_TRANSACTION) {
        run("COMMIT");
        pending = 0;
    }
    pthread_mutex_unlock(&database_lock);
}

static void copy_text(VipsImage *image, const char *name, char *text, size_t size) {
    const char *value;
    if (vips_image_get_typeof(image, name) && vips_image_get_string(image, name, &value) == 0)
        snprintf(text, size, "%.*s", (int)size - 1, value);
}

static void read_facts(const uint8_t *bytes, size_t size, const char *path, facts *facts) {
    VipsImage *image = vips_image_new_from_buffer(bytes, size, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
    if (!image) fail(path);
    facts->width = vips_image_get_width(image);
    facts->height = vips_image_get_height(image);
    facts->orientation = vips_image_get_orientation(image);
    copy_text(image, "exif-ifd2-DateTimeOriginal", facts->date, sizeof facts->date);
    copy_text(image, "exif-ifd0-Model", facts->camera, sizeof facts->camera);
    g_object_unref(image);
}

static void write_thumbnail(const uint8_t *bytes, size_t size, const char *path, size_t number) {
    VipsImage *image = NULL;
    void *jpeg = NULL;
    size_t length = 0;
    if (vips_thumbnail_buffer((void *)bytes, size, &image, SIDE, "height", SIDE, NULL) != 0 ||
        vips_jpegsave_buffer(image, &jpeg, &length, "Q", QUALITY, "strip", TRUE, NULL) != 0)
        fail(path);
    char target[PATH_LENGTH];
    snprintf(target, sizeof target, "%s/%07zu.jpg", folder, number);
    int file = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, jpeg, length) != (ssize_t)length) fail(target);
    close(file);
    g_free(jpeg);
    g_object_unref(image);
}

static void *work(void *unused) {
    (void)unused;
    uint8_t *bytes = NULL;
    size_t capacity = 0;
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    for (;;) {
        size_t number = atomic_fetch_add(&next_file, 1);
        if (number >= file_count) break;
        const char *path = files[number];
        int file = open(path, O_RDONLY | O_CLOEXEC);
        struct stat status;
        if (file < 0 || fstat(file, &status) != 0) fail(path);
        size_t size = (size_t)status.st_size;
        if (capacity < size) {
            capacity = size * 2;
            bytes = realloc(bytes, capacity);
            if (!bytes) fail("realloc");
        }
        for (size_t count = 0; count < size;) {
            ssize_t some = read(file, bytes + count, size - count);
            if (some <= 0) fail(path);
            count += (size_t)some;
        }
        close(file);
        facts facts = {0};
        EVP_DigestInit_ex(digest, EVP_sha256(), NULL);
        EVP_DigestUpdate(digest, bytes, size);
        EVP_DigestFinal_ex(digest, facts.digest, NULL);
        read_facts(bytes, size, path, &facts);
        write_thumbnail(bytes, size, path, number);
        insert(path, size, &facts);
    }
    EVP_MD_CTX_free(digest);
    free(bytes);
    vips_thread_shutdown();
    return NULL;
}

int main(int argc, char **argv) {
    int threads = argc > 3 ? atoi(argv[1]) : 0;
    if (threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "usage: import THREADS FOLDER FILE...\n");
        return 2;
    }
    folder = argv[2];
    files = argv + 3;
    file_count = (size_t)(argc - 3);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    // Cameras' files have oddities of which libvips warns.
    setenv("VIPS_WARNING", "0", 1);
    if (VIPS_INIT(argv[0])) return 1;
    // The threads here are the parallelism.
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    open_database();
    pthread_t started[MOST_THREADS];
    for (int i = 0; i < threads; i++)
        if (pthread_create(&started[i], NULL, work, NULL) != 0) fail("pthread_create");
    for (int i = 0; i < threads; i++) pthread_join(started[i], NULL);
    if (pending > 0) run("COMMIT");
    clock_gettime(CLOCK_MONOTONIC, &after);
    double seconds = (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) / 1e9;
    printf("%.3f\n", (double)file_count / seconds);
    return 0;
}
