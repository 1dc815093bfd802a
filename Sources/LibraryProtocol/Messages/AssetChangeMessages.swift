package import CLibraryProtocol
package import LibraryModel

// New assets, and updates of their properties.

extension AssetCreation: MessageValue {
    package static let messageKind = MessageKind(photolibrary__asset_creation__init)

    package func write(to message: Message<Photolibrary__AssetCreation>) {
        message.put(\.has_id, \.id, id)
        message.put(\.n_resources, \.resources, resources)
        message.put(\.properties, properties)
    }

    package init(reading message: Message<Photolibrary__AssetCreation>) throws(LibraryError) {
        self.init(
            id: try message.objectID(\.has_id, \.id).required("id"),
            resources: try message.parts(\.n_resources, \.resources)
        )
        if let properties = try message.part(\.properties, as: AssetUpdate.self) { self.properties = properties }
    }
}

extension StagedResourceUse: MessageValue {
    package static let messageKind = MessageKind(photolibrary__staged_resource_use__init)

    package func write(to message: Message<Photolibrary__StagedResourceUse>) {
        message.put(\.has_staged, \.staged, staged)
        message.put(\.has_kind, \.kind, kind.rawValue)
        message.put(\.filename, filename)
    }

    package init(reading message: Message<Photolibrary__StagedResourceUse>) throws(LibraryError) {
        self.init(
            staged: try message.objectID(\.has_staged, \.staged).required("staged"),
            kind: ResourceKind(rawValue: try message.number(\.has_kind, \.kind).required("kind")),
            filename: message.text(\.filename)
        )
    }
}

extension AssetUpdate: MessageValue {
    package static let messageKind = MessageKind(photolibrary__asset_update__init)

    package func write(to message: Message<Photolibrary__AssetUpdate>) {
        message.put(\.has_creation_date, \.creation_date, creationDate?.value)
        message.put(\.has_clears_creation_date, \.clears_creation_date, creationDate?.clears)
        message.put(\.has_latitude, \.latitude, location?.value?.latitude)
        message.put(\.has_longitude, \.longitude, location?.value?.longitude)
        message.put(\.has_altitude, \.altitude, location?.value?.altitude)
        message.put(\.has_clears_location, \.clears_location, location?.clears)
        message.put(\.has_is_favorite, \.is_favorite, isFavorite)
        message.put(\.has_is_hidden, \.is_hidden, isHidden)
        message.put(\.has_rating, \.rating, rating)
        message.put(\.title, title?.value)
        message.put(\.has_clears_title, \.clears_title, title?.clears)
        message.put(\.caption, caption?.value)
        message.put(\.has_clears_caption, \.clears_caption, caption?.clears)
        message.put(\.keywords, keywords.map { Keywords($0) })
        message.put(\.n_removed_keywords, \.removed_keywords, removedKeywords)
        message.put(\.n_added_keywords, \.added_keywords, addedKeywords)
    }

    package init(reading message: Message<Photolibrary__AssetUpdate>) throws(LibraryError) {
        self.init()
        creationDate = try Setting(
            message.number(\.has_creation_date, \.creation_date),
            clears: message.flag(\.has_clears_creation_date, \.clears_creation_date),
            "creationDate"
        )
        location = try Setting(
            AssetUpdate.location(message),
            clears: message.flag(\.has_clears_location, \.clears_location),
            "location"
        )
        isFavorite = message.flag(\.has_is_favorite, \.is_favorite)
        isHidden = message.flag(\.has_is_hidden, \.is_hidden)
        rating = message.number(\.has_rating, \.rating)
        title = try Setting(
            message.text(\.title),
            clears: message.flag(\.has_clears_title, \.clears_title),
            "title"
        )
        caption = try Setting(
            message.text(\.caption),
            clears: message.flag(\.has_clears_caption, \.clears_caption),
            "caption"
        )
        keywords = try message.part(\.keywords, as: Keywords.self)?.texts
        removedKeywords = message.texts(\.n_removed_keywords, \.removed_keywords)
        addedKeywords = message.texts(\.n_added_keywords, \.added_keywords)
    }

    private static func location(_ message: Message<Photolibrary__AssetUpdate>) throws(LibraryError) -> Coordinate? {
        let latitude = message.number(\.has_latitude, \.latitude)
        let longitude = message.number(\.has_longitude, \.longitude)
        let altitude = message.number(\.has_altitude, \.altitude)
        guard latitude != nil || longitude != nil || altitude != nil else { return nil }
        guard let latitude, let longitude else {
            throw LibraryError(.invalidRequest, "a location lacks a part", details: ["key": "location"])
        }
        return Coordinate(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}

private struct Keywords: MessageValue {
    static let messageKind = MessageKind(photolibrary__keywords__init)

    var texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    func write(to message: Message<Photolibrary__Keywords>) { message.put(\.n_keywords, \.keywords, texts) }

    init(reading message: Message<Photolibrary__Keywords>) { texts = message.texts(\.n_keywords, \.keywords) }
}

// A flag beside the field clears a property.
extension AssetUpdate.Setting {
    /// Throws for a property that is both set and cleared.
    fileprivate init?(_ value: Value?, clears: Bool?, _ key: String) throws(LibraryError) {
        switch (value, clears ?? false) {
        case (nil, false): return nil
        case (nil, true): self = .clear
        case (let value?, false): self = .set(value)
        case (_?, true):
            throw LibraryError(.invalidRequest, "a property is set and cleared at once", details: ["key": key])
        }
    }

    fileprivate var value: Value? { if case .set(let value) = self { value } else { nil } }

    fileprivate var clears: Bool? { if case .clear = self { true } else { nil } }
}
