#define _GNU_SOURCE
#include "CMedia.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

int cmedia_limit_process(uint64_t address_space) {
    struct rlimit memory = {.rlim_cur = address_space, .rlim_max = address_space};
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    if (setrlimit(RLIMIT_AS, &memory) != 0 || setrlimit(RLIMIT_CORE, &none) != 0) return errno;
    // libraw reads the camera's clock with mktime.
    if (setenv("TZ", "UTC0", 1) != 0) return errno;
    return 0;
}

int cmedia_sealed_memory_file(const void *bytes, size_t length) {
    int descriptor = memfd_create("photolibrary", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    size_t written = 0;
    while (written < length) {
        ssize_t count = write(descriptor, (const char *)bytes + written, length - written);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) goto failed;
        written += (size_t)count;
    }
    if (fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0) goto failed;
    return descriptor;
failed:;
    int error = errno;
    close(descriptor);
    return -error;
}
