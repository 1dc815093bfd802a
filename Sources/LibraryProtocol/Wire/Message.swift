package import CLibraryProtocol
package import LibraryModel

/// A type of message: protobuf-c's descriptor and initializer of it, both constant.
@safe
package struct MessageKind<Fields>: @unchecked Sendable {
    let initialize: @Sendable (UnsafeMutablePointer<Fields>?) -> Void
    let descriptor: UnsafePointer<ProtobufCMessageDescriptor>

    /// The type of protoc-c's initializer `…__init`.
    @safe
    package init(_ initialize: @escaping @Sendable (UnsafeMutablePointer<Fields>?) -> Void) {
        let descriptor = unsafe withUnsafeTemporaryAllocation(of: Fields.self, capacity: 1) { room in
            unsafe initialize(room.baseAddress)
            let message = unsafe UnsafeRawPointer(room.baseAddress)?.assumingMemoryBound(to: ProtobufCMessage.self)
            return unsafe message?.pointee.descriptor
        }
        guard let descriptor = unsafe descriptor else { preconditionFailure("a message without a descriptor") }
        unsafe self.initialize = initialize
        unsafe self.descriptor = descriptor
    }
}

/// A value that is a message of the schema.
package protocol MessageValue {
    /// The struct that protoc-c generates.
    associatedtype Fields
    static var messageKind: MessageKind<Fields> { get }
    func write(to message: Message<Fields>)
    /// Throws `protocolViolation` for a missing or malformed field.
    init(reading message: Message<Fields>) throws(LibraryError)
}

/// A protobuf-c message in its arena, whose fields are read and written as Swift values.
///
/// Key paths name a field: first that of its `has_…` or `n_…` in the C struct, if it has one, then its own. An absent
/// field reads as nil, and writing nil leaves the field absent.
@safe
package struct Message<Fields> {
    typealias Has = WritableKeyPath<Fields, protobuf_c_boolean>
    typealias Count = WritableKeyPath<Fields, Int>
    typealias Text = WritableKeyPath<Fields, UnsafeMutablePointer<CChar>?>
    typealias Texts = WritableKeyPath<Fields, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
    typealias Column<Element> = WritableKeyPath<Fields, UnsafeMutablePointer<Element>?>
    typealias List<Part> = WritableKeyPath<Fields, UnsafeMutablePointer<UnsafeMutablePointer<Part>?>?>

    private let start: UnsafeMutablePointer<Fields>
    /// Owns the message and everything below it.
    let arena: MessageArena

    /// `start` is in the arena.
    init(_ start: UnsafeMutablePointer<Fields>, in arena: MessageArena) {
        unsafe self.start = start
        self.arena = arena
    }

    /// For protobuf-c.
    private var base: UnsafePointer<ProtobufCMessage> {
        unsafe UnsafeRawPointer(start).assumingMemoryBound(to: ProtobufCMessage.self)
    }

    /// Bytes of the packed message.
    var packedSize: Int { withExtendedLifetime(arena) { unsafe protobuf_c_message_get_packed_size(base) } }

    /// Packs the message after the first `offset` bytes of `buffer`, which has room for its `size` bytes.
    func pack(_ size: Int, into buffer: inout [UInt8], at offset: Int) {
        precondition(buffer.count - offset >= size)
        unsafe buffer.withUnsafeMutableBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            _ = unsafe protobuf_c_message_pack(base, (first + offset).assumingMemoryBound(to: UInt8.self))
        }
        withExtendedLifetime(arena) {}
    }

    /// The packed message alone.
    var packed: [UInt8] {
        let size = packedSize
        var buffer = [UInt8](repeating: 0, count: size)
        pack(size, into: &buffer, at: 0)
        return buffer
    }

    /// The raw value of a field.
    @safe @inline(__always)
    subscript<Value>(field: WritableKeyPath<Fields, Value>) -> Value {
        get { unsafe start.pointee[keyPath: field] }
        nonmutating set { unsafe start.pointee[keyPath: field] = newValue }
    }
}

/// A Swift type of numeric fields.
protocol FieldNumber {}
extension Int32: FieldNumber {}
extension Int64: FieldNumber {}
extension UInt32: FieldNumber {}
extension UInt64: FieldNumber {}
extension Double: FieldNumber {}
extension Photolibrary__ObjectKind: FieldNumber {}
extension Photolibrary__FetchCall__Scope: FieldNumber {}
extension Photolibrary__PredicateInstruction__Operation: FieldNumber {}
extension Photolibrary__AnswerCall__Kind: FieldNumber {}
extension Photolibrary__FieldChange__Standing: FieldNumber {}
extension Photolibrary__CloudCommand__Kind: FieldNumber {}
extension Photolibrary__CloudReport__Phase: FieldNumber {}

