import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Synchronization

/// Requests without end, on several connections, of which each has some on their way all the time.
struct Flood: Sendable {
    /// Sends one request. The number counts them.
    typealias Send = @Sendable (inout RawClient, Int) throws -> Void

    /// Requests of one connection that are on their way.
    var window = 16
    /// Requests after which a connection is given up for a new one.
    var requestsPerConnection = Int.max
    let send: Send

    /// Nil for a name that is none.
    static func named(_ name: String, _ socket: FilePath) throws -> Flood? {
        switch name {
        case "encode": try encoding()
        case "sealed": try sealed()
        case "prompts": prompts
        case "predicates": predicates
        case "blocks": try blocks(socket, of: ChangeBlock.maximumOperations / 10)
        case "largest-blocks": try blocks(socket, of: ChangeBlock.maximumOperations)
        case "names": try names(socket)
        default: nil
        }
    }

    func begin(_ socket: FilePath, connections: Int) throws {
        let begun = Atomic(0)
        for _ in 0..<connections {
            _ = try SystemThread(name: "flood") {
                var isFirst = true
                while true {
                    do {
                        var client = try RawClient(connectingTo: socket)
                        for number in 0..<window { try send(&client, number) }
                        if isFirst, begun.add(1, ordering: .relaxed).newValue == connections {
                            HostileApp.say("flooding \(connections)")
                        }
                        isFirst = false
                        var number = window
                        while number < requestsPerConnection {
                            guard try client.next() != nil else { break }
                            try send(&client, number)
                            number += 1
                        }
                    } catch {
                        // Cut off: it comes again.
                        Parker().park(until: MonotonicClock.deadline(after: 1_000_000))
                    }
                }
            }
        }
    }

    /// Pixels that take long to encode.
    private static func encoding() throws -> Flood {
        let side = 4_000
        let pixels = try SealedMemory.make([UInt8](repeating: 127, count: 4 * side * side).span)
        let request = EncodeJPEGCall(PixelSize(width: side, height: side), quality: 90).encoded
        return Flood { client, _ in try client.request(request, descriptors: DescriptorList(try pixels.duplicate())) }
    }

    /// Requests of as many operations as fit, in sealed memory: as long as they may be, and twice that.
    private static func sealed() throws -> Flood {
        let longest = try SealedMemory.make(perform(bytes: MessageInDescriptor.maximumSize).span)
        let tooLong = try SealedMemory.make(perform(bytes: 2 * MessageInDescriptor.maximumSize).span)
        return Flood { client, number in
            let memory = number % 2 == 0 ? try longest.duplicate() : try tooLong.duplicate()
            try client.request(MessageInDescriptor.payload, descriptors: DescriptorList(memory))
        }
    }

    /// A block of empty operations, of so many bytes.
    private static func perform(bytes count: Int) -> [UInt8] {
        let key: [UInt8] = [0x0A, 16] + [UInt8](repeating: 7, count: 16)
        // The field's number, and a length of four bytes.
        let length = count - 6
        var bytes: [UInt8] = [0xB2, 1]
        for shift in [0, 7, 14] { bytes.append(UInt8(truncatingIfNeeded: length >> shift) | 0x80) }
        bytes.append(UInt8(truncatingIfNeeded: length >> 21))
        bytes += key
        var operations: [UInt8] = [0x12, 0]
        while 2 * operations.count <= length - key.count { operations += operations }
        operations += operations.prefix(length - key.count - operations.count)
        return bytes + operations
    }

    /// Questions to the person.
    private static var prompts: Flood {
        let calls = [RequestAuthorizationCall(.readWrite).encoded, PickCall(PickerConfiguration()).encoded]
        return Flood(requestsPerConnection: 64) { client, number in
            try client.request(calls[number % calls.count])
        }
    }

    /// Blocks of very many operations.
    private static func blocks(_ socket: FilePath, of count: Int) throws -> Flood {
        let asset = try LibraryClient(ServerAddress(path: socket.text)).fetch(FetchRequest(.allAssets))[0]
        return Flood(window: 2) { client, number in
            let operations = (0..<count).map { place in
                var update = AssetUpdate()
                update.isFavorite = place % 2 == number % 2
                return ChangeOperation.updateAsset(asset, update)
            }
            try client.sendLong(PerformCall(ChangeBlock(operations: operations)))
        }
    }

    /// Names of as many objects as there may be in one call.
    private static func names(_ socket: FilePath) throws -> Flood {
        let all = try LibraryClient(ServerAddress(path: socket.text)).fetch(FetchRequest(.allAssets))
        let objects = (0..<min(all.count, CloudIdentifier.maximumCount)).map { LocalIdentifier(.asset, all[$0]) }
        return Flood { client, _ in try client.sendLong(CloudIdentifiersCall(of: objects)) }
    }
}

extension RawClient {
    /// Sends a request as its length asks for.
    mutating func sendLong(_ call: any Call) throws {
        let payload = call.encoded
        guard payload.count > MessageInDescriptor.maximumFramedSize else {
            try request(payload)
            return
        }
        try request(MessageInDescriptor.payload, descriptors: DescriptorList(try SealedMemory.make(payload.span)))
    }
}
