internal import CCurl

// libcurl's callbacks, on the request's thread. `userData` is the exchange, which the transfer's caller keeps alive.

let curlHeader: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes,
    size,
    count,
    userData in
    guard let exchange = unsafe exchange(userData) else { return 0 }
    let line = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return exchange.take(headerLine: line) ? line.count : 0
}

let curlBody: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes,
    size,
    count,
    userData in
    guard let exchange = unsafe exchange(userData) else { return 0 }
    let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let isTaken = unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe exchange.take(body: $0.span) }
    return isTaken ? bytes.count : 0
}

let curlRead: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    buffer,
    size,
    count,
    userData in
    guard let exchange = unsafe exchange(userData), let buffer = unsafe buffer, let bytes = exchange.next(size * count)
    else { return ccurl_read_abort }
    unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: bytes, byteCount: bytes.count)
    return bytes.count
}

let curlSeek: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, CInt) -> CInt = { userData, offset, origin in
    // SEEK_SET, the only one that libcurl uses.
    guard let exchange = unsafe exchange(userData), origin == 0, exchange.seek(to: Int64(offset)) else {
        return ccurl_seek_failed
    }
    return ccurl_seek_done
}

let curlProgress: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> CInt = {
    userData,
    _,
    received,
    _,
    sent in
    guard let exchange = unsafe exchange(userData) else { return 1 }
    return exchange.moved(sent: Int64(sent), received: Int64(received)) ? 0 : 1
}

let curlSocket:
    @convention(c) (UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t = {
        userData,
        _,
        address in
        guard let exchange = unsafe exchange(userData), let address = unsafe address else { return ccurl_no_socket }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe ccurl_address_bytes(address, bytes.baseAddress)
        }
        bytes.removeLast(16 - Int(count))
        guard exchange.mayConnect(to: bytes.isEmpty ? nil : bytes) else { return ccurl_no_socket }
        return unsafe ccurl_open_socket(address)
    }

private func exchange(_ userData: UnsafeMutableRawPointer?) -> HTTPExchange? {
    guard let userData = unsafe userData else { return nil }
    return unsafe Unmanaged<HTTPExchange>.fromOpaque(userData).takeUnretainedValue()
}
