#define _GNU_SOURCE
#include "CMedia.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t cmedia_read_at(int descriptor, void *bytes, size_t length, int64_t offset) {
    size_t done = 0;
    while (done < length) {
        ssize_t count = pread(descriptor, (char *)bytes + done, length - done, (off_t)(offset + (int64_t)done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return done > 0 ? (int64_t)done : -1;
        if (count == 0) break;
        done += (size_t)count;
    }
    return (int64_t)done;
}

int64_t cmedia_file_size(int descriptor) {
    struct stat status;
    // glibc's fstat may look at a path, which the sandbox does not allow.
    if (syscall(SYS_fstat, descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return -1;
    return status.st_size;
}
