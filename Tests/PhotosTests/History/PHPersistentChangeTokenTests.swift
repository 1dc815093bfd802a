import LibraryModel
import Testing

@testable import Photos

@Suite struct PHPersistentChangeTokenTests {
    private let token = PHPersistentChangeToken(
        ChangeToken(library: ObjectID(high: 1, low: 2), historyEpoch: 3, sequence: 4, visibilityEpoch: 5)
    )

    @Test func `survives a keyed archive that requires secure coding`() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
        #expect(read == token)
        #expect(read?.token?.sequence == 4)
    }

    @Test func `survives JSON and property lists`() throws {
        let json = try JSONDecoder().decode([PHPersistentChangeToken].self, from: JSONEncoder().encode([token]))
        #expect(json == [token])
        let list = try PropertyListDecoder()
            .decode([PHPersistentChangeToken].self, from: PropertyListEncoder().encode([token]))
        #expect(list == [token])
    }

    @Test func `is equal by its bytes`() {
        let same = PHPersistentChangeToken(bytes: token.bytes)
        #expect(same == token)
        #expect(same.hash == token.hash)
        var altered = token.bytes
        altered[30] ^= 1
        #expect(PHPersistentChangeToken(bytes: altered) != token)
        #expect((token.copy() as? PHPersistentChangeToken) === token)
    }

    @Test func `one that was altered decodes and is refused as expired`() throws {
        for position in token.bytes.indices {
            var altered = token.bytes
            altered[position] ^= 0x10
            let data = try JSONEncoder().encode([Data(altered)])
            let read = try JSONDecoder().decode([PHPersistentChangeToken].self, from: data)
            #expect(throws: PHPhotosError.self) { try PHPhotoLibrary.shared().fetchPersistentChanges(since: read[0]) }
            do {
                _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: read[0])
            } catch {
                #expect((error as? PHPhotosError)?.code == .persistentChangeTokenExpired)
            }
        }
    }

    @Test func `what is no token does not decode`() throws {
        for size in [0, 257] {
            let data = try JSONEncoder().encode([Data(count: size)])
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([PHPersistentChangeToken].self, from: data)
            }
        }
        let fits = try JSONEncoder().encode([Data(count: 256)])
        #expect(try JSONDecoder().decode([PHPersistentChangeToken].self, from: fits)[0].bytes.count == 256)
    }
}
