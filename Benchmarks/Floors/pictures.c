// The floors under pictures: a descriptor that is passed over a Unix socket and mapped, and libjpeg-turbo.
//
//   pictures server SOCKET FILE
//   pictures client SOCKET MAPPED_BYTES SECONDS        prints: p50_us calls_per_second
//   pictures decode FILE EIGHTHS REPEATS               prints: median_ms
//
// The server opens the file once, and answers each request of 64 bytes with 64 bytes and the descriptor. The client
// asks for the file's size and maps so many of its bytes, reads one of each page, and unmaps and closes it. `decode`
// reads the file anew and decodes it to RGBA at a scale of so many eighths into memory that is mapped for each picture.
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <jpeglib.h>

enum { MESSAGE_SIZE = 64, WARM_UP_CALLS = 3, MOST_SAMPLES = 1 << 20, PAGE = 4096 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "socket path too long\n");
        exit(1);
    }
    strcpy(address.sun_path, path);
    return address;
}

typedef union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
} control_message;

static int send_descriptor(int client, int file) {
    char reply[MESSAGE_SIZE] = {0};
    struct iovec part = {.iov_base = reply, .iov_len = sizeof reply};
    control_message control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &file, sizeof file);
    return sendmsg(client, &message, MSG_NOSIGNAL) == MESSAGE_SIZE ? 0 : -1;
}

static int receive_descriptor(int server) {
    char reply[MESSAGE_SIZE];
    struct iovec part = {.iov_base = reply, .iov_len = sizeof reply};
    control_message control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(server, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL) != MESSAGE_SIZE) fail("recvmsg");
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_type != SCM_RIGHTS) fail("no descriptor");
    int file;
    memcpy(&file, CMSG_DATA(header), sizeof file);
    return file;
}

__attribute__((noreturn)) static void run_server(const char *path, const char *file_path) {
    struct sockaddr_un address = address_of(path);
    int file = open(file_path, O_RDONLY | O_CLOEXEC);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    unlink(path);
    if (file < 0 || listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4))
        fail("listen");
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) continue;
        char request[MESSAGE_SIZE];
        while (recv(client, request, sizeof request, MSG_WAITALL) == MESSAGE_SIZE && send_descriptor(client, file) == 0) {}
        close(client);
    }
}

static volatile uint8_t seen;

static void call(int server, size_t mapped) {
    char request[MESSAGE_SIZE] = {0};
    if (send(server, request, sizeof request, MSG_NOSIGNAL) != MESSAGE_SIZE) fail("send");
    int file = receive_descriptor(server);
    struct stat status;
    if (fstat(file, &status) || (size_t)status.st_size < mapped) fail("fstat");
    if (mapped > 0) {
        uint8_t *bytes = mmap(NULL, mapped, PROT_READ, MAP_SHARED, file, 0);
        if (bytes == MAP_FAILED) fail("mmap");
        for (size_t place = 0; place < mapped; place += PAGE) seen = bytes[place];
        munmap(bytes, mapped);
    }
    close(file);
}

static int run_client(const char *path, size_t mapped, double seconds) {
    struct sockaddr_un address = address_of(path);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address)) fail("connect");
    double *times = malloc(sizeof *times * MOST_SAMPLES);
    if (!times) fail("malloc");
    for (int i = 0; i < WARM_UP_CALLS; i++) call(server, mapped);
    size_t count = 0;
    uint64_t before = now(), end = before + (uint64_t)(seconds * 1e9);
    while (before < end && count < MOST_SAMPLES) {
        call(server, mapped);
        uint64_t after = now();
        times[count++] = (double)(after - before) / 1e3;
        before = after;
    }
    qsort(times, count, sizeof *times, ascending);
    printf("%.3f %.0f\n", times[count / 2], (double)count / seconds);
    return 0;
}

static void decode(const char *path, unsigned eighths) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status)) fail("open");
    uint8_t *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) fail("mmap");
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    decoder.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, (unsigned long)status.st_size);
    jpeg_read_header(&decoder, TRUE);
    decoder.scale_num = eighths;
    decoder.scale_denom = 8;
    decoder.out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(&decoder);
    size_t row = (size_t)decoder.output_width * 4, size = row * decoder.output_height;
    uint8_t *pixels = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pixels == MAP_FAILED) fail("mmap");
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW line = pixels + row * decoder.output_scanline;
        jpeg_read_scanlines(&decoder, &line, 1);
    }
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    munmap(pixels, size);
    munmap(bytes, (size_t)status.st_size);
    close(file);
}

static int run_decode(const char *path, unsigned eighths, int repeats) {
    double *times = malloc(sizeof *times * (size_t)repeats);
    if (!times) fail("malloc");
    decode(path, eighths);
    for (int i = 0; i < repeats; i++) {
        uint64_t before = now();
        decode(path, eighths);
        times[i] = (double)(now() - before) / 1e6;
    }
    qsort(times, (size_t)repeats, sizeof *times, ascending);
    printf("%.3f\n", times[repeats / 2]);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "server") == 0) run_server(argv[2], argv[3]);
    if (argc == 5 && strcmp(argv[1], "client") == 0 && strtod(argv[4], NULL) > 0)
        return run_client(argv[2], strtoull(argv[3], NULL, 10), strtod(argv[4], NULL));
    if (argc == 5 && strcmp(argv[1], "decode") == 0 && atoi(argv[3]) > 0 && atoi(argv[4]) > 0)
        return run_decode(argv[2], (unsigned)atoi(argv[3]), atoi(argv[4]));
    fprintf(stderr, "usage: pictures server SOCKET FILE | pictures client SOCKET MAPPED_BYTES SECONDS | "
                    "pictures decode FILE EIGHTHS REPEATS\n");
    return 2;
}
