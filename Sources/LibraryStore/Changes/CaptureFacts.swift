internal import LibraryModel
internal import SQLiteDatabase

/// Capture settings of assets from their files, for the owner's tools only. In tables of their own.
enum CaptureFacts {
    static func insert(_ metadata: MediaMetadata, _ annotations: Annotations, _ asset: Int64, _ connection: Connection)
        throws
    {
        try insert(metadata.settings, metadata.captureDate?.offsetSource, asset, connection)
        let path = try connection.statement("INSERT INTO keyword_path (asset, position, path) VALUES (?, ?, ?)")
        for (position, text) in annotations.keywordPaths.enumerated() {
            try path.bind(asset, at: 1)
            try path.bind(Int64(position), at: 2)
            try path.bind(text, at: 3)
            try path.run()
        }
        let insert = try connection.statement(
            "INSERT INTO region (asset, position, name, kind, x, y, width, height) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        for (position, region) in annotations.regions.enumerated() {
            try insert.bind(asset, at: 1)
            try insert.bind(Int64(position), at: 2)
            try insert.bind(region.name, at: 3)
            try insert.bind(region.kind, at: 4)
            try insert.bind(region.x, at: 5)
            try insert.bind(region.y, at: 6)
            try insert.bind(region.width, at: 7)
            try insert.bind(region.height, at: 8)
            try insert.run()
        }
    }

    private static func insert(
        _ settings: CaptureSettings,
        _ offsetSource: CaptureDate.OffsetSource?,
        _ asset: Int64,
        _ connection: Connection
    ) throws {
        guard settings != CaptureSettings() || offsetSource != nil else { return }
        let insert = try connection.statement(
            """
            INSERT INTO capture_facts (asset, offset_source, lens_make, lens_model, exposure_time, aperture, iso_speed,
                focal_length, focal_length_on_film, exposure_bias, flash_fired)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        try insert.bind(asset, at: 1)
        try insert.bind((offsetSource?.rawValue).map { Int64($0) }, at: 2)
        try insert.bind(settings.lensMake, at: 3)
        try insert.bind(settings.lensModel, at: 4)
        try insert.bind(settings.exposureTime, at: 5)
        try insert.bind(settings.aperture, at: 6)
        try insert.bind(settings.isoSpeed.map(Int64.init), at: 7)
        try insert.bind(settings.focalLength, at: 8)
        try insert.bind(settings.focalLengthOn35mmFilm.map(Int64.init), at: 9)
        try insert.bind(settings.exposureBias, at: 10)
        try insert.bind(settings.flashFired.map { $0 ? Int64(1) : 0 }, at: 11)
        try insert.run()
    }

    /// Adds the properties for the owner's tools to an asset's details; none for apps.
    static func read(into details: inout AssetDetails, _ asset: Int64, _ connection: Connection) throws {
        let select = try connection.statement(
            """
            SELECT capture_source, capture_offset, offset_source, lens_make, lens_model, exposure_time, aperture,
                iso_speed, focal_length, focal_length_on_film, exposure_bias, flash_fired, is_damaged
            FROM own_capture WHERE asset = ?
            """
        )
        try select.bind(asset, at: 1)
        guard try select.step() else { return }
        details.dateSource = select.optionalInteger(0).flatMap { UInt8(exactly: $0) }.flatMap(CaptureDate.Source.init)
        details.utcOffset = select.optionalInteger(1).flatMap { Int32(exactly: $0) }
        if details.utcOffset != nil {
            details.offsetSource = select.optionalInteger(2).flatMap { UInt8(exactly: $0) }
                .flatMap(CaptureDate.OffsetSource.init)
        }
        details.settings.lensMake = select.optionalText(3)
        details.settings.lensModel = select.optionalText(4)
        details.settings.exposureTime = select.optionalReal(5)
        details.settings.aperture = select.optionalReal(6)
        details.settings.isoSpeed = select.optionalInteger(7).flatMap { UInt32(exactly: $0) }
        details.settings.focalLength = select.optionalReal(8)
        details.settings.focalLengthOn35mmFilm = select.optionalInteger(9).flatMap { UInt32(exactly: $0) }
        details.settings.exposureBias = select.optionalReal(10)
        details.settings.flashFired = select.optionalInteger(11).map { $0 != 0 }
        details.isDamaged = select.integer(12) != 0
        details.keywordPaths = try keywordPaths(of: asset, details.keywords, connection)
        details.regions = try regions(of: asset, connection)
        details.otherOriginals = try OtherOriginals.all(of: asset, connection)
    }

    /// Only paths of keywords that the asset still has.
    private static func keywordPaths(of asset: Int64, _ keywords: [String], _ connection: Connection) throws -> [String]
    {
        let select = try connection.statement("SELECT path FROM own_keyword_path WHERE asset = ? ORDER BY position")
        try select.bind(asset, at: 1)
        let known = Set(keywords)
        var paths: [String] = []
        while try select.step() {
            let path = select.text(0)
            if let leaf = path.split(separator: Annotations.pathSeparator).last, known.contains(String(leaf)) {
                paths.append(path)
            }
        }
        return paths
    }

    private static func regions(of asset: Int64, _ connection: Connection) throws -> [ImageRegion] {
        let select = try connection.statement(
            "SELECT name, kind, x, y, width, height FROM own_region WHERE asset = ? ORDER BY position"
        )
        try select.bind(asset, at: 1)
        var regions: [ImageRegion] = []
        while try select.step() {
            regions.append(
                ImageRegion(
                    name: select.optionalText(0),
                    kind: select.optionalText(1),
                    x: select.real(2),
                    y: select.real(3),
                    width: select.real(4),
                    height: select.real(5)
                )
            )
        }
        return regions
    }
}
