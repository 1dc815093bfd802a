# The one place for commands. `make demo` and `make test` set up what they need.

SWIFT ?= swift
PROTOS := $(sort $(notdir $(wildcard Protos/*.proto)))

protocol:
	protoc-c --proto_path=Protos --c_out=Sources/CLibraryProtocol $(PROTOS)
