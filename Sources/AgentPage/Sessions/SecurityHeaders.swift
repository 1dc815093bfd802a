/// The headers that every answer has.
enum SecurityHeaders {
    /// Allows only our own files, and no page to frame ours.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
        "media-src 'self' blob:", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    static let all: [(name: String, value: String)] = [
        ("Content-Security-Policy", contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// Adds them, and `no-store` unless the answer says how it may be cached.
    static func add(to response: inout HTTPResponse) {
        response.headers += all
        if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
            response.headers.append(("Cache-Control", "no-store"))
        }
    }
}

extension HTTPResponse {
    /// The header of what never changes at its address: the browser may keep it for a day.
    static let mayBeKept = (name: "Cache-Control", value: "private, max-age=86400, immutable")
}
