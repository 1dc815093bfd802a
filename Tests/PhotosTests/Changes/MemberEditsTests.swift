import Foundation
import LibraryModel
import Testing

@testable import Photos

private func member(_ number: Int) -> LocalIdentifier {
    LocalIdentifier(.asset, ObjectID(high: 0, low: UInt64(number)))
}

private let album = ChangeOperation.Container.album(ObjectID(high: 1, low: 1))

/// What the library does with the operations, by their definition.
private func applied(_ operations: [ChangeOperation], to members: [LocalIdentifier]) -> [LocalIdentifier] {
    var members = members
    for operation in operations {
        switch operation {
        case .insertMembers(_, let added, let position):
            let new = added.filter { !members.contains($0) }
            members.insert(contentsOf: new, at: position ?? members.count)
        case .removeMembers(_, let gone): members.removeAll { gone.contains($0) }
        case .moveMembers(_, let moved, let destination):
            members.removeAll { moved.contains($0) }
            members.insert(contentsOf: moved, at: destination ?? members.count)
        default: Issue.record("\(operation)")
        }
    }
    return members
}

@Suite struct MemberEditsTests {
    private let members = (0..<6).map(member)

    private func result(_ edit: (inout MemberEdits) -> [ChangeOperation]) -> [LocalIdentifier] {
        let members = members
        var edits = MemberEdits(album) { members }
        return applied(edit(&edits), to: members)
    }

    @Test func `an index after an edit without one means the list after that edit`() {
        let added = result { edits in
            edits.add([member(6), member(2), member(7)]) + edits.remove(at: IndexSet(integer: 7))
        }
        #expect(added == (0..<7).map(member))
        let removed = result { edits in
            edits.remove([member(0), member(9)]) + edits.move(at: IndexSet(integer: 0), to: 4)
        }
        #expect(removed == [2, 3, 4, 5, 1].map(member))
    }

    @Test func `indexes mean what Apple's mean`() {
        #expect(result { $0.remove(at: [0, 5]) } == [1, 2, 3, 4].map(member))
        #expect(result { $0.insert([10, 11].map(member), at: [0, 3]) } == [10, 0, 1, 11, 2, 3, 4, 5].map(member))
        #expect(result { $0.replace(at: [1, 2], with: [10, 11].map(member)) } == [0, 10, 11, 3, 4, 5].map(member))
        #expect(result { $0.move(at: [0, 1], to: 4) } == [2, 3, 4, 5, 0, 1].map(member))
        #expect(result { $0.move(at: [5], to: 0) } == [5, 0, 1, 2, 3, 4].map(member))
        #expect(result { $0.add([3, 10].map(member)) } == [0, 1, 2, 3, 4, 5, 10].map(member))
    }

    @Test func `each edit changes what the next one's indexes mean`() {
        let after = result { edits in
            edits.remove(at: [0]) + edits.add([member(10)]) + edits.move(at: [0], to: 5)
                + edits.insert([member(11)], at: [0]) + edits.remove([member(2)]) + edits.remove(at: [1])
        }
        #expect(after == [11, 4, 5, 10, 1].map(member))
    }

    @Test func `the list is asked for only when an index is used`() {
        var edits = MemberEdits(album) {
            Issue.record("asked for")
            return []
        }
        #expect(edits.add([member(1)]) == [.insertMembers(album, [member(1)], at: nil)])
        #expect(edits.remove([member(2)]) == [.removeMembers(album, [member(2)])])
        #expect(edits.add([]).isEmpty)
    }

    @Test func `an index beyond the members stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var edits = MemberEdits(.topLevel) { [] }
            _ = edits.remove(at: [0])
        }
    }
}
