/// The page's host, which with the port makes its origin.
///
/// Browsers keep service workers, caches and cookies by origin, and any program may have had our port on the loopback
/// address before. So the page has a random name that no other origin can have had. Browsers resolve every name below
/// `localhost` to the loopback address themselves.
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

    /// For browsers that do not resolve names below `localhost`. A former owner of the port may have left a service
    /// worker.
    package static let plain = PageAddress(name: "127.0.0.1")

    /// As in the header `Host`.
    func host(_ port: UInt16) -> String { "\(name):\(port)" }

    func origin(_ port: UInt16) -> String { "http://" + host(port) }
}
