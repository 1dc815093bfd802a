internal import Foundation
internal import LinuxSystem
internal import Synchronization

/// A command of the DevTools protocol: its fields are the parameters.
protocol DevToolsCommand: Encodable {
    associatedtype Reply: Decodable
    static var method: String { get }
}

/// Nothing of interest.
struct Ignored: Decodable {}

/// What a browser says went wrong, or that it is no longer there.
package struct DevToolsError: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
}

/// An event, whose parameters are decoded by whoever wants them.
struct DevToolsEvent: Sendable {
    var method: String
    var session: String?
    var message: Data

    func parameters<Parameters: Decodable>(_ type: Parameters.Type = Parameters.self) throws -> Parameters {
        try JSONDecoder().decode(EventEnvelope<Parameters>.self, from: message).params
    }
}

/// The DevTools protocol over a pair of descriptors: JSON messages that end with a zero byte.
///
/// A thread of its own reads; replies resume whoever called, events go to `whenEvent` on that thread.
final class DevTools: Sendable {
    private struct State {
        var lastNumber = 0
        var callers: [Int: CheckedContinuation<Data, any Error>] = [:]
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let socket: SharedDescriptor

    init(_ socket: consuming OwnedDescriptor, whenEvent: @escaping @Sendable (DevToolsEvent) -> Void) throws {
        let shared = SharedDescriptor(socket)
        self.socket = shared
        _ = try SystemThread(name: "devtools") { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 256 * 1024)
            var message = Data()
            while true {
                let count: Int
                do { count = try shared.descriptor.read(into: &buffer) } catch { count = 0 }
                guard count > 0 else { break }
                var rest = buffer[..<count]
                while let end = rest.firstIndex(of: 0) {
                    message.append(contentsOf: rest[..<end])
                    self?.received(message, whenEvent)
                    message = Data()
                    rest = rest[(end + 1)...]
                }
                message.append(contentsOf: rest)
            }
            self?.ended()
        }
    }

    func call<Command: DevToolsCommand>(_ command: Command, session: String? = nil) async throws -> Command.Reply {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let call = CallEnvelope(id: number, method: Command.method, params: command, sessionId: session)
        let bytes = Array(try JSONEncoder().encode(call)) + [0]
        let data = try await withCheckedThrowingContinuation { continuation in
            let isThere = state.withLock { state in
                if !state.hasEnded { state.callers[number] = continuation }
                return !state.hasEnded
            }
            guard isThere else {
                continuation.resume(throwing: DevToolsError(description: "the browser has ended"))
                return
            }
            do {
                // Messages of several callers must not be mixed.
                try socket.whole.withLock { _ in try socket.descriptor.write(bytes) }
            } catch {
                let caller = state.withLock { $0.callers.removeValue(forKey: number) }
                caller?.resume(throwing: error)
            }
        }
        let reply = try JSONDecoder().decode(ReplyEnvelope<Command.Reply>.self, from: data)
        if let error = reply.error { throw DevToolsError(description: "\(Command.method): \(error.message)") }
        guard let result = reply.result else { throw DevToolsError(description: "\(Command.method): no result") }
        return result
    }

    private func received(_ message: Data, _ whenEvent: (DevToolsEvent) -> Void) {
        struct Envelope: Decodable {
            var id: Int?
            var method: String?
            var sessionId: String?
        }
        let envelope: Envelope
        do { envelope = try JSONDecoder().decode(Envelope.self, from: message) } catch {
            print("not a message of the DevTools protocol: \(error)")
            return
        }
        if let id = envelope.id {
            state.withLock { $0.callers.removeValue(forKey: id) }?.resume(returning: message)
        } else if let method = envelope.method {
            whenEvent(DevToolsEvent(method: method, session: envelope.sessionId, message: message))
        }
    }

    private func ended() {
        let callers = state.withLock { state in
            state.hasEnded = true
            defer { state.callers = [:] }
            return state.callers.values
        }
        for caller in callers { caller.resume(throwing: DevToolsError(description: "the browser has ended")) }
    }
}

private struct CallEnvelope<Command: DevToolsCommand>: Encodable {
    var id: Int
    var method: String
    var params: Command
    var sessionId: String?
}

private struct ReplyEnvelope<Result: Decodable>: Decodable {
    struct Failure: Decodable { var message: String }
    var result: Result?
    var error: Failure?
}

private struct EventEnvelope<Parameters: Decodable>: Decodable { var params: Parameters }

private final class SharedDescriptor: Sendable {
    let descriptor: OwnedDescriptor
    let whole = Mutex(())
    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
}
