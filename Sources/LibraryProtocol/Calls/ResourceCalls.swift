package import CLibraryProtocol
package import LibraryModel

// Files and pictures of assets.

package struct ResourcesCall: Call {
    package static let rules = CallRules.call(15, needs: .reading, .undecided, .reads)
    package typealias Reply = ResourceList
    package static let messageKind = MessageKind(photolibrary__resources_call__init)

    package var asset: ObjectID

    package init(of asset: ObjectID) { self.asset = asset }

    package func write(to message: Message<Photolibrary__ResourcesCall>) { message.put(\.has_asset, \.asset, asset) }

    package init(reading message: Message<Photolibrary__ResourcesCall>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
    }
}

/// Opens a file of an asset. The reply's descriptor is open for reading.
package struct OpenResourceCall: Call {
    package static let rules = CallRules.call(16, needs: .reading, .undecided, .reads)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__open_resource_call__init)

    package var resource: ResourceKind
    package var asset: ObjectID

    package init(_ resource: ResourceKind, of asset: ObjectID) {
        self.resource = resource
        self.asset = asset
    }

    package func write(to message: Message<Photolibrary__OpenResourceCall>) {
        message.put(\.has_asset, \.asset, asset)
        message.put(\.has_kind, \.kind, resource.rawValue)
    }

    package init(reading message: Message<Photolibrary__OpenResourceCall>) throws(LibraryError) {
        resource = ResourceKind(rawValue: try message.number(\.has_kind, \.kind).required("kind"))
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
    }
}

package struct AdjustmentCall: Call {
    package static let rules = CallRules.call(17, needs: .reading, .undecided, .reads)
    package typealias Reply = AdjustmentResult
    package static let messageKind = MessageKind(photolibrary__adjustment_call__init)

    package var asset: ObjectID

    package init(of asset: ObjectID) { self.asset = asset }

    package func write(to message: Message<Photolibrary__AdjustmentCall>) { message.put(\.has_asset, \.asset, asset) }

    package init(reading message: Message<Photolibrary__AdjustmentCall>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
    }
}

/// Makes a picture of an asset. The reply's descriptor is sealed memory with the pixels.
package struct ThumbnailCall: Call {
    package static let rules = CallRules.call(18, needs: .reading, .long, .reads)
    package typealias Reply = PixelSize
    package static let messageKind = MessageKind(photolibrary__thumbnail_call__init)

    package var asset: ObjectID
    package var size: PixelSize
    /// The file to show; nil for the asset's current state.
    package var resource: ResourceKind?
    /// Returns only a stored rendition, which may be smaller.
    package var isStored: Bool

    package init(of asset: ObjectID, _ size: PixelSize, _ resource: ResourceKind? = nil, isStored: Bool = false) {
        self.asset = asset
        self.size = size
        self.resource = resource
        self.isStored = isStored
    }

    package func write(to message: Message<Photolibrary__ThumbnailCall>) {
        message.put(\.has_asset, \.asset, asset)
        message.put(\.has_width, \.width, UInt32(clamping: size.width))
        message.put(\.has_height, \.height, UInt32(clamping: size.height))
        message.put(\.has_kind, \.kind, resource?.rawValue)
        if isStored { message.put(\.has_is_stored, \.is_stored, true) }
    }

    package init(reading message: Message<Photolibrary__ThumbnailCall>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
        size = PixelSize(
            width: Int(try message.number(\.has_width, \.width).required("width")),
            height: Int(try message.number(\.has_height, \.height).required("height"))
        )
        resource = message.number(\.has_kind, \.kind).map { ResourceKind(rawValue: $0) }
        isStored = message.flag(\.has_is_stored, \.is_stored) ?? false
    }
}

/// Encodes a picture as JPEG. The request's descriptor is sealed memory with the pixels; the reply's, with the file.
package struct EncodeJPEGCall: Call {
    package static let rules = CallRules.call(19, needs: .adding, .long, .none)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__encode_jpeg_call__init)

    package var size: PixelSize
    package var quality: Int

    package init(_ size: PixelSize, quality: Int) {
        self.size = size
        self.quality = quality
    }

    package func write(to message: Message<Photolibrary__EncodeJpegCall>) {
        message.put(\.picture, size)
        message.put(\.has_quality, \.quality, UInt32(clamping: quality))
    }

    package init(reading message: Message<Photolibrary__EncodeJpegCall>) throws(LibraryError) {
        size = try PixelSize(unchecked: message.message(\.picture).required("picture"))
        quality = Int(try message.number(\.has_quality, \.quality).required("quality"))
    }
}

/// Decodes a picture. The request's descriptor is sealed memory with its file; the reply's, with its pixels.
package struct DecodePictureCall: Call {
    package static let rules = CallRules.call(38, needs: .adding, .long, .none)
    package typealias Reply = PixelSize
    package static let messageKind = MessageKind(photolibrary__decode_picture_call__init)

    /// Bytes of the file: as many as of a message in sealed memory.
    package static let maximumFileSize = Int64(MessageInDescriptor.maximumSize)

    /// The picture is scaled down to fit.
    package var box: PixelSize

    package init(fitting box: PixelSize) { self.box = box }

    package func write(to message: Message<Photolibrary__DecodePictureCall>) { message.put(\.box, box) }

    package init(reading message: Message<Photolibrary__DecodePictureCall>) throws(LibraryError) {
        box = try PixelSize(unchecked: message.message(\.box).required("box"))
    }
}

/// Reads a picture's metadata. The request's descriptor is sealed memory with its file.
package struct ExaminePictureCall: EmptyCall {
    package typealias Reply = PictureFacts

    package static let rules = CallRules.call(60, needs: .adding, .long, .none)

    package init() {}
}
