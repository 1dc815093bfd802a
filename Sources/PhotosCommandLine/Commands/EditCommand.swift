import Languages
import LibraryModel
import TerminalText

/// `photos edit`: what is written of photos. Their files stay as they are.
enum EditCommand {
    private static let title = OptionDescription("--title", "TEXT", help: localized("the title; an empty one is none"))
    private static let caption = OptionDescription(
        "--caption",
        "TEXT",
        help: localized("the caption; an empty one is none")
    )
    private static let keywords = OptionDescription(
        "--keywords",
        "A,B",
        help: localized("these keywords and no others")
    )
    private static let added = OptionDescription("--add-keywords", "A,B", help: localized("these keywords, too"))
    private static let removed = OptionDescription(
        "--remove-keywords",
        "A,B",
        help: localized("without these keywords")
    )
    private static let date = OptionDescription(
        "--date",
        "DATE|none",
        help: localized("when it was taken, as for set-date")
    )
    private static let place = OptionDescription(
        "--place",
        "LAT,LON|none",
        help: localized("where, in degrees north and east")
    )
    private static let favorite = OptionDescription("--favorite", "yes|no", help: localized("whether it is a favorite"))
    private static let hidden = OptionDescription("--hidden", "yes|no", help: localized("whether it is hidden"))
    private static let rating = OptionDescription("--rating", "0-5", help: localized("the rating, 0 for none"))

    static let description = CommandDescription(
        "edit",
        operands: "ID...",
        count: 1...Int.max,
        summary: localized("Change what is written of photos: title, caption, keywords, date, place, rating"),
        discussion: localized("Changes all of them in one transaction. The files themselves stay as they are."),
        options: [title, caption, keywords, added, removed, date, place, favorite, hidden, rating, .json],
        run: { context in
            let update = try update(context.arguments)
            guard !update.isEmpty else {
                throw context.arguments.usageError(localized("edit needs something to change"))
            }
            let client = context.connect()
            let assets = try IdentifierResolution(client).assets(try context.arguments.texts())
            let operations = assets.map { ChangeOperation.updateAsset($0, update) }
            return try ChangeCommands.perform(
                operations,
                assets,
                { localized("{count} changed", ["count": $0]) },
                client,
                context
            )
        }
    )

    private static func update(_ arguments: ParsedArguments) throws(UsageError) -> AssetUpdate {
        var update = AssetUpdate()
        update.title = try arguments.text(title).map { $0.isEmpty ? .clear : .set($0) }
        update.caption = try arguments.text(caption).map { $0.isEmpty ? .clear : .set($0) }
        update.keywords = try words(arguments, keywords)
        update.addedKeywords = try words(arguments, added) ?? []
        update.removedKeywords = try words(arguments, removed) ?? []
        update.isFavorite = try answer(arguments, favorite)
        update.isHidden = try answer(arguments, hidden)
        if let text = try arguments.text(date) {
            update.creationDate = try text == "none" ? .clear : .set(arguments.instant(text))
        }
        if let text = try arguments.text(place) {
            update.location = try text == "none" ? .clear : .set(coordinate(text, arguments))
        }
        if let text = try arguments.text(rating) {
            guard let value = UInt32(text), value <= AssetUpdate.maximumRating else {
                throw arguments.usageError(
                    localized(
                        "{option} needs a number from {least} to {most}, not {text}",
                        [
                            "option": rating.name, "least": 0, "most": AssetUpdate.maximumRating,
                            "text": text.sanitized,
                        ]
                    )
                )
            }
            update.rating = value
        }
        return update
    }

    private static func words(
        _ arguments: ParsedArguments,
        _ option: OptionDescription
    ) throws(UsageError) -> [String]? {
        guard let text = try arguments.text(option) else { return nil }
        return text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    private static func answer(
        _ arguments: ParsedArguments,
        _ option: OptionDescription
    ) throws(UsageError) -> Bool? {
        guard let text = try arguments.text(option) else { return nil }
        guard text == "yes" || text == "no" else {
            throw arguments.usageError(
                localized("{option} needs yes or no, not {text}", ["option": option.name, "text": text.sanitized])
            )
        }
        return text == "yes"
    }

    private static func coordinate(_ text: String, _ arguments: ParsedArguments) throws(UsageError) -> Coordinate {
        let angles = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmed) }
        guard angles.count == 2, let latitude = angles[0], let longitude = angles[1] else {
            throw arguments.usageError(
                localized("--place needs degrees such as 46.5,7.25, not {text}", ["text": text.sanitized])
            )
        }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else {
            throw arguments.usageError(
                localized("{text} is no place: at most 90 degrees north and 180 east", ["text": text.sanitized])
            )
        }
        return coordinate
    }
}
