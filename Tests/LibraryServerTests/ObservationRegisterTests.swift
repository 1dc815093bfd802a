import LibraryModel
import LibraryStore
import Testing

@testable import LibraryServer

/// Who is looked at, when and how often, as scripts.
@Suite struct ObservationRegisterTests {
    private static let library = ObjectID.random()

    private func token(_ sequence: UInt64, epoch: UInt64 = 1) -> ChangeToken {
        ChangeToken(
            library: ObservationRegisterTests.library,
            historyEpoch: 1,
            sequence: sequence,
            visibilityEpoch: epoch
        )
    }

    private func event(_ sequence: UInt64, epoch: UInt64 = 1, resynchronizes: Bool = false) -> ChangeEvent {
        ChangeEvent(token: token(sequence, epoch: epoch).serialized, isResynchronization: resynchronizes)
    }

    /// The only look that is due.
    private func theLook(_ register: inout ObservationRegister) throws -> ObservationRegister.Look {
        let looks = register.takeDue()
        try #require(looks.count == 1)
        return looks[0]
    }

    @Test func `observers of one app that stand at one token are one look`() throws {
        var register = ObservationRegister()
        let many = (0..<1_024).map { _ in register.add(.app("exe:/a"), from: token(5)) }
        let late = register.add(.app("exe:/a"), from: token(4))
        let other = register.add(.app("exe:/b"), from: token(5))
        #expect(Set(register.takeDue().map(\.observers)) == [many, [late], [other]])
        #expect(register.takeDue().isEmpty)
        register.committed(grants: [])
        #expect(register.takeDue().count == 3)
        // The late one has caught up.
        register.committed(grants: [])
        for look in register.takeDue() { _ = register.found(token(5), isNews: false, by: look) }
        register.committed(grants: [])
        #expect(register.takeDue().count == 2)
    }

    @Test func `what is committed before somebody is added, or while they are looked at, is looked at again`() throws {
        var register = ObservationRegister()
        // The token was read, then something is committed, then it is added.
        register.committed(grants: [])
        #expect(register.takeDue().isEmpty)
        let observer = register.add(.app("exe:/a"), from: token(5))
        let look = try theLook(&register)
        #expect(look.told == token(5))
        // Something is committed after the snapshot was taken.
        register.committed(grants: [])
        #expect(register.found(token(6), isNews: true, by: look) == [.init(observer: observer, event: event(6))])
        register.told(observer, of: token(6), isAccepted: true)
        #expect(try theLook(&register).told == token(6))
    }

    @Test func `a second observer hears what the first has heard`() throws {
        var register = ObservationRegister()
        let first = register.add(.app("exe:/a"), from: token(5))
        let look = try theLook(&register)
        let second = register.add(.app("exe:/a"), from: token(5))
        _ = register.found(token(6), isNews: true, by: look)
        register.told(first, of: token(6), isAccepted: true)
        let next = try theLook(&register)
        #expect(next.observers == [second] && next.told == token(5))
        #expect(register.found(token(6), isNews: true, by: next) == [.init(observer: second, event: event(6))])
    }

    @Test func `what could not be read is looked at again`() throws {
        var register = ObservationRegister()
        let observer = register.add(.app("exe:/a"), from: token(5))
        register.again(try theLook(&register).observers)
        #expect(try theLook(&register).observers == [observer])
        // One that has gone meanwhile is not.
        register.committed(grants: [])
        let last = try theLook(&register)
        register.remove(observer)
        register.again(last.observers)
        #expect(register.takeDue().isEmpty)
    }

    @Test func `what finds no room is told as a resynchronisation, once there is room`() throws {
        var register = ObservationRegister()
        let observer = register.add(.app("exe:/a"), from: token(5))
        _ = register.found(token(6), isNews: true, by: try theLook(&register))
        register.told(observer, of: token(6), isAccepted: false)
        #expect(register.takeDue().isEmpty)
        register.hasRoom(observer)
        let look = try theLook(&register)
        #expect(look.told == token(5))
        // Also when nothing has happened since that it would see.
        let told = register.found(token(6), isNews: false, by: look)
        #expect(told == [.init(observer: observer, event: event(6, resynchronizes: true))])
        register.told(observer, of: token(6), isAccepted: true)
        // One that has room and misses nothing is no reason to look.
        register.hasRoom(observer)
        #expect(register.takeDue().isEmpty)
    }

    @Test func `an app that may see nothing costs nothing until somebody decides`() throws {
        var register = ObservationRegister()
        let observer = register.add(.app("exe:/a"), from: nil)
        register.foundNoAccess(by: try theLook(&register))
        register.committed(grants: [])
        register.committed(grants: ["exe:/b"])
        _ = register.add(.app("exe:/a"), from: nil)
        #expect(register.takeDue().isEmpty)
        register.committed(grants: ["exe:/a"])
        let look = try theLook(&register)
        #expect(look.observers.count == 2)
        // What it sees is another thing than nothing.
        #expect(register.found(token(9), isNews: true, by: look)[0].event == event(9, resynchronizes: true))
        register.told(observer, of: token(9), isAccepted: true)
        register.decided()
        #expect(register.takeDue().count == 2)
    }

    @Test func `one that was found to see nothing under an old decision is looked at under the new one`() throws {
        var register = ObservationRegister()
        let observer = register.add(.app("exe:/a"), from: nil)
        let look = try theLook(&register)
        register.committed(grants: ["exe:/a"])
        register.foundNoAccess(by: look)
        #expect(try theLook(&register).observers == [observer])
    }
}
