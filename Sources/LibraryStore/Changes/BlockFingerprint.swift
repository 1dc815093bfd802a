internal import LibraryModel

/// A hash of a change block: equal for the same changes in the same order, in every run of the server.
///
/// Ignores staged files, because a client that retries after a restart of the server stages them again. Guards against
/// mistakes only: an app that searches for a collision harms itself alone.
private struct BlockFingerprint {
    /// FNV-1a's offset basis and prime.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    mutating func add(_ word: UInt64) {
        value = (value ^ word) &* BlockFingerprint.prime
        // Multiplication carries upwards only.
        value ^= value >> 32
    }

    mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

    mutating func add(_ bytes: some Collection<UInt8>) {
        add(UInt64(bytes.count))
        for byte in bytes { add(UInt64(byte)) }
    }

    mutating func add(_ text: String) { add(text.utf8) }

    mutating func add(_ id: ObjectID) {
        add(id.high)
        add(id.low)
    }

    mutating func add(_ ids: [ObjectID]) {
        add(UInt64(ids.count))
        for id in ids { add(id) }
    }

    mutating func add(_ ids: [LocalIdentifier]) {
        add(UInt64(ids.count))
        for id in ids {
            add(UInt64(id.kind.rawValue))
            add(id.id)
        }
    }

    /// A tag, then the value if there is one.
    mutating func add<Value>(_ value: Value?, _ body: (inout BlockFingerprint, Value) -> Void) {
        add(UInt64(value == nil ? 0 : 1))
        if let value { body(&self, value) }
    }

    mutating func add<Value>(
        _ setting: AssetUpdate.Setting<Value>?,
        _ body: (inout BlockFingerprint, Value) -> Void
    ) {
        switch setting {
        case nil: add(UInt64(0))
        case .clear: add(UInt64(1))
        case .set(let value):
            add(UInt64(2))
            body(&self, value)
        }
    }

    mutating func add(_ update: AssetUpdate) {
        add(update.creationDate) { $0.add($1) }
        add(update.location) { print, place in
            print.add(place.latitude.bitPattern)
            print.add(place.longitude.bitPattern)
            print.add(place.altitude) { $0.add($1.bitPattern) }
        }
        add(update.isFavorite) { $0.add(UInt64($1 ? 1 : 0)) }
        add(update.isHidden) { $0.add(UInt64($1 ? 1 : 0)) }
        add(update.rating) { $0.add(UInt64($1)) }
        add(update.title) { $0.add($1) }
        add(update.caption) { $0.add($1) }
        add(update.keywords) { $0.add(texts: $1) }
        add(texts: update.removedKeywords)
        add(texts: update.addedKeywords)
    }

    private mutating func add(texts: [String]) {
        add(UInt64(texts.count))
        for text in texts { add(text) }
    }

    mutating func add(_ container: ChangeOperation.Container, _ members: [LocalIdentifier]) {
        switch container {
        case .album(let id):
            add(UInt64(1))
            add(id)
        case .folder(let id):
            add(UInt64(2))
            add(id)
        case .topLevel: add(UInt64(3))
        }
        add(members)
    }

    mutating func add(_ operation: ChangeOperation) {
        switch operation {
        case .createAsset(let creation):
            add(UInt64(1))
            add(creation.id)
            add(creation.resources)
            add(creation.properties)
        case .updateAsset(let id, let update):
            add(UInt64(2))
            add(id)
            add(update)
        case .setAdjustment(let id, let adjustment):
            add(UInt64(3))
            add(id)
            add(adjustment.formatIdentifier)
            add(adjustment.formatVersion)
            add(adjustment.data)
        case .revertAdjustment(let id):
            add(UInt64(4))
            add(id)
        case .deleteAssets(let ids):
            add(UInt64(5))
            add(ids)
        case .recoverAssets(let ids):
            add(UInt64(6))
            add(ids)
        case .createCollection(let kind, let id, let title, let parent):
            add(UInt64(7))
            add(UInt64(kind.rawValue))
            add(id)
            add(title)
            add(parent) { $0.add($1) }
        case .renameCollection(let kind, let id, let title):
            add(UInt64(8))
            add(UInt64(kind.rawValue))
            add(id)
            add(title)
        case .deleteCollections(let kind, let ids):
            add(UInt64(9))
            add(UInt64(kind.rawValue))
            add(ids)
        case .insertMembers(let container, let members, let index):
            add(UInt64(10))
            add(container, members)
            add(index) { $0.add(Int64($1)) }
        case .removeMembers(let container, let members):
            add(UInt64(11))
            add(container, members)
        case .moveMembers(let container, let members, let index):
            add(UInt64(12))
            add(container, members)
            add(index) { $0.add(Int64($1)) }
        case .completeAsset(let id, let resources):
            add(UInt64(13))
            add(id)
            add(resources)
        case .createUploadJob(let creation):
            add(UInt64(14))
            add(creation.id)
            add(creation.asset)
            add(UInt64(creation.resource.rawValue))
            add(creation.destination) { $0.add($1) }
        case .retryUploadJob(let id, let destination):
            add(UInt64(15))
            add(id)
            add(destination) { $0.add($1) }
        case .acknowledgeUploadJobs(let ids):
            add(UInt64(16))
            add(ids)
        case .cancelUploadJobs(let ids):
            add(UInt64(17))
            add(ids)
        }
    }

    private mutating func add(_ request: UploadRequest) {
        add(request.url)
        add(request.method)
        add(request.headers.lines)
        add(UInt64(request.timeout))
    }

    private mutating func add(_ resources: [StagedResourceUse]) {
        add(UInt64(resources.count))
        for resource in resources {
            add(UInt64(resource.kind.rawValue))
            add(resource.filename) { $0.add($1) }
        }
    }
}

extension ChangeBlock {
    /// The form in the database.
    var fingerprint: Int64 {
        var print = BlockFingerprint()
        for operation in operations { print.add(operation) }
        return Int64(bitPattern: print.value)
    }
}
