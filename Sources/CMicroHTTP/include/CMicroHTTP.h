// libmicrohttpd as far as the agent's page needs it: a server on both loopback addresses with a thread for each
// connection, whose requests are handed over whole, or piece by piece where they are large. What is variadic or made of
// macros there is a function here.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct cmicrohttp_server cmicrohttp_server;
/// One request, while a callback runs.
typedef struct cmicrohttp_exchange cmicrohttp_exchange;
/// What will be answered. It is used up by `cmicrohttp_answer`.
typedef struct cmicrohttp_response cmicrohttp_response;

/// Bytes for a response that goes on for as long as the client listens. Returns their number, or -1 to end it; waits on
/// its thread until there are some.
typedef ssize_t (*cmicrohttp_read)(void *context, char *bytes, size_t capacity);
typedef void (*cmicrohttp_release)(void *context);

typedef struct {
    void *context;
    /// A client has connected from `port` of 127.0.0.1, or of ::1, to `own_port` there: 1 to take it.
    int (*admit)(void *context, int is_ipv6, uint16_t port, uint16_t own_port);
    /// A connection begins, and ends. Its socket is open in both calls.
    void (*opened)(void *context, int socket);
    void (*closed)(void *context, int socket);
    /// A request's head is there; a body may follow. Answers, to refuse it, or lets it come, whole or as a stream: 1. 0
    /// ends the connection.
    int (*began)(void *context, cmicrohttp_exchange *exchange);
    /// All of the request is there. Answers: 1. 0 ends the connection.
    int (*received)(void *context, cmicrohttp_exchange *exchange);
    /// The answer has been sent, or cannot be.
    void (*completed)(void *context, int socket);
} cmicrohttp_callbacks;

typedef struct {
    /// 0 for any that is free on both addresses.
    uint16_t port;
    /// On each address.
    unsigned int maximum_connections;
    /// Seconds without any progress after which a connection is closed.
    unsigned int idle_timeout;
    /// Bytes of a request's head.
    size_t maximum_head;
    /// Bytes of a request's body that is handed over whole; longer ones are not read.
    size_t maximum_body;
} cmicrohttp_limits;

/// NULL, with errno set, when there can be no server. The callbacks are copied.
cmicrohttp_server *cmicrohttp_start(const cmicrohttp_callbacks *callbacks, const cmicrohttp_limits *limits);
uint16_t cmicrohttp_port(const cmicrohttp_server *server);
/// Returns when every connection has ended: their readers must have been told to.
void cmicrohttp_stop(cmicrohttp_server *server);

const char *cmicrohttp_method(const cmicrohttp_exchange *exchange);
/// Without the query, percent signs resolved.
const char *cmicrohttp_path(const cmicrohttp_exchange *exchange);
int cmicrohttp_socket(const cmicrohttp_exchange *exchange);
/// The port that the request came to.
uint16_t cmicrohttp_own_port(const cmicrohttp_exchange *exchange);
/// 1 and the bytes of the body that the request announces, 0 for none; 0 when it has one of a length that it does not
/// tell.
int cmicrohttp_body_length(const cmicrohttp_exchange *exchange, uint64_t *count);

/// Takes a piece of a body. 0 ends the connection.
typedef int (*cmicrohttp_write)(void *context, const char *bytes, size_t count);
/// While `began` runs: lets the body come piece by piece, however long it is. `release` is called with the context once
/// the request is over, also when the client has gone in its midst.
void cmicrohttp_stream_body(
    cmicrohttp_exchange *exchange, cmicrohttp_write write, void *context, cmicrohttp_release release);
/// The context of a body that has come piece by piece; NULL for others.
void *cmicrohttp_streamed_body(const cmicrohttp_exchange *exchange);
/// A body that has come whole.
const uint8_t *cmicrohttp_body(const cmicrohttp_exchange *exchange, size_t *count);

typedef void (*cmicrohttp_visit)(
    void *context, const char *name, size_t name_count, const char *value, size_t value_count);
void cmicrohttp_visit_headers(cmicrohttp_exchange *exchange, void *context, cmicrohttp_visit visit);
void cmicrohttp_visit_query(cmicrohttp_exchange *exchange, void *context, cmicrohttp_visit visit);

/// NULL when there is no memory, as the next two.
cmicrohttp_response *cmicrohttp_respond_with_bytes(const void *bytes, size_t count);
/// `count` bytes of a file from `offset` on. Takes the descriptor, unless it returns NULL.
cmicrohttp_response *cmicrohttp_respond_with_file(int descriptor, uint64_t offset, uint64_t count);
/// `release` is called with the context once nothing reads any more, unless this returns NULL.
cmicrohttp_response *cmicrohttp_respond_with_reader(cmicrohttp_read read, void *context, cmicrohttp_release release);
/// 0 when the header cannot be.
int cmicrohttp_add_header(cmicrohttp_response *response, const char *name, const char *value);
/// What a callback returns. Uses the response up in any case.
int cmicrohttp_answer(cmicrohttp_exchange *exchange, unsigned int status, cmicrohttp_response *response);
/// For a response that is not sent.
void cmicrohttp_drop(cmicrohttp_response *response);
