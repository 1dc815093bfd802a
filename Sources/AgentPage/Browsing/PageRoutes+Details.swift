internal import CivilDates
internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools
internal import PlaceNames
internal import TerminalText

extension PageRoutes {
    private struct DetailsJSON: Encodable {
        struct Place: Encodable {
            var latitude: Double
            var longitude: Double
            /// What the list of places says of it.
            var name: OrNull<PlaceNameJSON>
        }

        struct File: Encodable {
            /// `ResourceKind`.
            var kind: UInt32
            var name: String
            var size: Int64
            /// Whether it is what an edit has made of the original.
            var isEdit: Bool
        }

        /// The kind of the Live Photo's movie among the photo's files (`ResourceKind`).
        struct LivePhoto: Encodable {
            var movieKind: UInt32
            /// Seconds.
            var duration: Double
            /// The time of the still in seconds from the movie's start.
            var stillTime: OrNull<Double>

            init(_ pair: LivePhotoPair) {
                movieKind = pair.movie.kind.rawValue
                duration = pair.movie.duration
                stillTime = OrNull(pair.movie.stillTime)
            }
        }

        var filename: String
        var livePhoto: OrNull<LivePhoto>
        var title: OrNull<String>
        var caption: OrNull<String>
        var keywords: [String]
        /// 0 for none.
        var rating: UInt32
        var isHidden: Bool
        var date: OrNull<String>
        var place: OrNull<Place>
        var width: UInt32
        var height: UInt32
        var fileSize: Int64
        var camera: OrNull<String>
        var lens: OrNull<String>
        var exposure: OrNull<String>
        var people: [String]
        var damage: OrNull<String>
        /// The original first.
        var files: [File]
    }

    /// Everything about one photo.
    func details(of asset: ObjectID) throws -> HTTPResponse {
        let page = try client.assets(FetchedIdentifiers([asset], kinds: .all(.asset)), 0..<1, includesDeleted: true)
        let flags = AssetPage.Flags(rawValue: page.flags[0])
        guard let details = try client.details(of: [asset]).first, details.exists, flags.contains(.exists) else {
            throw RequestFailure(404, localized("this photo is gone"))
        }
        let place =
            flags.contains(.hasLocation) && page.latitude[0].isFinite && page.longitude[0].isFinite
            ? DetailsJSON.Place(
                latitude: page.latitude[0],
                longitude: page.longitude[0],
                name: OrNull(PlaceNameJSON(of: page.latitude[0], page.longitude[0]))
            ) : nil
        let files = try client.resources(of: asset)
        return try HTTPResponse(
            json: DetailsJSON(
                filename: details.filename.sanitized,
                livePhoto: OrNull(livePhoto(files, MediaSubtypes(rawValue: page.mediaSubtypes[0]))),
                title: OrNull(details.title?.sanitized),
                caption: OrNull(details.caption?.sanitizedLines),
                keywords: details.keywords.map(\.sanitized),
                rating: page.rating[0],
                isHidden: flags.contains(.hidden),
                date: OrNull(flags.contains(.hasCreationDate) ? DateText.universal(page.creationDate[0]) : nil),
                place: OrNull(place),
                width: page.pixelWidth[0],
                height: page.pixelHeight[0],
                fileSize: details.fileSize,
                camera: OrNull(details.camera?.sanitized),
                lens: OrNull(DetailsText.lens(details.settings)),
                exposure: OrNull(DetailsText.exposure(details.settings)),
                people: details.regions.compactMap { $0.name?.sanitized },
                damage: OrNull(DetailsText.damage(details)),
                files: files.map {
                    DetailsJSON.File(
                        kind: $0.kind.rawValue,
                        name: $0.filename.sanitized,
                        size: $0.size,
                        isEdit: $0.kind.isEdit
                    )
                }
            )
        )
    }

    private func livePhoto(_ files: [ResourceInfo], _ subtypes: MediaSubtypes) -> DetailsJSON.LivePhoto? {
        guard subtypes.contains(.photoLive) else { return nil }
        return LivePhotoPair(in: files).map { DetailsJSON.LivePhoto($0) }
    }
}
