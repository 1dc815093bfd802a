#include "CMicroHTTP.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct cmicrohttp_server {
    /// Of 127.0.0.1, and of ::1 where there is IPv6.
    struct MHD_Daemon *daemons[2];
    uint16_t port;
    cmicrohttp_callbacks callbacks;
    size_t maximum_body;
};

struct cmicrohttp_exchange {
    const cmicrohttp_server *server;
    struct MHD_Connection *connection;
    const char *method;
    const char *path;
    uint8_t *body;
    size_t count;
    size_t capacity;
    /// Of the body, as the request announces it.
    uint64_t length;
    int has_no_length;
    /// Where a body goes piece by piece; NULL for one that is kept whole.
    cmicrohttp_write write;
    void *stream;
    cmicrohttp_release release;
    int is_answered;
};

static int socket_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static enum MHD_Result admit(void *context, const struct sockaddr *address, socklen_t length) {
    const cmicrohttp_server *server = context;
    if (address->sa_family == AF_INET && length >= (socklen_t)sizeof(struct sockaddr_in)) {
        struct sockaddr_in peer;
        memcpy(&peer, address, sizeof peer);
        if (ntohl(peer.sin_addr.s_addr) != INADDR_LOOPBACK) { return MHD_NO; }
        return server->callbacks.admit(server->callbacks.context, 0, ntohs(peer.sin_port), server->port) ? MHD_YES
                                                                                                         : MHD_NO;
    }
    if (address->sa_family == AF_INET6 && length >= (socklen_t)sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 peer;
        memcpy(&peer, address, sizeof peer);
        if (!IN6_IS_ADDR_LOOPBACK(&peer.sin6_addr)) { return MHD_NO; }
        return server->callbacks.admit(server->callbacks.context, 1, ntohs(peer.sin6_port), server->port) ? MHD_YES
                                                                                                          : MHD_NO;
    }
    return MHD_NO;
}

static void connection_changed(
    void *context, struct MHD_Connection *connection, void **socket_context,
    enum MHD_ConnectionNotificationCode code) {
    (void)socket_context;
    const cmicrohttp_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        server->callbacks.opened(server->callbacks.context, socket_of(connection));
    } else {
        server->callbacks.closed(server->callbacks.context, socket_of(connection));
    }
}

static void request_completed(
    void *context, struct MHD_Connection *connection, void **request_context, enum MHD_RequestTerminationCode code) {
    (void)code;
    const cmicrohttp_server *server = context;
    cmicrohttp_exchange *exchange = *request_context;
    *request_context = NULL;
    if (exchange) {
        if (exchange->release) { exchange->release(exchange->stream); }
        free(exchange->body);
        free(exchange);
    }
    server->callbacks.completed(server->callbacks.context, socket_of(connection));
}

/// Reads how long the body will be.
static void read_length(cmicrohttp_exchange *exchange) {
    if (MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING)) {
        exchange->has_no_length = 1;
        return;
    }
    const char *announced =
        MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (!announced) { return; }
    errno = 0;
    char *end = NULL;
    exchange->length = strtoull(announced, &end, 10);
    exchange->has_no_length = *announced < '0' || *announced > '9' || *end != 0 || errno != 0;
}

/// Makes room for a body that is kept whole. 0 when there is none.
static int prepare_body(cmicrohttp_exchange *exchange) {
    if (exchange->is_answered || exchange->write) { return 1; }
    if (exchange->has_no_length || exchange->length > exchange->server->maximum_body) { return 0; }
    if (exchange->length == 0) { return 1; }
    exchange->body = malloc(exchange->length);
    exchange->capacity = exchange->length;
    return exchange->body != NULL;
}

static enum MHD_Result
begin(cmicrohttp_server *server, struct MHD_Connection *connection, const char *path, const char *method, void **slot) {
    cmicrohttp_exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange) { return MHD_NO; }
    *slot = exchange;
    exchange->server = server;
    exchange->connection = connection;
    exchange->method = method;
    exchange->path = path;
    read_length(exchange);
    if (!server->callbacks.began(server->callbacks.context, exchange)) { return MHD_NO; }
    return prepare_body(exchange) ? MHD_YES : MHD_NO;
}

