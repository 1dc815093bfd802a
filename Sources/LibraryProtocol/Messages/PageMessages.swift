package import CLibraryProtocol
package import LibraryModel

// Pages of assets and collections, in columns. They leave out `ids`, which the client has from its request.

extension AssetPage: MessageValue {
    package static let messageKind = MessageKind(photolibrary__asset_columns__init)

    package func write(to message: Message<Photolibrary__AssetColumns>) {
        message.put(\.n_flags, \.flags, flags)
        message.put(\.n_media_kind, \.media_kind, mediaKind)
        message.put(\.n_media_subtypes, \.media_subtypes, mediaSubtypes)
        message.put(\.n_pixel_width, \.pixel_width, pixelWidth)
        message.put(\.n_pixel_height, \.pixel_height, pixelHeight)
        message.put(\.n_duration, \.duration, duration)
        message.put(\.n_creation_date, \.creation_date, creationDate)
        message.put(\.n_modification_date, \.modification_date, modificationDate)
        message.put(\.n_added_date, \.added_date, addedDate)
        message.put(\.n_latitude, \.latitude, latitude)
        message.put(\.n_longitude, \.longitude, longitude)
        message.put(\.n_altitude, \.altitude, altitude)
        message.put(\.n_rating, \.rating, rating)
        message.put(\.n_burst_identifiers, \.burst_identifiers, burstIdentifiers)
    }

    package init(reading message: Message<Photolibrary__AssetColumns>) throws(LibraryError) {
        self.init()
        flags = message.column(\.n_flags, \.flags)
        mediaKind = message.column(\.n_media_kind, \.media_kind)
        mediaSubtypes = message.column(\.n_media_subtypes, \.media_subtypes)
        pixelWidth = message.column(\.n_pixel_width, \.pixel_width)
        pixelHeight = message.column(\.n_pixel_height, \.pixel_height)
        duration = message.column(\.n_duration, \.duration)
        creationDate = message.column(\.n_creation_date, \.creation_date)
        modificationDate = message.column(\.n_modification_date, \.modification_date)
        addedDate = message.column(\.n_added_date, \.added_date)
        latitude = message.column(\.n_latitude, \.latitude)
        longitude = message.column(\.n_longitude, \.longitude)
        altitude = message.column(\.n_altitude, \.altitude)
        rating = message.column(\.n_rating, \.rating)
        burstIdentifiers = message.texts(\.n_burst_identifiers, \.burst_identifiers)
        let full = [
            mediaKind.count, mediaSubtypes.count, pixelWidth.count, pixelHeight.count, duration.count,
            creationDate.count, modificationDate.count, addedDate.count, rating.count,
        ]
        let orEmpty = [latitude.count, longitude.count, altitude.count]
        let bursts = flags.count { Flags(rawValue: $0).contains(.hasBurstIdentifier) }
        guard full.allSatisfy({ $0 == count }), orEmpty.allSatisfy({ $0 == count || $0 == 0 }),
            burstIdentifiers.count == bursts
        else { throw .malformed("asset columns of different lengths") }
    }
}

extension CollectionPage: MessageValue {
    package static let messageKind = MessageKind(photolibrary__collection_columns__init)

    package func write(to message: Message<Photolibrary__CollectionColumns>) {
        message.put(\.n_flags, \.flags, flags)
        message.put(\.n_kind, \.kind, kind)
        message.put(\.n_type, \.type, type)
        message.put(\.n_subtype, \.subtype, subtype)
        message.put(\.n_title, \.title, title)
        message.put(\.n_member_count, \.member_count, memberCount)
        message.put(\.n_start_date, \.start_date, startDate)
        message.put(\.n_end_date, \.end_date, endDate)
        message.put(\.n_modification_date, \.modification_date, modificationDate)
    }

    package init(reading message: Message<Photolibrary__CollectionColumns>) throws(LibraryError) {
        self.init()
        flags = message.column(\.n_flags, \.flags)
        kind = message.column(\.n_kind, \.kind)
        type = message.column(\.n_type, \.type)
        subtype = message.column(\.n_subtype, \.subtype)
        title = message.texts(\.n_title, \.title)
        memberCount = message.column(\.n_member_count, \.member_count)
        startDate = message.column(\.n_start_date, \.start_date)
        endDate = message.column(\.n_end_date, \.end_date)
        modificationDate = message.column(\.n_modification_date, \.modification_date)
        let full = [
            kind.count, type.count, subtype.count, title.count, memberCount.count, startDate.count, endDate.count,
            modificationDate.count,
        ]
        guard full.allSatisfy({ $0 == count }) else {
            throw .malformed("collection columns of different lengths")
        }
    }
}
