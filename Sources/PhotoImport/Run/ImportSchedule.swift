/// Decides the order in which files are staged, and which are committed together.
///
/// Groups of files are handed out in order, and those of a chunk are committed in one block once all of them are
/// staged. Invariants:
/// 1. Every group is handed out once a pass, and belongs to one chunk of it.
/// 2. The library recognises duplicates only after the commit. So a pass has only one of several groups with equal
///    content samples; the others wait for a later pass, which begins when everything before is committed.
/// 3. A stopped schedule hands out nothing more; what was handed out is committed nevertheless.
struct ImportSchedule {
    /// A group of files to stage.
    struct Job: Hashable, Sendable {
        var group: FileGroup
        /// Position within the pass.
        fileprivate(set) var position: Int
    }

    private struct Chunk {
        /// Groups handed out and not yet staged.
        var outstanding = 0
        var staged: [(position: Int, group: StagedGroup)] = []
    }

    private var groups: [FileGroup]
    private var next = 0
    private var chunks: [Int: Chunk] = [:]
    private var samples: Set<ContentSample> = []
    private var later: [FileGroup] = []
    private(set) var isStopped = false

    /// Groups that are committed in one block.
    private let chunkSize: Int

    /// Movies without a photo of their name come in the second pass: by then the library has every photo whose other
    /// half one of them may be.
    init(_ groups: [FileGroup], chunkSize: Int = ImportRun.defaultChunkSize) {
        self.groups = groups.filter { !$0.isLoneMovie }
        later = groups.filter(\.isLoneMovie)
        self.chunkSize = chunkSize
    }

    mutating func stop() { isStopped = true }

    /// The next group to stage, nil when this pass has none left.
    mutating func take() -> Job? {
        guard !isStopped, next < groups.count else { return nil }
        defer { next += 1 }
        chunks[next / chunkSize, default: Chunk()].outstanding += 1
        return Job(group: groups[next], position: next)
    }

    /// Reserves the content samples of a group. Returns false when another group of this pass has one of them.
    mutating func reserve(_ new: [ContentSample]) -> Bool {
        guard samples.isDisjoint(with: new) else { return false }
        samples.formUnion(new)
        return true
    }

    /// Postpones files to the next pass.
    mutating func putOff(_ group: FileGroup) { later.append(group) }

    /// Call when a job is done, with or without something to commit. Returns the chunk if this was its last job.
    mutating func finished(_ job: Job, _ staged: StagedGroup?) -> [StagedGroup] {
        let number = job.position / chunkSize
        guard var chunk = chunks[number], chunk.outstanding > 0 else {
            preconditionFailure("a job that was not handed out")
        }
        chunk.outstanding -= 1
        if let staged { chunk.staged.append((job.position, staged)) }
        chunks[number] = chunk
        let isWhole = next >= min(groups.count, (number + 1) * chunkSize)
        return isWhole && chunk.outstanding == 0 ? close(number) : []
    }

    /// What a stopped pass has staged in chunks that are not full. Call when every job is finished.
    mutating func unfinishedChunks() -> [[StagedGroup]] {
        chunks.keys.sorted().map { number in
            precondition(chunks[number]?.outstanding == 0, "a job still runs")
            return close(number)
        }
    }

    /// Begins a pass with the postponed groups. Returns false when there are none, or it is stopped.
    mutating func beginNextPass() -> Bool {
        precondition(chunks.isEmpty, "a pass still runs")
        guard !isStopped, !later.isEmpty else { return false }
        groups = later
        next = 0
        later = []
        samples = []
        return true
    }

    private mutating func close(_ number: Int) -> [StagedGroup] {
        let chunk = chunks.removeValue(forKey: number)
        return (chunk?.staged ?? []).sorted { $0.position < $1.position }.map(\.group)
    }
}
