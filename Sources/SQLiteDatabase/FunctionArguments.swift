internal import CSQLite

/// What a statement hands to a function of the program's.
@safe package struct FunctionArguments: ~Copyable {
    private let count: Int32
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    init(count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?) {
        self.count = count
        unsafe self.values = unsafe values
    }

    /// 0 for null.
    package func integer(_ index: Int32) -> Int64 {
        guard let value = unsafe value(index) else { return 0 }
        return unsafe sqlite3_value_int64(value)
    }

    /// 0 for null.
    package func real(_ index: Int32) -> Double {
        guard let value = unsafe value(index) else { return 0 }
        return unsafe sqlite3_value_double(value)
    }

    /// A blob of 16 bytes as two numbers, the first bytes most significant; nil when it is anything else.
    package func words(_ index: Int32) -> (high: UInt64, low: UInt64)? {
        guard let value = unsafe value(index), let start = unsafe sqlite3_value_blob(value),
            unsafe sqlite3_value_bytes(value) == 16
        else { return nil }
        return unsafe (
            UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// Nil for null.
    package func optionalText(_ index: Int32) -> String? {
        guard let value = unsafe value(index), let start = unsafe sqlite3_value_text(value) else { return nil }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func value(_ index: Int32) -> OpaquePointer? {
        precondition(index >= 0 && index < count, "a function was defined with fewer arguments")
        return unsafe values?[Int(index)]
    }
}

final class FunctionBox {
    let body: @Sendable (borrowing FunctionArguments) -> Bool

    init(_ body: @escaping @Sendable (borrowing FunctionArguments) -> Bool) {
        self.body = body
    }
}

func callFunction(
    _ context: OpaquePointer?,
    _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let pointer = unsafe sqlite3_user_data(context) else { return }
    let box = unsafe Unmanaged<FunctionBox>.fromOpaque(pointer).takeUnretainedValue()
    let answer = unsafe box.body(FunctionArguments(count: count, values: values))
    unsafe sqlite3_result_int(context, answer ? 1 : 0)
}

func releaseFunction(_ context: UnsafeMutableRawPointer?) {
    if let context = unsafe context { unsafe Unmanaged<FunctionBox>.fromOpaque(context).release() }
}
