import LibraryModel
import LibraryProtocol
import LibraryTestSupport

extension Flood {
    /// The dearest questions that an app may ask.
    static var predicates: Flood {
        let texts = Array(repeating: SortKey("filename", isAscending: true), count: FetchRequest.maximumSortKeys)
        let calls: [any Call] = [
            // As often as the budget has it.
            FetchCall(chain(227, .contains) { String(repeating: "IMG_0", count: 800) + "\($0)" }, countsOnly: true),
            FetchCall(chain(227, .like) { "*" + String(repeating: "?*0*", count: 250) + "\($0)" }, countsOnly: true),
            FetchCall(chain(4, .matches) { "(a|I?M?G?_?0*[0-9]?){100}\($0)" }, countsOnly: true),
            FetchCall(chain(4, .matches) { "(a|bb){800}\($0)" }, countsOnly: true),
            FetchCall(FetchRequest(.allAssets, sort: texts)),
            FetchCall(FetchRequest(.allAssets, sort: texts.map { SortKey($0.key, isAscending: false) }, limit: 10)),
            LocalIdentifiersCall(
                of: (0..<CloudIdentifier.maximumCount).map { _ in CloudIdentifier(.asset, record: .random()) },
                onlySynced: false
            ),
            CloudIdentifiersCall(
                of: (0..<CloudIdentifier.maximumCount).map { _ in LocalIdentifier(.asset, .random()) }
            ),
        ]
        return Flood { client, number in try client.sendLong(calls[number % calls.count]) }
    }

    /// Comparisons of names, none of which is true of a photo.
    private static func chain(
        _ count: Int,
        _ comparison: PredicateComparison,
        _ text: (Int) -> String
    ) -> FetchRequest {
        let program = (0..<count).flatMap { number -> [PredicateInstruction] in
            let compared: [PredicateInstruction] = [
                .key("filename"), .literal(.text(text(number))), .compare(comparison, [.caseInsensitive]),
            ]
            return number == 0 ? compared : compared + [.or]
        }
        return FetchRequest(.allAssets, predicate: PredicateProgram(program))
    }
}
