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

    struct Substitution: CustomTestStringConvertible, Sendable {
        var format: String
        var values: [String: any Sendable]
        /// The same without variables.
        var plain: String
        var testDescription: String { format }

        init(_ format: String, _ values: [String: any Sendable], _ plain: String) {
            self.format = format
            self.values = values
            self.plain = plain
        }
    }

    static let substitutions = [
        Substitution("mediaType = $TYPE", ["TYPE": 1], "mediaType = 1"),
        Substitution("creationDate > $a AND $b > creationDate", ["a": 5, "b": 6], "creationDate > 5 AND 6 > creationDate"),
        Substitution("mediaType IN $types", ["types": [1, 2]], "mediaType IN {1, 2}"),
        Substitution("mediaType IN {1, $other}", ["other": 2], "mediaType IN {1, 2}"),
        Substitution("pixelWidth BETWEEN $bounds", ["bounds": [1, 2]], "pixelWidth BETWEEN {1, 2}"),
        Substitution("pixelWidth BETWEEN {$low, $high}", ["low": 1, "high": 2], "pixelWidth BETWEEN {1, 2}"),
        Substitution("(mediaSubtypes & $mask) != 0", ["mask": 4], "(mediaSubtypes & 4) != 0"),
        Substitution("title CONTAINS[cd] $text", ["text": "é"], "title CONTAINS[cd] 'é'"),
        Substitution("isFavorite = $yes", ["yes": 1, "unused": 9], "isFavorite = YES"),
        Substitution("isFavorite = YES", ["yes": 1], "isFavorite = YES"),
    ]

    @Test(arguments: substitutions) func `variables stand for their values`(_ one: Substitution) throws {
        let predicate = NSPredicate(format: one.format, argumentArray: nil).withSubstitutionVariables(one.values)
        #expect(try program(predicate) == program(NSPredicate(format: one.plain, argumentArray: nil)))
    }

    @Test func `variables are substituted step by step, within compounds, and at evaluation`() throws {
        let template = NSPredicate(format: "a = $x AND b = %d AND c = $y", 7)
        #expect(template == template && template.copy() as? NSPredicate == template)
        let whole = NSPredicate(format: "a = 1 AND b = 7 AND c = 2")
        #expect(template.withSubstitutionVariables(["x": 1]).withSubstitutionVariables(["y": 2]) == whole)
        let not = NSCompoundPredicate(notPredicateWithSubpredicate: template)
        let substituted = not.withSubstitutionVariables(["x": 1, "y": 2])
        #expect(try program(substituted) == program(NSCompoundPredicate(notPredicateWithSubpredicate: whole)))
        let object = ["a": 1, "b": 7, "c": 2]
        #expect(template.evaluate(with: object, substitutionVariables: ["x": 1, "y": 2]))
        #expect(!template.evaluate(with: object, substitutionVariables: ["x": 1, "y": 3]))
    }

    @Test func `a fetch with a variable that has no value stops the program and says which`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = PredicateCompilation(NSPredicate(format: "creationDate > $DATE"))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the variable $DATE of \"creationDate > $DATE\" has no value"))
    }

    @Test func `Swift's predicates become the library's program as far as it can decide them`() throws {
        let (moment, video, identifiers) = (moment, PHAssetMediaType.video.rawValue, ["9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001"])
        func check(_ predicate: Predicate<PHAsset>, _ format: String, _ arguments: [Any] = []) throws {
            let expected = try program(NSPredicate(format: format, argumentArray: arguments))
            #expect(try program(NSPredicate(predicate)) == expected, "\(format)")
        }
        try check(#Predicate { $0.isFavorite }, "isFavorite = YES")
        try check(#Predicate { $0.mediaType.rawValue == video }, "mediaType = 2")
        try check(
            #Predicate { !$0.isHidden && ($0.pixelWidth >= 4000 || $0.duration < 1.5) },
            "NOT isHidden = YES AND (pixelWidth >= 4000 OR duration < 1.5)"
        )
        try check(#Predicate { $0.creationDate != nil }, "creationDate != nil")
        try check(#Predicate { $0.modificationDate == moment }, "modificationDate = %@", [moment])
        try check(#Predicate { identifiers.contains($0.localIdentifier) }, "localIdentifier IN %@", [identifiers])
        let title = NSPredicate(#Predicate<PHAssetCollection> { $0.localizedTitle == "Summer" })
        #expect(try program(title) == program(NSPredicate(format: "localizedTitle = 'Summer'")))
    }

    @Test func `what the library cannot decide of Swift's predicates stays with the app`() {
        let area = NSPredicate(#Predicate<PHAsset> { $0.pixelWidth * $0.pixelHeight > 100 })
        let compiled = PredicateCompilation(NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(format: "a = 1"), area,
        ]))
        #expect(compiled.program?.instructions.count == 3)
        #expect(compiled.remainder == [area])
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
