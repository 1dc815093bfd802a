internal import CCurl

extension HTTPFailure {
    /// Nil for a transfer that succeeded.
    init?(curl code: CURLcode) {
        switch code {
        case CURLE_OK: return nil
        case CURLE_URL_MALFORMAT: self = .invalidRequest
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_INTERFACE_FAILED:
            self = .notConnected
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
            self = .untrusted
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_SEND_FAIL_REWIND:
            self = .interrupted
        // An answer without a status line is HTTP/0.9 to libcurl: a protocol that it is not to use.
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            self = .malformedAnswer
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        default: self = .other(code.rawValue)
        }
    }
}
