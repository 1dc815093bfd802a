#include <sqlite3.h>

/* What Swift cannot import: casts in macros, and functions with variable arguments. */

static inline sqlite3_destructor_type CSQLite_transient(void) {
    return SQLITE_TRANSIENT;
}

/* Corrupt-on-purpose statements (writable_schema and the like) are refused. */
static inline int CSQLite_make_defensive(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/* Closing the last connection must not checkpoint: only the writer does, by name. */
static inline int CSQLite_disable_checkpoint_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
