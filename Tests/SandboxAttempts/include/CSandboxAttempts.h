#pragma once

// What a program that was taken over tries. 0, or an errno.

int sandbox_execute(void);
int sandbox_fork(void);
int sandbox_trace_parent(void);
int sandbox_read_memory_of_parent(void);
int sandbox_signal_parent(void);
int sandbox_listen(void);
int sandbox_open_raw_socket(void);
/// To a port of this machine at which nobody answers.
int sandbox_connect(void);
int sandbox_make_code(void);
