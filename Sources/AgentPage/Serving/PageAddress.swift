/// Where the page is, for browsers: an origin.
///
/// What a browser keeps for an origin (workers that answer in a page's place, caches, cookies) it keeps for whoever has
/// that origin, and a port of the loopback address may have been anybody's before. So the page is at a name that nobody
/// can have had: browsers take every name below `localhost` to the loopback address themselves.
package struct PageAddress: Hashable, Sendable {
    /// The host without its port.
    let name: String

    /// 128 random bits below `localhost`, for one run.
    package static func random() -> PageAddress {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return PageAddress(name: digits.joined() + ".localhost")
    }

    /// For browsers that do not know names below `localhost`. Whoever had the port before may still be in them.
    package static let plain = PageAddress(name: "127.0.0.1")

    /// As the header `Host` has it.
    func host(_ port: UInt16) -> String { "\(name):\(port)" }

    func origin(_ port: UInt16) -> String { "http://" + host(port) }
}
