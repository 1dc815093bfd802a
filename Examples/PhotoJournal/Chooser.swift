import PhotosUI

/// Asks the person which photo is meant, where several have the content. The journal keeps the answer.
enum Chooser {
    static func run(_ journal: inout Journal, _ file: URL) throws {
        let lookup = try PhotoLookup(journal.entries.flatMap(\.photos))
        var chosen = 0
        for entry in journal.entries.indices {
            for photo in journal.entries[entry].photos.indices {
                let shown = journal.entries[entry].photos[photo]
                guard case .several(let candidates) = lookup.place(of: shown) else { continue }
                say("\(journal.entries[entry].text)\nWhich one is \(shown.name)?")
                for (number, line) in descriptions(of: candidates).enumerated() { say("  \(number + 1)  \(line)") }
                guard let choice = answer(1...candidates.count) else { continue }
                journal.entries[entry].photos[photo].choices += try PhotoLookup.cloudIdentifiers(
                    of: [candidates[choice - 1]]
                )
                // Each answer is kept, also when the person leaves before the last.
                try journal.write(to: file)
                chosen += 1
            }
        }
        note(chosen == 1 ? "1 photo was chosen" : "\(chosen) photos were chosen")
    }

    /// The number that the person types; nil for an empty line, and at the end of the input.
    private static func answer(_ numbers: ClosedRange<Int>) -> Int? {
        while let line = readLine(), !line.isEmpty {
            if let number = Int(line), numbers.contains(number) { return number }
            note("a number from \(numbers.lowerBound) to \(numbers.upperBound), or nothing for none of them")
        }
        return nil
    }

    /// What tells photos with the same content apart, in the order of the identifiers.
    private static func descriptions(of identifiers: [String]) -> [String] {
        let names = PhotoJournalProgram.filenames(of: identifiers)
        var texts: [String: String] = [:]
        PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
            .enumerateObjects { asset, _, _ in
                var words = [names[asset.localIdentifier] ?? "a photo"]
                if let date = asset.creationDate { words.append(date.formatted(.iso8601)) }
                if asset.isFavorite { words.append("favourite") }
                let albums = PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil)
                albums.enumerateObjects { album, _, _ in words.append("in \(album.localizedTitle ?? "an album")") }
                texts[asset.localIdentifier] = words.joined(separator: ", ")
            }
        return identifiers.map { texts[$0] ?? "a photo" }
    }
}
