internal import LibraryModel

/// The order in which renditions are made: photos that were added or viewed, the latest first; then those that the
/// library had at the start. A value.
struct RenditionQueue {
    /// Waiting photos. With more, the oldest is dropped, and gets its preview when it is viewed.
    static let maximumWaiting = 10_000

    /// Added or viewed photos, the next one last.
    private var latest: [ObjectID] = []
    private var members: Set<ObjectID> = []
    /// Photos that the library had at the start, the next one last.
    private var earlier: [ObjectID] = []

    /// The number of added or viewed photos that wait.
    var count: Int { latest.count }

    /// Puts photos before all others, the last one first.
    mutating func add(_ assets: [ObjectID]) {
        for asset in assets {
            if !members.insert(asset).inserted { latest.removeAll { $0 == asset } }
            latest.append(asset)
        }
        let excess = latest.count - RenditionQueue.maximumWaiting
        guard excess > 0 else { return }
        members.subtract(latest.prefix(excess))
        latest.removeFirst(excess)
    }

    /// Puts photos behind all others, in this order.
    mutating func addEarlier(_ assets: [ObjectID]) { earlier = assets.reversed() }

    mutating func next() -> ObjectID? {
        guard let asset = latest.popLast() else { return earlier.popLast() }
        members.remove(asset)
        return asset
    }
}