// Numbers and columns of numbers.
//
// Functions with key paths are inlined, so that the compiler turns them into direct accesses.
extension Message {
    @inline(__always)
    func put<Number: FieldNumber>(_ has: Has, _ field: WritableKeyPath<Fields, Number>, _ value: Number?) {
        guard let value else { return }
        self[has] = 1
        self[field] = value
    }

    @inline(__always)
    func number<Number: FieldNumber>(_ has: Has, _ field: WritableKeyPath<Fields, Number>) -> Number? {
        self[has] != 0 ? self[field] : nil
    }

    @inline(__always)
    func put(_ has: Has, _ field: WritableKeyPath<Fields, protobuf_c_boolean>, _ value: Bool?) {
        guard let value else { return }
        self[has] = 1
        self[field] = value ? 1 : 0
    }

    @inline(__always)
    func flag(_ has: Has, _ field: WritableKeyPath<Fields, protobuf_c_boolean>) -> Bool? {
        self[has] != 0 ? self[field] != 0 : nil
    }

    @safe @inline(__always)
    func put<Number: FieldNumber & BitwiseCopyable>(_ count: Count, _ field: Column<Number>, _ values: [Number]) {
        unsafe (self[count], self[field]) = arena.column(values)
    }

    @safe @inline(__always)
    func column<Number: FieldNumber & BitwiseCopyable>(_ count: Count, _ field: Column<Number>) -> [Number] {
        unsafe Array(UnsafeBufferPointer(start: self[field], count: self[count]))
    }
}

// Texts, up to their first NUL. `UnpackCost` has checked that they are UTF-8.
extension Message {
    @safe @inline(__always)
    func put(_ field: Text, _ text: String?) {
        guard let text else { return }
        self[field] = unsafe arena.string(text)
    }

    @safe @inline(__always)
    func text(_ field: Text) -> String? {
        unsafe self[field].map { unsafe String(cString: $0) }
    }

    @safe @inline(__always)
    func put(_ count: Count, _ field: Texts, _ texts: [String]) {
        unsafe (self[count], self[field]) = arena.strings(texts)
    }

    @safe @inline(__always)
    func texts(_ count: Count, _ field: Texts) -> [String] {
        unsafe UnsafeBufferPointer(start: self[field], count: self[count]).map { text in
            unsafe text.map { unsafe String(cString: $0) } ?? ""
        }
    }
}

// Nested messages.
extension Message {
    @safe @inline(__always)
    func put<Value: MessageValue>(_ field: Column<Value.Fields>, _ value: Value?) {
        guard let value else { return }
        self[field] = unsafe arena.message(value).start
    }

    @safe @inline(__always)
    func message<Part>(_ field: Column<Part>) -> Message<Part>? {
        unsafe self[field].map { unsafe Message<Part>($0, in: arena) }
    }

    @safe @inline(__always)
    func part<Value: MessageValue>(
        _ field: Column<Value.Fields>,
        as type: Value.Type = Value.self
    ) throws(LibraryError) -> Value? {
        guard let part = message(field) else { return nil }
        return try Value(reading: part)
    }

    @safe @inline(__always)
    func put<Value: MessageValue>(_ count: Count, _ field: List<Value.Fields>, _ values: [Value]) {
        unsafe (self[count], self[field]) = arena.list(values.map { unsafe arena.message($0).start })
    }

    @safe @inline(__always)
    func parts<Value: MessageValue>(
        _ count: Count,
        _ field: List<Value.Fields>,
        as type: Value.Type = Value.self
    ) throws(LibraryError) -> [Value] {
        unsafe try arena.values(UnsafeBufferPointer(start: self[field], count: self[count]))
    }
}

extension MessageArena {
    /// Reads the value of a nested message.
    func message<Value: MessageValue>(_ value: Value) -> Message<Value.Fields> {
        let message = unsafe Message(make(Value.messageKind), in: self)
        value.write(to: message)
        return message
    }

    /// Reads the values of a repeated message.
    func values<Value: MessageValue>(
        _ list: UnsafeBufferPointer<UnsafeMutablePointer<Value.Fields>?>
    ) throws(LibraryError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(list.count)
        for place in 0..<list.count {
            guard let part = unsafe list[place] else { throw .malformed("an entry without a message") }
            unsafe values.append(try Value(reading: Message<Value.Fields>(part, in: self)))
        }
        return values
    }
}

extension Optional {
    /// Throws `protocolViolation` for nil: the field is required.
    @inline(__always)
    func required(_ field: StaticString) throws(LibraryError) -> Wrapped {
        guard let value = self else { throw .malformed("\(field) is missing") }
        return value
    }
}

extension LibraryError {
    static func malformed(_ what: String) -> LibraryError {
        LibraryError(.protocolViolation, "malformed message: \(what)")
    }
}
