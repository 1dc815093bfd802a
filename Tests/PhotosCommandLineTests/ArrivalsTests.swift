import LinuxSystem
import Testing

@testable import PhotosCommandLine

@Suite final class ArrivalsTests {
    private static let second: UInt64 = 1_000_000_000
    private var arrivals = Arrivals()

    /// A look at `seconds` finds these files.
    private func look(_ seconds: UInt64, _ files: [FilePath: Arrivals.Shape], age: UInt64 = 0) {
        for (path, shape) in files {
            if arrivals.isNew(path, shape) {
                arrivals.saw(path, shape, companionModified: 0, age: age, at: seconds * ArrivalsTests.second)
            } else {
                arrivals.sawTaken(path)
            }
        }
        arrivals.lookEnded(isWhole: true)
    }

    private func isSettled(_ path: FilePath, _ seconds: UInt64, _ writing: Arrivals.Writing = .nobody) -> Bool {
        let now = seconds * ArrivalsTests.second
        return arrivals.isUnchanged(path, at: now) && arrivals.found(path, writing, at: now)
    }

    private func next(after seconds: UInt64) -> UInt64? {
        arrivals.nextSettling(after: seconds * ArrivalsTests.second).map { $0 / ArrivalsTests.second }
    }

    private func shape(_ size: Int64, _ time: Int64 = 1, sideCar: FilePath? = nil) -> Arrivals.Shape {
        Arrivals.Shape(size: size, modified: time, sideCar: sideCar)
    }

    @Test func `a file is taken in once it was the same for two seconds, and once only`() {
        look(10, ["a": shape(1)])
        #expect(!isSettled("a", 11) && next(after: 10) == 12)
        look(11, ["a": shape(2)])
        #expect(!isSettled("a", 12) && next(after: 12) == 13)
        look(13, ["a": shape(2)])
        #expect(isSettled("a", 13))
        arrivals.took("a")
        look(14, ["a": shape(2)])
        #expect(!arrivals.waits("a") && arrivals.newCount == 0 && next(after: 14) == nil)
        // Written again, or described by another file: it is new.
        look(15, ["a": shape(2, 7)])
        #expect(arrivals.waits("a"))
        arrivals.took("a")
        look(18, ["a": shape(2, 7, sideCar: "a.json")])
        #expect(arrivals.waits("a") && next(after: 18) == 20)
    }

    @Test func `a file that somebody writes waits for a change, not for a time`() {
        look(10, ["a": shape(1)])
        #expect(!isSettled("a", 12, .somebody) && next(after: 12) == nil)
        look(60, ["a": shape(1)])
        #expect(isSettled("a", 60))
    }

    @Test func `where nobody can tell who writes, a file waits longer`() {
        look(10, ["a": shape(1)])
        #expect(!isSettled("a", 12, .unknown) && next(after: 12) == 20)
        #expect(!isSettled("a", 19, .unknown))
        #expect(isSettled("a", 20, .unknown))
    }

    @Test func `what has long been there does not wait, and an empty file waits for its content`() {
        look(10, ["a": shape(1), "b": shape(0)], age: 60 * ArrivalsTests.second)
        #expect(isSettled("a", 10) && !isSettled("b", 10) && next(after: 10) == nil)
        look(20, ["a": shape(1), "b": shape(5)])
        #expect(!isSettled("b", 20) && isSettled("b", 22))
    }

    @Test func `what is gone is forgotten, unless the look could not see everything`() {
        look(10, ["a": shape(1), "b": shape(1)])
        arrivals.took("a")
        arrivals.lookEnded(isWhole: false)
        #expect(!arrivals.isNew("a", shape(1)) && arrivals.waits("b"))
        look(11, [:])
        #expect(arrivals.isNew("a", shape(1)) && !arrivals.waits("b"))
    }

    @Test func `what every look finds is told once, and again after it was away`() {
        var told = ToldOnce<Int>()
        func isFirst(_ value: Int) -> Bool { told.isFirst(value) }
        #expect(isFirst(1) && !isFirst(1))
        told.lookEnded(isWhole: true)
        #expect(!isFirst(1))
        told.lookEnded(isWhole: true)
        told.lookEnded(isWhole: false)
        #expect(!isFirst(1))
        told.lookEnded(isWhole: true)
        told.lookEnded(isWhole: true)
        #expect(isFirst(1))
    }
}
