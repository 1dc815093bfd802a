package import CLibraryProtocol
package import LibraryModel

// Details of assets: texts, and facts of their files.

extension AssetDetails: MessageValue {
    package static let messageKind = MessageKind(photolibrary__asset_details__init)

    package func write(to message: Message<Photolibrary__AssetDetails>) {
        guard exists else { return }
        message.put(\.has_exists, \.exists, true)
        message.put(\.title, title)
        message.put(\.caption, caption)
        message.put(\.n_keywords, \.keywords, keywords)
        message.put(\.filename, filename)
        message.put(\.has_file_size, \.file_size, UInt64(clamping: fileSize))
        message.put(\.has_adjusted_date, \.adjusted_date, adjustedDate)
        message.put(\.camera_make, cameraMake)
        message.put(\.camera_model, cameraModel)
        message.put(\.has_date_source, \.date_source, (dateSource?.rawValue).map { UInt32($0) })
        message.put(\.has_utc_offset, \.utc_offset, utcOffset)
        message.put(\.has_offset_source, \.offset_source, (offsetSource?.rawValue).map { UInt32($0) })
        if settings != CaptureSettings() { message.put(\.settings, settings) }
        message.put(\.n_keyword_paths, \.keyword_paths, keywordPaths)
        message.put(\.n_regions, \.regions, regions)
        if isDamaged { message.put(\.has_is_damaged, \.is_damaged, true) }
        message.put(\.n_other_originals, \.other_originals, otherOriginals)
    }

    package init(reading message: Message<Photolibrary__AssetDetails>) throws(LibraryError) {
        self.init()
        exists = message.flag(\.has_exists, \.exists) ?? false
        title = message.text(\.title)
        caption = message.text(\.caption)
        keywords = message.texts(\.n_keywords, \.keywords)
        filename = message.text(\.filename) ?? ""
        fileSize = Int64(clamping: message.number(\.has_file_size, \.file_size) ?? 0)
        adjustedDate = message.number(\.has_adjusted_date, \.adjusted_date)
        cameraMake = message.text(\.camera_make)
        cameraModel = message.text(\.camera_model)
        // Sources of later versions are nil.
        dateSource = message.number(\.has_date_source, \.date_source).flatMap { UInt8(exactly: $0) }
            .flatMap(CaptureDate.Source.init)
        utcOffset = message.number(\.has_utc_offset, \.utc_offset)
        offsetSource = message.number(\.has_offset_source, \.offset_source).flatMap { UInt8(exactly: $0) }
            .flatMap(CaptureDate.OffsetSource.init)
        settings = try message.part(\.settings) ?? CaptureSettings()
        keywordPaths = message.texts(\.n_keyword_paths, \.keyword_paths)
        regions = try message.parts(\.n_regions, \.regions)
        isDamaged = message.flag(\.has_is_damaged, \.is_damaged) ?? false
        otherOriginals = try message.parts(\.n_other_originals, \.other_originals)
    }
}

extension CaptureSettings: MessageValue {
    package static let messageKind = MessageKind(photolibrary__capture_settings__init)

    package func write(to message: Message<Photolibrary__CaptureSettings>) {
        message.put(\.lens_make, lensMake)
        message.put(\.lens_model, lensModel)
        message.put(\.has_exposure_time, \.exposure_time, exposureTime)
        message.put(\.has_aperture, \.aperture, aperture)
        message.put(\.has_iso_speed, \.iso_speed, isoSpeed)
        message.put(\.has_focal_length, \.focal_length, focalLength)
        message.put(\.has_focal_length_on_35mm_film, \.focal_length_on_35mm_film, focalLengthOn35mmFilm)
        message.put(\.has_exposure_bias, \.exposure_bias, exposureBias)
        message.put(\.has_flash_fired, \.flash_fired, flashFired)
    }

    package init(reading message: Message<Photolibrary__CaptureSettings>) {
        self.init()
        lensMake = message.text(\.lens_make)
        lensModel = message.text(\.lens_model)
        exposureTime = message.number(\.has_exposure_time, \.exposure_time)
        aperture = message.number(\.has_aperture, \.aperture)
        isoSpeed = message.number(\.has_iso_speed, \.iso_speed)
        focalLength = message.number(\.has_focal_length, \.focal_length)
        focalLengthOn35mmFilm = message.number(\.has_focal_length_on_35mm_film, \.focal_length_on_35mm_film)
        exposureBias = message.number(\.has_exposure_bias, \.exposure_bias)
        flashFired = message.flag(\.has_flash_fired, \.flash_fired)
    }
}

extension OtherOriginal: MessageValue {
    package static let messageKind = MessageKind(photolibrary__other_original__init)

    package func write(to message: Message<Photolibrary__OtherOriginal>) {
        message.put(\.has_kind, \.kind, kind.rawValue)
        message.put(\.filename, filename)
        message.put(\.has_size, \.size, UInt64(clamping: size))
        message.put(\.has_digest, \.digest, digest)
    }

    package init(reading message: Message<Photolibrary__OtherOriginal>) {
        self.init(
            kind: ResourceKind(rawValue: message.number(\.has_kind, \.kind) ?? 0),
            filename: message.text(\.filename) ?? "",
            size: Int64(clamping: message.number(\.has_size, \.size) ?? 0),
            digest: message.bytes(\.has_digest, \.digest) ?? []
        )
    }
}

extension ImageRegion: MessageValue {
    package static let messageKind = MessageKind(photolibrary__image_region__init)

    package func write(to message: Message<Photolibrary__ImageRegion>) {
        message.put(\.name, name)
        message.put(\.kind, kind)
        message.put(\.has_x, \.x, x)
        message.put(\.has_y, \.y, y)
        message.put(\.has_width, \.width, width)
        message.put(\.has_height, \.height, height)
    }

    package init(reading message: Message<Photolibrary__ImageRegion>) {
        self.init(
            name: message.text(\.name),
            kind: message.text(\.kind),
            x: message.number(\.has_x, \.x) ?? 0,
            y: message.number(\.has_y, \.y) ?? 0,
            width: message.number(\.has_width, \.width) ?? 0,
            height: message.number(\.has_height, \.height) ?? 0
        )
    }
}
