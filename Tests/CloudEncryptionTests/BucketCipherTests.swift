import CloudEncryption
import CloudSync
import LibraryModel
import Testing

struct BucketCipherTests {
    private let cipher = BucketCipher(key(1))
    private let name = "objects/a"

    @Test func `a sealed object opens only with its key and under its name`() {
        for bytes in [[], [1], [UInt8](repeating: 7, count: 100_000)] {
            let sealed = cipher.seal(bytes, name: name)
            #expect(sealed.count == bytes.count + BucketCipher.overhead)
            #expect(cipher.open(sealed, name: name) == bytes)
            #expect(cipher.open(sealed, name: "objects/b") == nil)
            #expect(BucketCipher(key(2)).open(sealed, name: name) == nil)
        }
    }

    @Test func `a changed, shortened or lengthened object is not opened`() {
        let sealed = cipher.seal([1, 2, 3], name: name)
        for position in sealed.indices {
            var changed = sealed
            changed[position] ^= 1
            #expect(cipher.open(changed, name: name) == nil)
            #expect(cipher.open(Array(sealed[..<position]), name: name) == nil)
        }
        #expect(cipher.open(sealed + [0], name: name) == nil)
    }

    @Test func `equal bytes are sealed alike under one name, and differently under another`() {
        #expect(cipher.seal([1, 2], name: name) == cipher.seal([1, 2], name: name))
        #expect(cipher.seal([1, 2], name: name).prefix(25) != cipher.seal([1, 3], name: name).prefix(25))
        #expect(cipher.seal([1, 2], name: name).prefix(25) != cipher.seal([1, 2], name: "objects/b").prefix(25))
    }

    @Test func `chunks of a blob cannot be exchanged, left out or taken for the last`() {
        let blob = BlobID(content: ContentDigest(first: ObjectID(high: 1, low: 2), second: ObjectID(high: 3, low: 4)))
        var next = blob
        next.generation = 1
        let sealed = cipher.seal(chunk: [5, 6], 3, isLast: false, of: blob)
        #expect(cipher.open(chunk: sealed, 3, isLast: false, of: blob) == [5, 6])
        #expect(cipher.open(chunk: sealed, 2, isLast: false, of: blob) == nil)
        #expect(cipher.open(chunk: sealed, 3, isLast: true, of: blob) == nil)
        #expect(cipher.open(chunk: sealed, 3, isLast: false, of: next) == nil)
        #expect(cipher.open(sealed, name: cipher.name(of: .blob(blob))) == nil)
    }

    @Test func `names tell nothing, and differ for each object and key`() {
        let device = ObjectID(high: 1, low: 2)
        let blob = BlobID(content: ContentDigest(first: device, second: device))
        let objects: [ObjectName] = [
            .head(device), .segment(device, 1), .segment(device, 2), .snapshotPart(device, number: 1, part: 0),
            .snapshotPart(device, number: 1, part: 1), .blob(blob), .blob(BlobID(content: blob.content, generation: 1)),
        ]
        let names = objects.map(cipher.name)
        #expect(Set(names).count == objects.count)
        #expect(Set(names).isDisjoint(with: objects.map(BucketCipher(key(2)).name)))
        #expect(names.filter { $0.hasPrefix(BucketCipher.headPrefix) } == [names[0]])
        #expect(names.dropFirst().allSatisfy { $0.utf8.count == 72 })
    }

    /// For other implementations.
    @Test func `the form of version 1 stays what it is`() {
        let head = ObjectName.head(ObjectID(high: 0, low: 1))
        #expect(cipher.name(of: head) == "heads/e4a1144312cdbfca7f4aa091e0fd4e6b2a6993eacaa2d644753d0751fd7717a2")
        let sealed = "018b8328aded7a0f46a5591c87516e0e1e28eb1ead18e971a8dcf2f0752b70cb238ece0e9bee9c27f4a689db"
        #expect(cipher.seal([1, 2, 3], name: "objects/a").hexadecimal == sealed)
    }
}

func key(_ number: UInt8) -> LibraryKey {
    guard let key = LibraryKey(bytes: [UInt8](repeating: number, count: LibraryKey.byteCount)) else {
        preconditionFailure("a key has this many bytes")
    }
    return key
}
