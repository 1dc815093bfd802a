import CivilDates
import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import PhotoSearch
import PlaceNames
import TerminalText

/// `photos info`.
enum InfoCommand {
    static let description = CommandDescription(
        "info",
        operands: "ID",
        count: 1...1,
        summary: localized("Show everything about a photo, an album or a folder"),
        options: [.json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let text = try context.arguments.text(at: 0)
        let object = try IdentifierResolution(client)
            .object(text, of: [.asset, .assetCollection, .collectionList])
        switch object.kind {
        case .asset: try tellAsset(object, client, context)
        case .assetCollection, .collectionList: try tellCollection(object, client, context)
        }
        return .success
    }

    private static func tellAsset(
        _ object: LocalIdentifier,
        _ client: LibraryClient,
        _ context: CommandContext
    ) throws {
        let fetched = FetchedIdentifiers([object.id], kinds: .all(.asset))
        guard let asset = AssetLine(try client.assets(fetched, 0..<1), 0) else { throw gone(object) }
        guard let details = try client.details(of: [object.id]).first, details.exists else { throw gone(object) }
        let resources = try client.resources(of: object.id)
        let albums = try CollectionLine.all(of: FetchRequest(.collections(containing: object.id)), client)
        if context.printsJSON {
            let json = AssetJSON(asset, details, resources: resources, albums: albums.map(\.identifier))
            return try context.output.printJSON(json)
        }
        var table = TextTable(.left, .left)
        table.append(localized("Identifier"), object.string)
        table.append(localized("Kind"), ([asset.kindWord] + asset.marks).listed)
        table.append(localized("Taken"), asset.creationDate.map { DateText.local($0) } ?? "-")
        let clock = [
            DetailsText.source(details).map { localized("from {source}", ["source": $0]) }, DetailsText.zone(details),
        ].compactMap { $0 }
        if asset.creationDate != nil, !clock.isEmpty { table.append("", clock.joined(separator: "; ")) }
        table.append(localized("Added"), DateText.local(asset.addedDate))
        table.append(localized("Changed|of a photo"), DateText.local(asset.modificationDate))
        table.append(localized("Pixels"), SizeText.pixels(asset.pixelWidth, asset.pixelHeight))
        if asset.duration > 0 { table.append(localized("Length"), SizeText.length(asset.duration)) }
        if let place = asset.location {
            // Six decimals of a degree are 11 cm.
            let angles = "\(rounded(place.latitude, 1e6)), \(rounded(place.longitude, 1e6))"
            table.append(localized("Place"), angles + (place.altitude.map { ", \(rounded($0, 10)) m" } ?? ""))
            if let name = PlaceNames.standard.name(of: place.latitude, place.longitude) {
                table.append("", name.localizedText)
            }
        }
        for row in DetailsText(details).rows { table.append(row.name, row.text) }
        for resource in resources {
            var parts = [resource.filename.sanitized, resource.contentType, SizeText.bytes(resource.size)]
            if resource.kind.isEdit { parts.append(localized("edited")) }
            if resource.isInCloud { parts.append(localized("in the cloud")) }
            if resource.duration > 0 { parts.append(SizeText.length(resource.duration)) }
            if let time = resource.stillTime {
                parts.append(localized("photo at {time} s", ["time": rounded(time, 100)]))
            }
            table.append(localized("File"), parts.listed)
            if let digest = resource.hexadecimalDigest { table.append("", "sha256 \(digest)") }
        }
        for album in albums {
            table.append(localized("Album"), "\(album.title.sanitized) (\(album.identifier.string))")
        }
        for line in table.lines { try context.output.printLine(line) }
    }

    private static func tellCollection(
        _ object: LocalIdentifier,
        _ client: LibraryClient,
        _ context: CommandContext
    ) throws {
        let fetched = FetchedIdentifiers([object.id], kinds: .all(object.kind))
        guard let row = CollectionLine(try client.collections(fetched, 0..<1), 0) else { throw gone(object) }
        if context.printsJSON { return try context.output.printJSON(CollectionJSON(row)) }
        var table = TextTable(.left, .left)
        table.append(localized("Identifier"), object.string)
        table.append(localized("Kind"), object.kind.localizedWord)
        table.append(localized("Title"), row.title.sanitized)
        table.append(localized("Members"), "\(row.memberCount)")
        if let dates = row.dates {
            table.append(localized("From"), DateText.local(dates.lowerBound))
            table.append(localized("To"), DateText.local(dates.upperBound))
        }
        for line in table.lines { try context.output.printLine(line) }
    }

    private static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }

    private static func gone(_ object: LocalIdentifier) -> CommandFailure {
        CommandFailure(localized("{identifier} does not exist any more", ["identifier": object.string]))
    }
}
