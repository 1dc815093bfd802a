internal import CLibraryProtocol
internal import LibraryModel

// Columns of assets and collections.

extension MessageArena {
    func assetColumns(_ page: AssetPage) -> UnsafeMutablePointer<Photolibrary__AssetColumns> {
        let message = unsafe make(photolibrary__asset_columns__init)
        unsafe (message.pointee.n_flags, message.pointee.flags) = unsafe column(page.flags)
        unsafe (message.pointee.n_media_kind, message.pointee.media_kind) = unsafe column(page.mediaKind)
        unsafe (message.pointee.n_media_subtypes, message.pointee.media_subtypes) = unsafe column(page.mediaSubtypes)
        unsafe (message.pointee.n_pixel_width, message.pointee.pixel_width) = unsafe column(page.pixelWidth)
        unsafe (message.pointee.n_pixel_height, message.pointee.pixel_height) = unsafe column(page.pixelHeight)
        unsafe (message.pointee.n_duration, message.pointee.duration) = unsafe column(page.duration)
        unsafe (message.pointee.n_creation_date, message.pointee.creation_date) = unsafe column(page.creationDate)
        unsafe (message.pointee.n_modification_date, message.pointee.modification_date) = unsafe column(
            page.modificationDate
        )
        unsafe (message.pointee.n_added_date, message.pointee.added_date) = unsafe column(page.addedDate)
        unsafe (message.pointee.n_latitude, message.pointee.latitude) = unsafe column(page.latitude)
        unsafe (message.pointee.n_longitude, message.pointee.longitude) = unsafe column(page.longitude)
        unsafe (message.pointee.n_altitude, message.pointee.altitude) = unsafe column(page.altitude)
        unsafe (message.pointee.n_rating, message.pointee.rating) = unsafe column(page.rating)
        unsafe (message.pointee.n_burst_identifiers, message.pointee.burst_identifiers) = unsafe strings(
            page.burstIdentifiers
        )
        return unsafe message
    }

    func collectionColumns(_ page: CollectionPage) -> UnsafeMutablePointer<Photolibrary__CollectionColumns> {
        let message = unsafe make(photolibrary__collection_columns__init)
        unsafe (message.pointee.n_flags, message.pointee.flags) = unsafe column(page.flags)
        unsafe (message.pointee.n_kind, message.pointee.kind) = unsafe column(page.kind)
        unsafe (message.pointee.n_type, message.pointee.type) = unsafe column(page.type)
        unsafe (message.pointee.n_subtype, message.pointee.subtype) = unsafe column(page.subtype)
        unsafe (message.pointee.n_title, message.pointee.title) = unsafe strings(page.title)
        unsafe (message.pointee.n_member_count, message.pointee.member_count) = unsafe column(page.memberCount)
        unsafe (message.pointee.n_start_date, message.pointee.start_date) = unsafe column(page.startDate)
        unsafe (message.pointee.n_end_date, message.pointee.end_date) = unsafe column(page.endDate)
        unsafe (message.pointee.n_modification_date, message.pointee.modification_date) = unsafe column(
            page.modificationDate
        )
        return unsafe message
    }
}

extension AssetPage {
    /// `ids` stays empty: the asker knows what it asked for.
    init(decoding message: Photolibrary__AssetColumns) throws(LibraryError) {
        self.init()
        flags = unsafe decodeColumn(message.n_flags, message.flags)
        mediaKind = unsafe decodeColumn(message.n_media_kind, message.media_kind)
        mediaSubtypes = unsafe decodeColumn(message.n_media_subtypes, message.media_subtypes)
        pixelWidth = unsafe decodeColumn(message.n_pixel_width, message.pixel_width)
        pixelHeight = unsafe decodeColumn(message.n_pixel_height, message.pixel_height)
        duration = unsafe decodeColumn(message.n_duration, message.duration)
        creationDate = unsafe decodeColumn(message.n_creation_date, message.creation_date)
        modificationDate = unsafe decodeColumn(message.n_modification_date, message.modification_date)
        addedDate = unsafe decodeColumn(message.n_added_date, message.added_date)
        latitude = unsafe decodeColumn(message.n_latitude, message.latitude)
        longitude = unsafe decodeColumn(message.n_longitude, message.longitude)
        altitude = unsafe decodeColumn(message.n_altitude, message.altitude)
        rating = unsafe decodeColumn(message.n_rating, message.rating)
        burstIdentifiers = unsafe decodeStrings(message.n_burst_identifiers, message.burst_identifiers)
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

extension CollectionPage {
    /// `ids` stays empty: the asker knows what it asked for.
    init(decoding message: Photolibrary__CollectionColumns) throws(LibraryError) {
        self.init()
        flags = unsafe decodeColumn(message.n_flags, message.flags)
        kind = unsafe decodeColumn(message.n_kind, message.kind)
        type = unsafe decodeColumn(message.n_type, message.type)
        subtype = unsafe decodeColumn(message.n_subtype, message.subtype)
        title = unsafe decodeStrings(message.n_title, message.title)
        memberCount = unsafe decodeColumn(message.n_member_count, message.member_count)
        startDate = unsafe decodeColumn(message.n_start_date, message.start_date)
        endDate = unsafe decodeColumn(message.n_end_date, message.end_date)
        modificationDate = unsafe decodeColumn(message.n_modification_date, message.modification_date)
        let full = [
            kind.count, type.count, subtype.count, title.count, memberCount.count, startDate.count, endDate.count,
            modificationDate.count,
        ]
        guard full.allSatisfy({ $0 == count }) else {
            throw .malformed("collection columns of different lengths")
        }
    }
}
