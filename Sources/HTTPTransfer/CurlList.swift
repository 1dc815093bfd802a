internal import CCurl

/// A curl_slist of header lines.
@safe
final class CurlList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ lines: [String]) throws(HTTPFailure) {
        for line in lines {
            guard let longer = unsafe curl_slist_append(first, line) else {
                throw .other(CURLE_OUT_OF_MEMORY.rawValue)
            }
            unsafe first = longer
        }
    }

    deinit { unsafe curl_slist_free_all(first) }
}

extension HTTPRequest {
    /// The lines in libcurl's form: a header with an empty value ends in a semicolon; `Expect:` without a value removes
    /// the header that libcurl would add.
    var headerLines: [String] {
        // Waiting for `100 Continue` costs a second with servers that do not send it.
        let lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        return lines + ["Expect:"]
    }
}
