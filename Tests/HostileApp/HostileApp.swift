import Glibc
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Synchronization

/// An app that takes all that it can get, for tests and benchmarks of what others notice of it. Copies of it under
/// other paths are other apps.
///
///     hostile-app SOCKET observe|connect|encode|sealed|prompts|predicates|blocks|largest-blocks|names CONNECTIONS
///
/// Says "flooding" on standard error, and how many connections it was given, when all of them are at it; and goes on
/// until it is killed.
enum HostileApp {
    static func run() -> Never {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]), count > 0 else {
            fail("usage: hostile-app SOCKET WHAT CONNECTIONS")
        }
        let socket = FilePath(arguments[1])
        do {
            switch arguments[2] {
            case "observe": try observe(socket, count)
            case "connect": try connect(socket, threads: count)
            case let what:
                guard let flood = try Flood.named(what, socket) else { fail("there is no flood of \(what)") }
                try flood.begin(socket, connections: count)
            }
        } catch {
            fail("\(error)")
        }
        while true { Parker().park() }
    }

    static func fail(_ reason: String) -> Never {
        say("hostile-app: \(reason)")
        exit(70)
    }

    static func say(_ line: String) {
        do { try OwnProcess.standardError().write(Array("\(line)\n".utf8)) } catch { exit(71) }
    }

    /// Streams of events, as many as it is given connections, with room for as much as there may be. Each is read by a
    /// thread of its own.
    private static func observe(_ socket: FilePath, _ count: Int) throws {
        var held = 0
        for _ in 0..<count {
            let hears = Parker()
            let isHeld = Atomic(false)
            _ = try SystemThread(name: "observer") {
                do {
                    var client = try RawClient(connectingTo: socket)
                    guard case .success = try client.openStream(ObserveCall()) else { return hears.unpark() }
                    isHeld.store(true, ordering: .relaxed)
                    hears.unpark()
                    while true { if try client.next() == nil { return } }
                } catch {
                    // Over the limit, or nothing has come for a minute.
                    hears.unpark()
                }
            }
            hears.park()
            if isHeld.load(ordering: .relaxed) { held += 1 }
        }
        say("flooding \(held)")
        while true { Parker().park() }
    }

    /// Connections that say nothing, of which each thread keeps some.
    private static func connect(_ socket: FilePath, threads: Int) throws {
        let begun = Atomic(0)
        for _ in 0..<threads {
            _ = try SystemThread(name: "flood") {
                if begun.add(1, ordering: .relaxed).newValue == threads { say("flooding \(threads)") }
                while true {
                    var held = DescriptorList()
                    for _ in 0..<300 {
                        do throws(SystemCallError) { held.append(try UnixSocket.connect(to: socket)) } catch { break }
                    }
                }
            }
        }
    }
}