static enum MHD_Result handle(
    void *context, struct MHD_Connection *connection, const char *path, const char *method, const char *version,
    const char *bytes, size_t *count, void **slot) {
    (void)version;
    cmicrohttp_server *server = context;
    if (!*slot) { return begin(server, connection, path, method, slot); }
    cmicrohttp_exchange *exchange = *slot;
    exchange->connection = connection;
    exchange->method = method;
    exchange->path = path;
    if (*count > 0 && exchange->write) {
        if (!exchange->write(exchange->stream, bytes, *count)) { return MHD_NO; }
        *count = 0;
        return MHD_YES;
    }
    if (*count > 0) {
        if (*count > exchange->capacity - exchange->count) { return MHD_NO; }
        memcpy(exchange->body + exchange->count, bytes, *count);
        exchange->count += *count;
        *count = 0;
        return MHD_YES;
    }
    if (exchange->is_answered) { return MHD_YES; }
    return server->callbacks.received(server->callbacks.context, exchange) ? MHD_YES : MHD_NO;
}

/// What the library has to say about clients that misbehave is of no use to anybody.
static void log_nothing(void *context, const char *format, va_list arguments) {
    (void)context;
    (void)format;
    (void)arguments;
}

/// A socket that listens on the loopback address of a family. -1 with errno set.
static int listen_on_loopback(int family, uint16_t port) {
    int listener = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) { return -1; }
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    memset(&four, 0, sizeof four);
    memset(&six, 0, sizeof six);
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    six.sin6_addr = in6addr_loopback;
    const int is_six = family == AF_INET6;
    const struct sockaddr *address = is_six ? (struct sockaddr *)&six : (struct sockaddr *)&four;
    const int on = 1;
    // Connections of a former listener that the kernel still remembers are in nobody's way.
    if (setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        (is_six && setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) != 0) ||
        bind(listener, address, is_six ? sizeof six : sizeof four) != 0 || listen(listener, 64) != 0) {
        int error = errno;
        close(listener);
        errno = error;
        return -1;
    }
    return listener;
}

static int port_of(int listener, uint16_t *port) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    if (getsockname(listener, (struct sockaddr *)&address, &length) != 0) { return 0; }
    *port = ntohs(address.sin_port);
    return 1;
}

/// Whether the machine has no ::1, so that nobody can listen there.
static int is_without_ipv6(int error) { return error == EAFNOSUPPORT || error == EADDRNOTAVAIL; }

/// Listeners on 127.0.0.1 and ::1 with the same port: whoever has a name that leads to both is led to nobody else. The
/// second is -1 where there is no IPv6. 0 with errno set when there are none.
static int listen_on_both(int listeners[2], uint16_t *port) {
    // Of ports that nobody chose, one is taken that is free on both.
    for (int attempts = *port == 0 ? 16 : 1; attempts > 0; attempts -= 1) {
        uint16_t number = *port;
        listeners[0] = listen_on_loopback(AF_INET, number);
        if (listeners[0] < 0) { return 0; }
        if (port_of(listeners[0], &number)) {
            listeners[1] = listen_on_loopback(AF_INET6, number);
            if (listeners[1] >= 0 || is_without_ipv6(errno)) {
                *port = number;
                return 1;
            }
        }
        int error = errno;
        close(listeners[0]);
        errno = error;
    }
    return 0;
}

/// The daemon closes the listener, unless it does not start.
static struct MHD_Daemon *
start_daemon(cmicrohttp_server *server, int listener, unsigned int ipv6, const cmicrohttp_limits *limits) {
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC |
            MHD_USE_ERROR_LOG | ipv6,
        server->port, admit, server, handle, server, MHD_OPTION_EXTERNAL_LOGGER, log_nothing, NULL,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, limits->maximum_connections,
        MHD_OPTION_CONNECTION_TIMEOUT, limits->idle_timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits->maximum_head,
        MHD_OPTION_NOTIFY_CONNECTION, connection_changed, server, MHD_OPTION_NOTIFY_COMPLETED, request_completed,
        server, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_THREAD_STACK_SIZE, (size_t)512 * 1024, MHD_OPTION_END);
}

cmicrohttp_server *cmicrohttp_start(const cmicrohttp_callbacks *callbacks, const cmicrohttp_limits *limits) {
    cmicrohttp_server *server = calloc(1, sizeof *server);
    if (!server) { return NULL; }
    server->callbacks = *callbacks;
    server->maximum_body = limits->maximum_body;
    server->port = limits->port;
    int listeners[2];
    if (!listen_on_both(listeners, &server->port)) {
        int error = errno;
        free(server);
        errno = error;
        return NULL;
    }
    for (int which = 0; which < 2; which += 1) {
        if (listeners[which] < 0) { continue; }
        errno = 0;
        server->daemons[which] = start_daemon(server, listeners[which], which == 1 ? MHD_USE_IPv6 : 0, limits);
        if (server->daemons[which]) { continue; }
        int error = errno ? errno : EINVAL;
        for (int left = which; left < 2; left += 1) {
            if (listeners[left] >= 0) { close(listeners[left]); }
        }
        cmicrohttp_stop(server);
        errno = error;
        return NULL;
    }
    return server;
}

