internal import FoundationEssentials
internal import JSONText
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools

extension PhotoNotes {
    /// The line of `photos export` about a photo, which says all of it.
    init(manifest value: JSONValue) {
        self.init()
        isComplete = true
        title = value["title"]?.text
        caption = value["caption"]?.text
        keywords = (value["keywords"]?.elements ?? []).compactMap(\.text)
        rating = value["rating"]?.integer.flatMap { UInt32(exactly: $0) }
        date = value["date"]?.integer
        if let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double {
            let coordinate = Coordinate(latitude: latitude, longitude: longitude, altitude: value["altitude"]?.double)
            place = coordinate.isValid ? coordinate : nil
        }
        let text = PhotoNotes.sideCar(manifest: value, of: date).text
        sideCar = SideCar(Array(text.utf8)) ?? SideCar(Array(SideCarText().text.utf8))
        isFavorite = value["favorite"]?.isTrue == true
        isHidden = value["hidden"]?.isTrue == true
        if let edit = value["edit"], let format = edit["format"]?.text, let version = edit["version"]?.text,
            let data = edit["data"]?.text.flatMap({ Data(base64Encoded: $0) }), data.count <= Adjustment.maximumDataSize
        {
            recipe = Recipe(formatIdentifier: format, formatVersion: version, data: Array(data))
        }
    }

    /// What of a line no change of a photo can set, in the form in which a photo can come with it. It replaces the
    /// side-car that was exported with the photo: of one without the date's source all dates are in UTC.
    private static func sideCar(manifest value: JSONValue, of date: Int64?) -> SideCarText {
        var text = SideCarText()
        text.keywordPaths = (value["keywordPaths"]?.elements ?? []).compactMap(\.text)
        text.regions = (value["regions"]?.elements ?? []).compactMap(ImageRegion.init(manifest:))
        text.camera = CameraJSON(manifest: value["camera"])
        guard let source = value["dateSource"]?.integer.flatMap({ UInt8(exactly: $0) }) else { return text }
        text.dateSource = CaptureDate.Source(rawValue: source)
        if text.dateSource == nil { return text }
        text.date = date
        text.utcOffset = value["utcOffset"]?.integer.flatMap { Int32(exactly: $0) }
        text.offsetSource = value["offsetSource"]?.integer.flatMap { UInt8(exactly: $0) }
            .flatMap(CaptureDate.OffsetSource.init)
        return text
    }

    /// What a line says of one of its photo's files. `name`: the file's path below the manifest's folder.
    private mutating func take(_ name: String, of value: JSONValue) {
        func position(_ part: JSONValue?) -> Int? { part?["files"]?.elements?.firstIndex { $0.text == name } }
        func element(_ list: JSONValue?, _ position: Int) -> JSONValue? {
            guard let list = list?.elements, list.indices.contains(position) else { return nil }
            return list[position]
        }
        if let own = position(value) {
            filename = element(value["names"], own)?.text
            kind = element(value["kinds"], own)?.integer.flatMap { UInt32(exactly: $0) }
                .map { ResourceKind(rawValue: $0) }
        } else if let edited = position(value["edit"]) {
            filename = element(value["edit"]?["names"], edited)?.text
            sideCar = nil
        }
    }

    /// Reads the line of a file at an offset of a manifest.
    static func manifest(
        _ path: FilePath,
        at offset: Int64,
        of file: FilePath,
        in source: any ImportSource
    ) throws(ImportFailure) -> PhotoNotes {
        let line: [UInt8]
        do throws(SystemCallError) {
            let file = try source.open(path)
            var reader = LineReader(maximumLength: ExportFormat.maximumLineLength, at: offset)
            line = try reader.next(in: file)?.line ?? []
        } catch {
            throw ImportFailure(path: path, reason: error.reason)
        }
        do throws(JSONValue.Malformed) {
            let value = try JSONValue(line)
            var notes = PhotoNotes(manifest: value)
            let root = path.folder.appending("").bytes
            if file.bytes.starts(with: root) {
                notes.take(FilePath(bytes: Array(file.bytes.dropFirst(root.count))).text, of: value)
            }
            return notes
        } catch {
            throw ImportFailure(path: path, reason: "was changed meanwhile")
        }
    }
}

extension ImageRegion {
    fileprivate init?(manifest value: JSONValue) {
        let sides = ["x", "y", "width", "height"].compactMap { value[$0]?.double }
        guard sides.count == 4 else { return nil }
        self.init(
            name: value["name"]?.text,
            kind: value["kind"]?.text,
            x: sides[0],
            y: sides[1],
            width: sides[2],
            height: sides[3]
        )
    }
}

extension CameraJSON {
    fileprivate init(manifest value: JSONValue?) {
        self.init(AssetDetails())
        make = value?["make"]?.text
        model = value?["model"]?.text
        lensMake = value?["lensMake"]?.text
        lensModel = value?["lensModel"]?.text
        exposureTime = value?["exposureTime"]?.double
        aperture = value?["aperture"]?.double
        isoSpeed = value?["isoSpeed"]?.integer.flatMap { UInt32(exactly: $0) }
        focalLength = value?["focalLength"]?.double
        focalLengthOn35mmFilm = value?["focalLengthOn35mmFilm"]?.integer.flatMap { UInt32(exactly: $0) }
        exposureBias = value?["exposureBias"]?.double
        flashFired = value?["flashFired"].map(\.isTrue)
    }
}
