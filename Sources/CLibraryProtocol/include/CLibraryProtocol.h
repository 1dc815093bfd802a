// The messages of Protos/, as protoc-c generates them.
//
// To name a message's field or function is safe; to follow a pointer that is in one is not, and Swift says so where it is
// done (LibraryProtocol/Wire).
#ifndef C_LIBRARY_PROTOCOL_H
#define C_LIBRARY_PROTOCOL_H

#include <protobuf-c/protobuf-c.h>

#pragma clang attribute push(__attribute__((swift_attr("safe"))), apply_to = any(record, field, function))
#include "../library.pb-c.h"
#pragma clang attribute pop

#endif