uint16_t cmicrohttp_port(const cmicrohttp_server *server) { return server->port; }

void cmicrohttp_stop(cmicrohttp_server *server) {
    for (int which = 0; which < 2; which += 1) {
        if (server->daemons[which]) { MHD_stop_daemon(server->daemons[which]); }
    }
    free(server);
}

const char *cmicrohttp_method(const cmicrohttp_exchange *exchange) { return exchange->method; }

const char *cmicrohttp_path(const cmicrohttp_exchange *exchange) { return exchange->path; }

int cmicrohttp_socket(const cmicrohttp_exchange *exchange) { return socket_of(exchange->connection); }

uint16_t cmicrohttp_own_port(const cmicrohttp_exchange *exchange) { return exchange->server->port; }

int cmicrohttp_body_length(const cmicrohttp_exchange *exchange, uint64_t *count) {
    *count = exchange->length;
    return !exchange->has_no_length;
}

void cmicrohttp_stream_body(
    cmicrohttp_exchange *exchange, cmicrohttp_write write, void *context, cmicrohttp_release release) {
    exchange->write = write;
    exchange->stream = context;
    exchange->release = release;
}

void *cmicrohttp_streamed_body(const cmicrohttp_exchange *exchange) { return exchange->stream; }

const uint8_t *cmicrohttp_body(const cmicrohttp_exchange *exchange, size_t *count) {
    *count = exchange->count;
    return exchange->body;
}

typedef struct {
    void *context;
    cmicrohttp_visit visit;
} visitor;

static enum MHD_Result visit_value(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_count, const char *value,
    size_t value_count) {
    (void)kind;
    const visitor *visitor = context;
    visitor->visit(visitor->context, name, name_count, value, value ? value_count : 0);
    return MHD_YES;
}

void cmicrohttp_visit_headers(cmicrohttp_exchange *exchange, void *context, cmicrohttp_visit visit) {
    visitor visitor = {context, visit};
    MHD_get_connection_values_n(exchange->connection, MHD_HEADER_KIND, visit_value, &visitor);
}

void cmicrohttp_visit_query(cmicrohttp_exchange *exchange, void *context, cmicrohttp_visit visit) {
    visitor visitor = {context, visit};
    MHD_get_connection_values_n(exchange->connection, MHD_GET_ARGUMENT_KIND, visit_value, &visitor);
}

// A response is libmicrohttpd's own, under another name.

static struct MHD_Response *theirs(cmicrohttp_response *response) { return (struct MHD_Response *)response; }

static cmicrohttp_response *ours(struct MHD_Response *response) { return (cmicrohttp_response *)response; }

cmicrohttp_response *cmicrohttp_respond_with_bytes(const void *bytes, size_t count) {
    // It is copied, and only then const no more.
    return ours(MHD_create_response_from_buffer(count, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY));
}

cmicrohttp_response *cmicrohttp_respond_with_file(int descriptor, uint64_t offset, uint64_t count) {
    return ours(MHD_create_response_from_fd_at_offset64(count, descriptor, offset));
}

typedef struct {
    cmicrohttp_read read;
    void *context;
    cmicrohttp_release release;
} reader;

static ssize_t read_more(void *context, uint64_t position, char *bytes, size_t capacity) {
    (void)position;
    const reader *reader = context;
    ssize_t count = reader->read(reader->context, bytes, capacity);
    return count < 0 ? MHD_CONTENT_READER_END_OF_STREAM : count;
}

static void release_reader(void *context) {
    reader *reader = context;
    reader->release(reader->context);
    free(reader);
}

cmicrohttp_response *cmicrohttp_respond_with_reader(cmicrohttp_read read, void *context, cmicrohttp_release release) {
    reader *reader = malloc(sizeof *reader);
    if (!reader) { return NULL; }
    reader->read = read;
    reader->context = context;
    reader->release = release;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16 * 1024, read_more, reader, release_reader);
    if (!response) { free(reader); }
    return ours(response);
}

int cmicrohttp_add_header(cmicrohttp_response *response, const char *name, const char *value) {
    return MHD_add_response_header(theirs(response), name, value) == MHD_YES;
}

int cmicrohttp_answer(cmicrohttp_exchange *exchange, unsigned int status, cmicrohttp_response *response) {
    enum MHD_Result result = MHD_queue_response(exchange->connection, status, theirs(response));
    MHD_destroy_response(theirs(response));
    exchange->is_answered = 1;
    return result == MHD_YES;
}

void cmicrohttp_drop(cmicrohttp_response *response) { MHD_destroy_response(theirs(response)); }
