internal import LibraryModel

/// Whose renditions are made next: the photos that were added or looked at last first, then those that the library had
/// before. A value without a thread.
struct RenditionQueue {
    /// Photos that wait. The oldest is left out, and gets its preview when somebody looks at it.
    static let maximumWaiting = 10_000

    /// What was added or looked at, the next one last.
    private var latest: [ObjectID] = []
    private var members: Set<ObjectID> = []
    /// What the library had when the server started, the next one last.
    private var earlier: [ObjectID] = []

    /// How many were added or looked at and wait.
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
