import LibraryModel
import LibraryStore
import Testing

@testable import LibraryServer

/// Who is looked at and rung, when and how often, as scripts.
@Suite struct ObservationRegistryTests {
    private static let library = ObjectID.random()

    private func token(_ sequence: UInt64, epoch: UInt64 = 1) -> ChangeToken {
        ChangeToken(
            library: ObservationRegistryTests.library,
            historyEpoch: 1,
            sequence: sequence,
            visibilityEpoch: epoch
        )
    }

    /// The only look that is due.
    private func theLook(_ register: inout ObservationRegistry) throws -> ObservationRegistry.Look {
        let looks = register.takeDue()
        try #require(looks.count == 1)
        return looks[0]
    }

    /// Adds an observer whose app is known at a state from then on.
    private func add(
        _ app: String,
        at state: ChangeToken,
        to register: inout ObservationRegistry
    ) throws -> UInt64 {
        let observer = register.add(.app(app))
        // Where nothing was known, anything may have happened.
        #expect(register.found(state, hasChanges: true, by: try theLook(&register)) == [observer])
        register.rung(observer)
        return observer
    }

    @Test func `observers of one app are one look`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let many = Set((0..<1_024).map { _ in register.add(.app("exe:/a")) })
        _ = register.add(.app("exe:/b"))
        let looks = register.takeDue()
        #expect(Set(looks.map(\.principal)) == [.app("exe:/a"), .app("exe:/b")])
        #expect(register.takeDue().isEmpty)
        for look in looks where look.principal == .app("exe:/a") {
            #expect(register.found(token(5), hasChanges: true, by: look) == many)
        }
        register.committed()
        #expect(register.takeDue().count == 2)
    }

    @Test func `what the app sees nothing of is not rung for`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let observer = try add("exe:/a", at: token(5), to: &register)
        register.committed()
        let unseen = try theLook(&register)
        #expect(unseen.known == token(5))
        #expect(register.found(token(5), hasChanges: false, by: unseen).isEmpty)
        register.hasRoom(observer)
        #expect(register.takeDue().isEmpty)
        register.committed()
        #expect(register.found(token(6), hasChanges: true, by: try theLook(&register)) == [observer])
    }

    @Test func `what is committed while an app is looked at is looked at again`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let observer = try add("exe:/a", at: token(5), to: &register)
        register.committed()
        let look = try theLook(&register)
        // After the snapshot was taken.
        register.committed()
        #expect(register.found(token(6), hasChanges: true, by: look) == [observer])
        #expect(try theLook(&register).known == token(6))
    }

    // person              | the thread that looks
    //                     | begins to look
    // observes            |
    // commits 6           |
    //                     | finds 6: the next look would not find it any more
    @Test func `an observer that comes while its app is looked at is rung as well`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let first = try add("exe:/a", at: token(5), to: &register)
        register.committed()
        let look = try theLook(&register)
        let second = register.add(.app("exe:/a"))
        #expect(register.found(token(6), hasChanges: true, by: look) == [first, second])
        // One that has gone meanwhile is not.
        register.committed()
        let last = try theLook(&register)
        register.remove(first)
        #expect(register.found(token(7), hasChanges: true, by: last) == [second])
        register.committed()
        let none = try theLook(&register)
        register.remove(second)
        #expect(register.found(token(8), hasChanges: true, by: none).isEmpty)
        register.again(none)
        #expect(register.takeDue().isEmpty)
    }

    @Test func `what could not be read or told is looked at again, from where it was`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let observer = try add("exe:/a", at: token(5), to: &register)
        register.committed()
        let look = try theLook(&register)
        #expect(register.found(token(6), hasChanges: true, by: look) == [observer])
        // The person has decided before it was told.
        register.again(look)
        #expect(try theLook(&register).known == token(5))
    }

    @Test func `a ring that finds no room is made up for when there is some, and only then`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let observer = try add("exe:/a", at: token(5), to: &register)
        register.committed()
        #expect(register.found(token(6), hasChanges: true, by: try theLook(&register)) == [observer])
        #expect(register.takeDue().isEmpty)
        // Also when room comes before it is known that there was none.
        register.hasRoom(observer)
        let look = try theLook(&register)
        #expect(look.known == nil)
        #expect(register.found(token(6), hasChanges: true, by: look) == [observer])
        register.rung(observer)
        register.hasRoom(observer)
        #expect(register.takeDue().isEmpty)
    }

    // the thread that looks | others
    // begins to look        |
    //                       | room appears, or what was deleted is erased
    // finds nothing         |
    @Test func `a ring that becomes due while the library is looked at for nothing is not lost`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let app = try add("exe:/a", at: token(5), to: &register)
        register.committed()
        #expect(register.found(token(6), hasChanges: true, by: try theLook(&register)) == [app])
        register.committed()
        let unseen = try theLook(&register)
        register.hasRoom(app)
        #expect(register.found(token(7), hasChanges: false, by: unseen).isEmpty)
        let look = try theLook(&register)
        #expect(look.known == nil)
        #expect(register.found(token(7), hasChanges: true, by: look) == [app])
    }

    @Test func `the person is rung for what was erased, and an app is not`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        _ = try add("exe:/a", at: token(5), to: &register)
        register.erased()
        #expect(register.takeDue().isEmpty)
        let person = register.add(.person)
        #expect(register.found(token(5), hasChanges: true, by: try theLook(&register)) == [person])
        register.rung(person)
        register.erased()
        let look = try theLook(&register)
        #expect(look.principal == .person && look.known == nil)
        #expect(register.found(token(5), hasChanges: true, by: look) == [person])
        register.rung(person)
        register.committed()
        for look in register.takeDue() { #expect(look.known == token(5)) }
    }

    @Test func `an app that may see nothing costs nothing until somebody decides about it`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        let observer = register.add(.app("exe:/a"))
        register.foundNoAccess(by: try theLook(&register))
        register.committed()
        register.decided(about: "exe:/b")
        let second = register.add(.app("exe:/a"))
        #expect(register.takeDue().isEmpty)
        register.decided(about: "exe:/a")
        let look = try theLook(&register)
        // What it sees is another thing than nothing.
        #expect(look.known == nil)
        #expect(register.found(token(9), hasChanges: true, by: look) == [observer, second])
    }

    @Test func `one that was found to see nothing under an old decision is looked at under the new one`() throws {
        var register = ObservationRegistry() { didSet { register.assertInvariants() } }
        _ = register.add(.app("exe:/a"))
        let look = try theLook(&register)
        register.decided(about: "exe:/a")
        register.foundNoAccess(by: look)
        #expect(try theLook(&register).principal == .app("exe:/a"))
    }
}
