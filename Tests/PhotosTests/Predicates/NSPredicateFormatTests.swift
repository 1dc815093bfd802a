import LibraryModel
import Photos
import Testing

@testable import class Photos.FormatPredicate
@testable import struct Photos.PredicateCompilation

@Suite struct NSPredicateFormatTests {
    private let moment = Date(timeIntervalSince1970: 5)

    private func program(_ predicate: NSPredicate) throws -> [PredicateInstruction] {
        try #require(PredicateCompilation(predicate).program).instructions
    }

    @Test func `the variadic and the array form are the same predicate`() throws {
        let variadic = NSPredicate(format: "creationDate > %@ AND mediaType == %d", moment as any CVarArg, 1)
        let array = NSPredicate(format: "creationDate > %@ AND mediaType == %d", argumentArray: [moment, 1])
        #expect(variadic == array)
        #expect(
            try program(variadic) == [
                .key("creationDate"), .literal(.date(5_000_000)), .compare(.greater, []),
                .key("mediaType"), .literal(.integer(1)), .compare(.equal, []), .and,
            ]
        )
    }

    @Test func `everything that Apple's takes as an argument is one`() throws {
        let predicate = NSPredicate(
            format: "a < %@ OR b = %@ OR c IN %@ OR d IN %@ OR %K = %lu OR e = %@ OR f = %lld",
            moment as NSDate,
            NSNumber(value: 3),
            [1, 2],
            Set(["x"]),
            "key",
            4 as UInt,
            "text" as NSString,
            Int64.max
        )
        #expect(try program(predicate).count == 3 + 3 + 5 + 4 + 3 + 3 + 3 + 6)
    }

    @Test func `compounds and constants become one program`() throws {
        let one = NSPredicate(format: "a = 1")
        let two = NSPredicate(format: "b = 2")
        let a: [PredicateInstruction] = [.key("a"), .literal(.integer(1)), .compare(.equal, [])]
        let b: [PredicateInstruction] = [.key("b"), .literal(.integer(2)), .compare(.equal, [])]
        #expect(try program(NSCompoundPredicate(andPredicateWithSubpredicates: [one, two])) == a + b + [.and])
        #expect(try program(NSCompoundPredicate(orPredicateWithSubpredicates: [one, two])) == a + b + [.or])
        #expect(try program(NSCompoundPredicate(notPredicateWithSubpredicate: one)) == a + [.not])
        #expect(try program(NSCompoundPredicate(type: .or, subpredicates: [one])) == a)
        #expect(try program(NSCompoundPredicate(andPredicateWithSubpredicates: [])) == [.constant(true)])
        #expect(try program(NSCompoundPredicate(orPredicateWithSubpredicates: [])) == [.constant(false)])
        #expect(try program(NSPredicate(value: true)) == [.constant(true)])
        #expect(try program(NSPredicate(value: false)) == [.constant(false)])
        let nested = NSCompoundPredicate(orPredicateWithSubpredicates: [
            NSCompoundPredicate(andPredicateWithSubpredicates: [one, NSPredicate(value: true)]), two,
        ])
        #expect(try program(nested) == a + [.constant(true), .and] + b + [.or])
    }

    @Test func `a block stays with the app, the rest goes to the library`() {
        let block = NSPredicate { _, _ in true }
        let format = NSPredicate(format: "a = 1")
        let mixed = PredicateCompilation(NSCompoundPredicate(andPredicateWithSubpredicates: [format, block]))
        #expect(mixed.program?.instructions == [.key("a"), .literal(.integer(1)), .compare(.equal, [])])
        #expect(mixed.remainder == [block])
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [format, block])
        let whole = PredicateCompilation(either)
        #expect(whole.program == nil)
        #expect(whole.remainder == [either])
        #expect(PredicateCompilation(nil).program == nil)
    }

    @Test func `a copy is the same predicate`() {
        let predicate = NSPredicate(format: "a = %d", 1)
        #expect(predicate.copy() as? NSPredicate == predicate)
        #expect(NSPredicate(format: "a = %d", 2) != predicate)
    }

    @Test func `a broken format stops the program and says where`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "mediaType = %d AND")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                "unable to parse the format string \"mediaType = %d AND\": at character 12: argument 1 is missing"
            )
        )
    }

    @Test func `sort descriptors tell their key`() {
        #expect(NSSortDescriptor(key: "creationDate", ascending: false).key == "creationDate")
        #expect(NSSortDescriptor(key: "creationDate", ascending: false).ascending == false)
        #expect(NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: true).key == "creationDate")
        #expect(NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: true).key == "pixelWidth")
        #expect(NSSortDescriptor(keyPath: \PHAsset.mediaType, ascending: true).key == "mediaType")
        #expect(NSSortDescriptor(keyPath: \PHAssetCollection.localizedTitle, ascending: true).key == "localizedTitle")
        #expect(NSSortDescriptor(keyPath: \PHAssetCollection.endDate, ascending: true).key == "endDate")
    }
}
