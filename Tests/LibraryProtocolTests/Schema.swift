import CLibraryProtocol
import Foundation

@testable import LibraryProtocol

// What the tests ask the schema, and protobuf-c.

enum Schema {
    struct RepeatedField {
        var name: String
        var hasLimit: Bool
    }

    /// The repeated fields of a `Request` and of all that can be in one.
    static var repeatedFieldsOfRequests: [RepeatedField] {
        unsafe kindsOfRequests.flatMap { kind in
            unsafe fields(kind).filter { unsafe $0.pointee.label == PROTOBUF_C_LABEL_REPEATED }.map { field in
                unsafe RepeatedField(
                    name: String(cString: kind.pointee.name) + "." + String(cString: field.pointee.name),
                    hasLimit: RepeatedFieldLimit.of(field) != nil
                )
            }
        }
    }

    /// The number of fields of the message that has most.
    static var mostFieldsInRequests: Int { unsafe kindsOfRequests.map { unsafe Int($0.pointee.n_fields) }.max() ?? 0 }

    private static var kindsOfRequests: [UnsafePointer<ProtobufCMessageDescriptor>] {
        var found = unsafe [MessageKind(photolibrary__request__init).descriptor]
        var next = 0
        while unsafe next < found.count {
            let held = unsafe fields(found[next]).compactMap { field in
                unsafe field.pointee.type == PROTOBUF_C_TYPE_MESSAGE
                    ? field.pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self) : nil
            }
            unsafe held.forEach { kind in
                if unsafe !found.contains(kind) { unsafe found.append(kind) }
            }
            next += 1
        }
        return unsafe found
    }

    private static func fields(
        _ kind: UnsafePointer<ProtobufCMessageDescriptor>
    ) -> [UnsafePointer<ProtobufCFieldDescriptor>] {
        guard let first = unsafe kind.pointee.fields else { return unsafe [] }
        return unsafe (0..<Int(kind.pointee.n_fields)).map { unsafe first + $0 }
    }
}

extension MessageArena {
    /// Bytes that protobuf-c asks for to unpack a request, or until it refuses it.
    static func taken(unpacking request: [UInt8]) -> Int {
        let budget = 1 << 40
        let arena = MessageArena(budget: budget)
        _ = arena.unpack(request.span, MessageKind(photolibrary__request__init))
        return withExtendedLifetime(arena) { budget - (arena.budget ?? 0) }
    }
}

extension Schema {
    /// The fields that `Protos` says are required, as `Message.field`.
    static let required: Set<String> = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Protos")
        var required: Set<String> = []
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            guard file.hasSuffix(".proto") else { continue }
            let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
            var message = ""
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                if words.first == "message" { message = String(words[1]) }
                if line.hasSuffix("// Required.") { required.insert("\(message).\(words[2])") }
            }
        }
        return required
    }()

    private static func isRequired(
        _ field: UnsafePointer<ProtobufCFieldDescriptor>,
        of kind: UnsafePointer<ProtobufCMessageDescriptor>
    ) -> Bool {
        unsafe required.contains(String(cString: kind.pointee.short_name) + "." + String(cString: field.pointee.name))
    }

    /// The required fields of a call.
    static func requiredFields(_ number: UInt64) -> [String] {
        let request = unsafe MessageKind(photolibrary__request__init).descriptor
        guard let field = unsafe protobuf_c_message_descriptor_get_field(request, UInt32(number)),
            let kind = unsafe field.pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
        else { return [] }
        return unsafe fields(kind).filter { unsafe isRequired($0, of: kind) }.map {
            unsafe String(cString: $0.pointee.name)
        }
    }

    /// A request with nothing in its call but what is required, and `rest`. `missing` is left out.
    static func leastRequest(_ number: UInt64, and rest: [UInt8] = [], without missing: String = "") -> [UInt8] {
        let request = unsafe MessageKind(photolibrary__request__init).descriptor
        guard let field = unsafe protobuf_c_message_descriptor_get_field(request, UInt32(number)) else { return [] }
        return unsafe packed(field, least(field, without: missing) + rest)
    }

    /// Blocks of one operation each, one of every kind.
    static var leastOperations: [[UInt8]] {
        let operation = unsafe MessageKind(photolibrary__operation__init).descriptor
        return unsafe fields(operation).map { field in
            let key = [0x0A, 16] + [UInt8](repeating: 7, count: 16)
            let packedOperation = unsafe packed(field, least(field))
            let call = key + [0x12, UInt8(packedOperation.count)] + packedOperation
            return [0xB2, 1, UInt8(call.count)] + call
        }
    }

    /// What a field of a message's type holds at least; of any other type, something that it can be.
    private static func least(
        _ field: UnsafePointer<ProtobufCFieldDescriptor>,
        without missing: String = ""
    ) -> [UInt8] {
        switch unsafe field.pointee.type {
        case PROTOBUF_C_TYPE_MESSAGE:
            guard let kind = unsafe field.pointee.descriptor?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
            else { return [] }
            return unsafe fields(kind).filter { field in
                unsafe isRequired(field, of: kind) && String(cString: field.pointee.name) != missing
            }.flatMap { unsafe packed($0, least($0)) }
        case PROTOBUF_C_TYPE_STRING: return [UInt8(ascii: "a")]
        case PROTOBUF_C_TYPE_BYTES:
            // Lists may be empty, and are of 16 or 17 bytes an entry.
            let name = unsafe String(cString: field.pointee.name)
            let isList = ["identifiers", "assets", "objects", "members", "data", "token"].contains(name)
            return isList ? [] : [UInt8](repeating: 7, count: 16)
        // Without a container, members are of the top level of the folders.
        case PROTOBUF_C_TYPE_ENUM where unsafe String(cString: field.pointee.name) == "container_kind": return [3]
        default: return [1]
        }
    }

    private static func packed(_ field: UnsafePointer<ProtobufCFieldDescriptor>, _ content: [UInt8]) -> [UInt8] {
        let number = unsafe field.pointee.id
        let hasLength = unsafe [PROTOBUF_C_TYPE_MESSAGE, PROTOBUF_C_TYPE_STRING, PROTOBUF_C_TYPE_BYTES]
            .contains(field.pointee.type)
        let key = number << 3 | (hasLength ? 2 : 0)
        let packedKey = key < 128 ? [UInt8(key)] : [UInt8(key & 127) | 128, UInt8(key >> 7)]
        return hasLength ? packedKey + [UInt8(content.count)] + content : packedKey + content
    }
}
