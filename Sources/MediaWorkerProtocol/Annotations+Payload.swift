internal import LibraryModel

// What people wrote about a photo, and how it was taken. Senders apply the bounds (`bounded`); a payload that exceeds
// them is a violation.

extension PayloadWriter {
    mutating func put(_ settings: CaptureSettings) {
        put(settings.lensMake) { $0.put($1, .name) }
        put(settings.lensModel) { $0.put($1, .name) }
        put(settings.exposureTime) { $0.put($1) }
        put(settings.aperture) { $0.put($1) }
        put(settings.isoSpeed) { $0.put($1) }
        put(settings.focalLength) { $0.put($1) }
        put(settings.focalLengthOn35mmFilm) { $0.put($1) }
        put(settings.exposureBias) { $0.put($1) }
        put(settings.flashFired) { $0.put($1) }
    }

    mutating func put(_ annotations: Annotations) {
        put(annotations.title) { $0.put($1, .writing) }
        put(annotations.caption) { $0.put($1, .writing) }
        put(annotations.keywords) { $0.put($1, .writing) }
        put(annotations.keywordPaths) { $0.put($1, .writing) }
        put(annotations.rating) { $0.put($1) }
        put(annotations.regions) { $0.put($1) }
    }

    private mutating func put(_ region: ImageRegion) {
        put(region.name) { $0.put($1, .writing) }
        put(region.kind) { $0.put($1, .writing) }
        for part in [region.x, region.y, region.width, region.height] { put(part) }
    }

    private mutating func put<Value>(_ values: [Value], _ write: (inout PayloadWriter, Value) -> Void) {
        put(UInt16(clamping: values.count))
        for value in values.prefix(Int(UInt16.max)) { write(&self, value) }
    }
}

extension PayloadReader {
    /// Wide enough for every number that is bounded elsewhere; excludes NaN and infinity.
    private static let anyNumber = -1e9...1e9

    mutating func settings() throws(WorkerChannelFailure) -> CaptureSettings {
        var settings = CaptureSettings()
        settings.lensMake = try optional { reader throws(WorkerChannelFailure) in try reader.text(.name) }
        settings.lensModel = try optional { reader throws(WorkerChannelFailure) in try reader.text(.name) }
        settings.exposureTime = try number()
        settings.aperture = try number()
        settings.isoSpeed = try optional { reader throws(WorkerChannelFailure) in try reader.integer() }
        settings.focalLength = try number()
        settings.focalLengthOn35mmFilm = try optional { reader throws(WorkerChannelFailure) in try reader.integer() }
        settings.exposureBias = try number()
        settings.flashFired = try optional { reader throws(WorkerChannelFailure) in try reader.truth() }
        guard settings == settings.bounded else { throw .violation }
        return settings
    }

    mutating func annotations() throws(WorkerChannelFailure) -> Annotations {
        var annotations = Annotations()
        annotations.title = try writing()
        annotations.caption = try writing()
        annotations.keywords = try list { reader throws(WorkerChannelFailure) in try reader.text(.writing) }
        annotations.keywordPaths = try list { reader throws(WorkerChannelFailure) in try reader.text(.writing) }
        annotations.rating = try optional { reader throws(WorkerChannelFailure) in try reader.integer() }
        annotations.regions = try list { reader throws(WorkerChannelFailure) in try reader.region() }
        guard annotations == annotations.bounded else { throw .violation }
        return annotations
    }

    private mutating func region() throws(WorkerChannelFailure) -> ImageRegion {
        ImageRegion(
            name: try writing(),
            kind: try writing(),
            x: try real(in: 0...1),
            y: try real(in: 0...1),
            width: try real(in: 0...1),
            height: try real(in: 0...1)
        )
    }

    private mutating func writing() throws(WorkerChannelFailure) -> String? {
        try optional { reader throws(WorkerChannelFailure) in try reader.text(.writing) }
    }

    private mutating func number() throws(WorkerChannelFailure) -> Double? {
        try optional { reader throws(WorkerChannelFailure) in try reader.real(in: PayloadReader.anyNumber) }
    }

    /// A list that is no longer than its payload: every value takes at least one byte.
    private mutating func list<Value>(
        _ read: (inout PayloadReader) throws(WorkerChannelFailure) -> Value
    ) throws(WorkerChannelFailure) -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try integer(UInt16.self)) { values.append(try read(&self)) }
        return values
    }
}
