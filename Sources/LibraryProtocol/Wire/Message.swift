package import CLibraryProtocol
package import LibraryModel

/// What protobuf-c knows of a kind of message. It is constant.
@safe
package struct MessageKind<Fields>: @unchecked Sendable {
    let initialize: @Sendable (UnsafeMutablePointer<Fields>?) -> Void
    let descriptor: UnsafePointer<ProtobufCMessageDescriptor>

    /// The kind that protoc-c's `…__init` makes messages of.
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
    /// protoc-c's struct.
    associatedtype Fields
    static var messageKind: MessageKind<Fields> { get }
    func write(to message: Message<Fields>)
    /// Throws `protocolViolation` for a field that is missing, or that is not what it has to be.
    init(reading message: Message<Fields>) throws(LibraryError)
}

/// A message of protobuf-c's in its arena, and its fields as values of Swift's.
///
/// A field is named by its key path, behind that of the `has_…` or `n_…` which the C struct has for it. Nil is what is
/// not in the message: it is read from a field that is not there, and leaves one out that is written.
@safe
package struct Message<Fields> {
    typealias Has = WritableKeyPath<Fields, protobuf_c_boolean>
    typealias Count = WritableKeyPath<Fields, Int>
    typealias Text = WritableKeyPath<Fields, UnsafeMutablePointer<CChar>?>
    typealias Texts = WritableKeyPath<Fields, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
    typealias Column<Element> = WritableKeyPath<Fields, UnsafeMutablePointer<Element>?>
    typealias List<Part> = WritableKeyPath<Fields, UnsafeMutablePointer<UnsafeMutablePointer<Part>?>?>

    private let start: UnsafeMutablePointer<Fields>
    /// Holds the message, and all that is in it.
    let arena: MessageArena

    /// `start` lies in the arena.
    init(_ start: UnsafeMutablePointer<Fields>, in arena: MessageArena) {
        unsafe self.start = start
        self.arena = arena
    }

    /// For protobuf-c.
    private var base: UnsafePointer<ProtobufCMessage> {
        unsafe UnsafeRawPointer(start).assumingMemoryBound(to: ProtobufCMessage.self)
    }

    /// Bytes that the message takes when it is packed.
    var packedSize: Int { withExtendedLifetime(arena) { unsafe protobuf_c_message_get_packed_size(base) } }

    /// Packs the message, which takes `size` bytes, behind the first `offset` bytes of `buffer`, which has room for it.
    func pack(_ size: Int, into buffer: inout [UInt8], at offset: Int) {
        precondition(buffer.count - offset >= size)
        unsafe buffer.withUnsafeMutableBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            _ = unsafe protobuf_c_message_pack(base, (first + offset).assumingMemoryBound(to: UInt8.self))
        }
        withExtendedLifetime(arena) {}
    }

    /// The packed message by itself.
    var packed: [UInt8] {
        let size = packedSize
        var buffer = [UInt8](repeating: 0, count: size)
        pack(size, into: &buffer, at: 0)
        return buffer
    }

    /// What is in a field, whatever it is.
    @safe @inline(__always)
    subscript<Value>(field: WritableKeyPath<Fields, Value>) -> Value {
        get { unsafe start.pointee[keyPath: field] }
        nonmutating set { unsafe start.pointee[keyPath: field] = newValue }
    }
}

/// What a number of the schema is in Swift.
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

// Numbers, and columns of them.
//
// Whatever takes a key path is inlined, so that the compiler makes an access of it that is as direct as C's.
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

// Texts, up to their first NUL. `UnpackCost` has refused what is not UTF-8.
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

// Messages in messages.
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
    /// A value's message.
    func message<Value: MessageValue>(_ value: Value) -> Message<Value.Fields> {
        let message = unsafe Message(make(Value.messageKind), in: self)
        value.write(to: message)
        return message
    }

    /// The values of a list of messages.
    func values<Value: MessageValue>(
        _ list: UnsafeBufferPointer<UnsafeMutablePointer<Value.Fields>?>
    ) throws(LibraryError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(list.count)
        for place in 0..<list.count {
            guard let part = unsafe list[place] else { throw .malformed("an entry that is not there") }
            unsafe values.append(try Value(reading: Message<Value.Fields>(part, in: self)))
        }
        return values
    }
}

extension Optional {
    /// What a message has to have.
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
