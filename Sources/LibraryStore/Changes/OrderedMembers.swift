internal import SQLiteDatabase

/// The order of the members of an album or a folder.
///
/// Each member has a position, an integer that only orders. Neighbours are `spacing` apart at first, so that an
/// insertion halves the gap. When a gap is too narrow, as few neighbours as possible are spread out again.
struct OrderedMembers {
    enum Table {
        case album
        case folder
    }

    let table: Table
    let connection: Connection
    /// Room for 2^30 members, and for 32 halvings between any two.
    var spacing: Int64 = 1 << 32

    /// Positions beyond are not used. Moving members to an end for days gets there.
    private static let usedPositions: ClosedRange<Int64> = -1 << 62...1 << 62
    /// Neighbours to move when a gap is too narrow; doubled until it suffices.
    private static let firstWindow: Int64 = 32

    /// Positions further from 0 are renumbered before an insertion beside them: each move to the end goes a little
    /// further, and positions must not overflow.
    private static let farthest: Int64 = 1 << 61

    struct Place: Hashable {
        var member: Int64
        var position: Int64
    }

    /// Inserts members, none of which is in the container yet, before the member at position `next`, or at the end.
    func insert(_ members: [Int64], into container: Int64, before next: Int64?) throws {
        guard !members.isEmpty else { return }
        let positions = try room(for: members.count, in: container, before: next)
        try put(zip(members, positions).map { Place(member: $0, position: $1) }, into: container)
    }

    /// Reinserts members at their former positions: each after the members at lower positions and before the others, in
    /// the order of their positions. They get exactly these positions unless they are taken.
    func putBack(_ places: [Place], into container: Int64) throws {
        var runs: [(places: [Place], next: Place?)] = []
        for place in places.sorted(by: { ($0.position, $0.member) < ($1.position, $1.member) }) {
            let next = try neighbours(container, from: place.position, limit: 1).first
            if let last = runs.last, last.next == next {
                runs[runs.count - 1].places.append(place)
            } else {
                runs.append(([place], next))
            }
        }
        // No member has to move if the positions are free.
        for run in runs where OrderedMembers.isFree(run.places, before: run.next) {
            try put(run.places, into: container)
        }
        for run in runs where !OrderedMembers.isFree(run.places, before: run.next) {
            let next = try run.next.flatMap { try position(of: $0.member, in: container) }
            try insert(run.places.map(\.member), into: container, before: next)
        }
    }

    /// Whether ascending positions are distinct, and below that of the next member.
    private static func isFree(_ places: [Place], before next: Place?) -> Bool {
        let positions = places.map(\.position) + (next.map { [$0.position] } ?? [])
        return zip(positions, positions.dropFirst()).allSatisfy(<)
    }

    private func put(_ places: [Place], into container: Int64) throws {
        let insert =
            switch table {
            case .album:
                try connection.statement("INSERT INTO album_member (member, container, position) VALUES (?, ?, ?)")
            case .folder:
                try connection.statement("INSERT INTO folder_member (member, container, position) VALUES (?, ?, ?)")
            }
        for place in places {
            try insert.bind(place.member, at: 1)
            try insert.bind(container, at: 2)
            try insert.bind(place.position, at: 3)
            try insert.run()
        }
    }

    func remove(_ member: Int64, from container: Int64) throws {
        let delete =
            switch table {
            case .album: try connection.statement("DELETE FROM album_member WHERE member = ? AND container = ?")
            case .folder: try connection.statement("DELETE FROM folder_member WHERE member = ? AND container = ?")
            }
        try delete.bind(member, at: 1)
        try delete.bind(container, at: 2)
        try delete.run()
    }

    /// The members in their order.
    func members(of container: Int64) throws -> [Int64] {
        try neighbours(container, from: .min, limit: .max).map(\.member)
    }

    /// Makes `wanted` the members of the container, in this order. What is the same at both ends stays untouched.
    func arrange(_ wanted: [Int64], in container: Int64) throws {
        let now = try members(of: container)
        let head = zip(now, wanted).prefix { $0 == $1 }.count
        let shorter = min(now.count, wanted.count) - head
        let tail = zip(now.reversed(), wanted.reversed()).prefix(shorter).prefix { $0 == $1 }.count
        for member in now[head..<now.count - tail] { try remove(member, from: container) }
        let next = try now.suffix(tail).first.flatMap { try position(of: $0, in: container) }
        try insert(Array(wanted[head..<wanted.count - tail]), into: container, before: next)
    }

    /// Inserts a member behind another one, or at the beginning (0); at the end when that one is not there.
    func insert(_ member: Int64, into container: Int64, after previous: Int64) throws {
        let position = previous == 0 ? .min : try position(of: previous, in: container)
        let next = try position.flatMap { position in
            try neighbours(container, from: position == .min ? .min : position + 1, limit: 1).first?.position
        }
        try insert([member], into: container, before: next)
    }

    func contains(_ member: Int64, in container: Int64) throws -> Bool {
        try position(of: member, in: container) != nil
    }

    private func position(of member: Int64, in container: Int64) throws -> Int64? {
        let select =
            switch table {
            case .album:
                try connection.statement("SELECT position FROM album_member WHERE member = ? AND container = ?")
            case .folder:
                try connection.statement("SELECT position FROM folder_member WHERE member = ? AND container = ?")
            }
        try select.bind(member, at: 1)
        try select.bind(container, at: 2)
        return try select.step() ? select.integer(0) : nil
    }

    // MARK: Room

