internal import CCurl
internal import LinuxSystem

/// libcurl's easy and multi handle: one transfer at a time, and the connections kept for later ones.
///
/// Not thread-safe but for `wake`. `HTTPClient` gives a handle to one thread at a time, which is why it may be
/// `Sendable`.
@safe
final class CurlHandle: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer
    private let easy: UnsafeMutableRawPointer

    /// Milliseconds between checks for a deadline. (A cancellation wakes the transfer.)
    private static let pollInterval: CInt = 1_000
    /// Bytes that libcurl reads from a body at a time.
    private static let uploadBufferSize = 256 * 1024

    private static let isReady = ccurl_global_init() == CURLE_OK

    init() throws(HTTPFailure) {
        guard CurlHandle.isReady, let multi = unsafe curl_multi_init() else {
            throw HTTPFailure.other(CURLE_FAILED_INIT.rawValue)
        }
        guard let easy = unsafe curl_easy_init() else {
            unsafe curl_multi_cleanup(multi)
            throw HTTPFailure.other(CURLE_FAILED_INIT.rawValue)
        }
        unsafe self.multi = multi
        unsafe self.easy = easy
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        _ = unsafe curl_multi_cleanup(multi)
    }

    /// Makes a transfer on another thread check its cancellation.
    private func wake() { _ = unsafe curl_multi_wakeup(multi) }

    /// Runs a transfer to its end, and returns libcurl's result.
    func perform(_ exchange: HTTPExchange, authorities: FilePath?) throws(HTTPFailure) -> CURLcode {
        unsafe curl_easy_reset(easy)
        let headers = try CurlList(exchange.request.headerLines)
        defer { withExtendedLifetime((exchange, headers)) {} }
        try setOptions(exchange.request, headers, authorities)
        try unsafe setCallbacks(Unmanaged.passUnretained(exchange).toOpaque())
        let registration = exchange.cancellation.whenStopped { [self] in wake() }
        defer { registration.end() }

        try check(unsafe curl_multi_add_handle(multi, easy))
        defer { _ = unsafe curl_multi_remove_handle(multi, easy) }
        return try run(exchange)
    }

    private func run(_ exchange: HTTPExchange) throws(HTTPFailure) -> CURLcode {
        while true {
            var running: CInt = 0
            try check(unsafe curl_multi_perform(multi, &running))
            if running == 0 { break }
            if exchange.stopIfCancelled() { return CURLE_ABORTED_BY_CALLBACK }
            try check(unsafe curl_multi_poll(multi, nil, 0, timeout(exchange.cancellation), nil))
        }
        var left: CInt = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            if unsafe message.pointee.msg == CURLMSG_DONE { return unsafe message.pointee.data.result }
        }
        throw .other(CURLE_FAILED_INIT.rawValue)
    }

    private func timeout(_ cancellation: Cancellation) -> CInt {
        guard let remaining = cancellation.remainingNanoseconds else { return CurlHandle.pollInterval }
        return min(CurlHandle.pollInterval, CInt(clamping: remaining / 1_000_000 + 1))
    }

    // MARK: Options

    private func setOptions(
        _ request: HTTPRequest,
        _ headers: CurlList,
        _ authorities: FilePath?
    ) throws(HTTPFailure) {
        try set(CURLOPT_URL, request.url)
        // Otherwise libcurl would also follow `file:` and others.
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // libcurl's resolver may use SIGALRM for timeouts, which is not safe in a process with threads.
        try set(CURLOPT_NOSIGNAL, 1)

        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let authorities {
            guard let path = authorities.exactText else { throw .invalidRequest }
            try set(CURLOPT_CAINFO, path)
            try set(CURLOPT_CAPATH, nil)
        }

        try set(CURLOPT_CONNECTTIMEOUT_MS, request.timeouts.connecting)
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, request.timeouts.stalling)

        try check(unsafe ccurl_set_list(easy, CURLOPT_HTTPHEADER, headers.first))
        if let body = request.body {
            guard let length = curl_off_t(exactly: body.length) else { throw .invalidRequest }
            try set(CURLOPT_UPLOAD, 1)
            try check(unsafe ccurl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, length))
            try set(CURLOPT_UPLOAD_BUFFERSIZE, CurlHandle.uploadBufferSize)
        } else if request.method == "HEAD" {
            try set(CURLOPT_NOBODY, 1)
        }
        try set(CURLOPT_CUSTOMREQUEST, request.method)
        if let rate = request.bytesPerSecond {
            try check(unsafe ccurl_set_offset(easy, CURLOPT_MAX_SEND_SPEED_LARGE, curl_off_t(clamping: rate)))
        }
        if request.isAddressAllowed != nil {
            try set(CURLOPT_PROXY, "")
            // A kept connection may lead to an address that this request may not use.
            try set(CURLOPT_FRESH_CONNECT, 1)
            try set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    private func setCallbacks(_ exchange: UnsafeMutableRawPointer) throws(HTTPFailure) {
        try check(unsafe ccurl_set_transfer_function(easy, CURLOPT_HEADERFUNCTION, curlHeader))
        try check(unsafe ccurl_set_transfer_function(easy, CURLOPT_WRITEFUNCTION, curlBody))
        try check(unsafe ccurl_set_transfer_function(easy, CURLOPT_READFUNCTION, curlRead))
        try check(unsafe ccurl_set_seek_function(easy, curlSeek))
        try check(unsafe ccurl_set_socket_function(easy, curlSocket))
        try check(unsafe ccurl_set_progress_function(easy, curlProgress))
        try set(CURLOPT_NOPROGRESS, 0)
        for option in [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_XFERINFODATA,
            CURLOPT_OPENSOCKETDATA,
        ] {
            try check(unsafe ccurl_set_pointer(easy, option, exchange))
        }
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPFailure) {
        try check(unsafe ccurl_set_long(easy, option, value))
    }

    private func set(_ option: CURLoption, _ value: String?) throws(HTTPFailure) {
        try check(unsafe ccurl_set_text(easy, option, value))
    }

    private func check(_ code: CURLcode) throws(HTTPFailure) {
        if code != CURLE_OK { throw HTTPFailure(curl: code) ?? .other(code.rawValue) }
    }

    private func check(_ code: CURLMcode) throws(HTTPFailure) {
        if code != CURLM_OK { throw .other(UInt32(bitPattern: code.rawValue)) }
    }
}
