#include "CMedia.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

int cmedia_limit_process(uint64_t address_space, uint64_t file_size, uint64_t open_files, uint64_t seconds) {
    struct rlimit memory = {.rlim_cur = address_space, .rlim_max = address_space};
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    struct rlimit size = {.rlim_cur = file_size, .rlim_max = file_size};
    struct rlimit time = {.rlim_cur = seconds, .rlim_max = seconds};
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return errno;
    if (files.rlim_max > open_files) files.rlim_max = open_files;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_AS, &memory) != 0 || setrlimit(RLIMIT_CORE, &none) != 0) return errno;
    if (setrlimit(RLIMIT_FSIZE, &size) != 0 || setrlimit(RLIMIT_NOFILE, &files) != 0) return errno;
    if (setrlimit(RLIMIT_CPU, &time) != 0) return errno;
    // libraw calls mktime, which would open the time zone's file.
    if (setenv("TZ", "UTC0", 1) != 0) return errno;
    tzset();
    // Otherwise libvips would create temporary files for large images.
    if (setenv("VIPS_DISC_THRESHOLD", "64g", 1) != 0) return errno;
    return 0;
}