    private func room(for count: Int, in container: Int64, before next: Int64?) throws -> [Int64] {
        var next = next
        var previous = try neighbours(container, below: next, limit: 1).first?.position
        if isFar(previous) || isFar(next) {
            next = try setAnew(container, keeping: next)
            previous = try neighbours(container, below: next, limit: 1).first?.position
        }
        switch (previous, next) {
        case (let end?, nil) where !OrderedMembers.usedPositions.contains(end),
            (nil, let end?) where !OrderedMembers.usedPositions.contains(end):
            return try spreadOut(count, in: container, around: next ?? .max, window: .max - 1)
        case (nil, nil): return positions(count, from: 0, step: spacing)
        case (let previous?, nil): return positions(count, from: previous + spacing, step: spacing)
        case (nil, let next?): return positions(count, from: next - Int64(count) * spacing, step: spacing)
        case (let previous?, let next?):
            let step = (next - previous) / Int64(count + 1)
            if step > 0 { return positions(count, from: previous + step, step: step) }
            return try spreadOut(count, in: container, around: next)
        }
    }

    private func isFar(_ position: Int64?) -> Bool {
        guard let position else { return false }
        return position.magnitude > OrderedMembers.farthest.magnitude
    }

    /// Renumbers all members from 0 on, in their order. Returns the new position of the one at `next`.
    private func setAnew(_ container: Int64, keeping next: Int64?) throws -> Int64? {
        let all = try neighbours(container, from: .min, limit: .max)
        var kept: Int64?
        for (place, position) in zip(all, positions(all.count, from: 0, step: spacing)) {
            if place.position == next { kept = position }
            try move(place, to: position, in: container)
        }
        return kept
    }

    private func positions(_ count: Int, from start: Int64, step: Int64) -> [Int64] {
        (0..<Int64(count)).map { start + $0 * step }
    }

    /// Moves neighbours apart, `window` of them at first. Returns the positions between them.
    private func spreadOut(
        _ count: Int,
        in container: Int64,
        around next: Int64,
        window: Int64 = OrderedMembers.firstWindow
    ) throws -> [Int64] {
        // Wide enough that the next insertion does not spread out again.
        let minimumStep = max(1, spacing >> 16)
        var window = window
        while true {
            var left = try neighbours(container, below: next, limit: window + 1)
            var right = try neighbours(container, from: next, limit: window + 1)
            let lower = left.count > window ? left.removeLast().position : nil
            let upper = right.count > window ? right.removeLast().position : nil
            let total = Int64(left.count + count + right.count)
            let (start, step): (Int64, Int64)
            switch (lower, upper) {
            case (nil, nil): (start, step) = (0, spacing)
            case (let lower?, nil): (start, step) = (lower + spacing, spacing)
            case (nil, let upper?): (start, step) = (upper - total * spacing, spacing)
            case (let lower?, let upper?):
                let (width, isWider) = upper.subtractingReportingOverflow(lower)
                let between = (isWider ? .max : width) / (total + 1)
                guard between >= minimumStep else {
                    window *= 2
                    continue
                }
                (start, step) = (lower + between, between)
            }
            let all = positions(Int(total), from: start, step: step)
            for (place, position) in zip(left.reversed(), all) { try move(place, to: position, in: container) }
            for (place, position) in zip(right, all.dropFirst(left.count + count)) {
                try move(place, to: position, in: container)
            }
            return Array(all[left.count..<left.count + count])
        }
    }

    private func move(_ place: Place, to position: Int64, in container: Int64) throws {
        let update =
            switch table {
            case .album:
                try connection.statement("UPDATE album_member SET position = ? WHERE member = ? AND container = ?")
            case .folder:
                try connection.statement("UPDATE folder_member SET position = ? WHERE member = ? AND container = ?")
            }
        try update.bind(position, at: 1)
        try update.bind(place.member, at: 2)
        try update.bind(container, at: 3)
        try update.run()
    }

    /// Nearest first; without a bound from the end.
    private func neighbours(_ container: Int64, below bound: Int64?, limit: Int64) throws -> [Place] {
        let select =
            switch table {
            case .album:
                try connection.statement(
                    """
                    SELECT member, position FROM album_member WHERE container = ? AND position < ?
                    ORDER BY position DESC LIMIT ?
                    """
                )
            case .folder:
                try connection.statement(
                    """
                    SELECT member, position FROM folder_member WHERE container = ? AND position < ?
                    ORDER BY position DESC LIMIT ?
                    """
                )
            }
        try select.bind(bound ?? Int64.max, at: 2)
        return try places(select, container, limit)
    }

    private func neighbours(_ container: Int64, from bound: Int64, limit: Int64) throws -> [Place] {
        let select =
            switch table {
            case .album:
                try connection.statement(
                    """
                    SELECT member, position FROM album_member WHERE container = ? AND position >= ?
                    ORDER BY position LIMIT ?
                    """
                )
            case .folder:
                try connection.statement(
                    """
                    SELECT member, position FROM folder_member WHERE container = ? AND position >= ?
                    ORDER BY position LIMIT ?
                    """
                )
            }
        try select.bind(bound, at: 2)
        return try places(select, container, limit)
    }

    private func places(_ select: borrowing Statement, _ container: Int64, _ limit: Int64) throws -> [Place] {
        try select.bind(container, at: 1)
        try select.bind(limit, at: 3)
        var places: [Place] = []
        while try select.step() { places.append(Place(member: select.integer(0), position: select.integer(1))) }
        return places
    }
}
