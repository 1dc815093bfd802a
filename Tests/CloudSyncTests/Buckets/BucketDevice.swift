import BucketTestSupport
import CloudBuckets
import CloudSync
import LibraryModel
import LibraryTestSupport
import LinuxSystem

/// A machine with real files, and a real bucket.
struct BucketDevice {
    var library = SimulatedLibrary()
    let files: ScratchBlobs
    private var engine: SyncEngine<RecordTable>
    private let session: BucketSession
    private(set) var failures: [BucketFailure] = []

    init(_ number: Int, _ bucket: any Bucket, _ form: BucketForm) throws {
        files = try ScratchBlobs()
        session = BucketSession(bucket, form, files: files)
        engine = SyncEngine(
            state: SyncState(records: RecordTable(), device: ObjectID(1_000 + number)),
            random: SeededGenerator(seed: UInt64(number))
        )
    }

    mutating func addPhoto(_ number: Int, _ bytes: [UInt8], now: UInt64) throws {
        let blob = try files.add(bytes)
        library.create(ObjectID(number), .asset, time: now)
        library.set(.originals, of: ObjectID(number), to: blob.content.asPhoto, time: now)
    }

    mutating func set(_ field: FieldNumber, of number: Int, to value: [UInt8]?, now: UInt64) {
        library.set(field, of: ObjectID(number), to: value, time: now)
    }

    mutating func synchronize(now: UInt64) -> SyncOutcome? {
        var effects = engine.begin(now: now)
        while !effects.isEmpty {
            switch effects.removeFirst() {
            case .save: break
            case .bucket(let request):
                let answer = session.perform(request, Cancellation())
                if let failure = answer.failure { failures.append(failure) }
                if case .download(let blob) = request, answer.reply == .transferred(true) { library.took(blob) }
                effects += engine.received(answer.reply, to: request)
            case .library(.history(let position)):
                effects += engine.received(.history(library.history(after: position, limit: 5)))
            case .library(.apply(let batch)): effects += engine.received(library.apply(batch))
            case .finished(let outcome): return outcome
            }
        }
        return nil
    }

    /// The bytes of the files that the library's objects need.
    func contents() throws -> [ContentDigest: [UInt8]?] {
        try library.needed.reduce(into: [:]) { $0.updateValue(try files.bytes(BlobID(content: $1)), forKey: $1) }
    }
}
