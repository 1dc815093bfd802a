package import CLibraryProtocol
package import LibraryModel

// Pickers, and reading picked items. A pick is valid only on its connection.

/// Shows a picker. The events have the picked items.
package struct PickCall: StreamCall {
    package static let rules = CallRules.stream(29, for: .apps, .changes)
    package typealias Reply = PickEvent
    package typealias Event = PickEvent
    package static let messageKind = MessageKind(photolibrary__pick_call__init)

    package var configuration: PickerConfiguration

    package init(_ configuration: PickerConfiguration) { self.configuration = configuration }

    package func write(to message: Message<Photolibrary__PickCall>) { message.put(\.configuration, configuration) }

    package init(reading message: Message<Photolibrary__PickCall>) throws(LibraryError) {
        configuration = try message.part(\.configuration).required("configuration")
    }
}

/// Updates an open picker.
package struct UpdatePickCall: Call {
    package static let rules = CallRules.call(30, .long, .changes)
    package typealias Reply = EmptyResult
    package static var messageKind: MessageKind<Photolibrary__UpdatePickCall> { NumberedPickerUpdate.messageKind }

    package var pick: UInt64
    package var update: PickerUpdate

    package init(_ pick: UInt64, _ update: PickerUpdate) {
        self.pick = pick
        self.update = update
    }

    package func write(to message: Message<Photolibrary__UpdatePickCall>) {
        NumberedPickerUpdate(pick, update).write(to: message)
    }

    package init(reading message: Message<Photolibrary__UpdatePickCall>) throws(LibraryError) {
        let change = try NumberedPickerUpdate(reading: message)
        (pick, update) = (change.number, change.update)
    }
}

/// Closes a picker.
package struct DismissPickCall: Call {
    package static let rules = CallRules.call(37, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__dismiss_pick_call__init)

    package var pick: UInt64

    package init(_ pick: UInt64) { self.pick = pick }

    package func write(to message: Message<Photolibrary__DismissPickCall>) { message.put(\.has_pick, \.pick, pick) }

    package init(reading message: Message<Photolibrary__DismissPickCall>) throws(LibraryError) {
        pick = try message.number(\.has_pick, \.pick).required("pick")
    }
}

package struct PickedResourcesCall: Call {
    package static let rules = CallRules.call(31, .undecided, .readsPicked)
    package typealias Reply = ResourceList
    package static let messageKind = MessageKind(photolibrary__picked_resources_call__init)

    package var pick: UInt64
    package var item: UInt32

    package init(pick: UInt64, item: UInt32) {
        self.pick = pick
        self.item = item
    }

    package func write(to message: Message<Photolibrary__PickedResourcesCall>) {
        message.put(\.has_pick, \.pick, pick)
        message.put(\.has_item, \.item, item)
    }

    package init(reading message: Message<Photolibrary__PickedResourcesCall>) throws(LibraryError) {
        pick = try message.number(\.has_pick, \.pick).required("pick")
        item = try message.number(\.has_item, \.item).required("item")
    }
}

/// Opens a file of a picked item. The reply's descriptor is open for reading.
package struct OpenPickedCall: Call {
    package static let rules = CallRules.call(32, .undecided, .readsPicked)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__open_picked_call__init)

    package var pick: UInt64
    package var item: UInt32
    package var resource: ResourceKind

    package init(pick: UInt64, item: UInt32, _ resource: ResourceKind) {
        self.pick = pick
        self.item = item
        self.resource = resource
    }

    package func write(to message: Message<Photolibrary__OpenPickedCall>) {
        message.put(\.has_pick, \.pick, pick)
        message.put(\.has_item, \.item, item)
        message.put(\.has_kind, \.kind, resource.rawValue)
    }

    package init(reading message: Message<Photolibrary__OpenPickedCall>) throws(LibraryError) {
        pick = try message.number(\.has_pick, \.pick).required("pick")
        item = try message.number(\.has_item, \.item).required("item")
        resource = ResourceKind(rawValue: try message.number(\.has_kind, \.kind).required("kind"))
    }
}

/// Makes a picture of a picked item. The reply's descriptor is sealed memory with the pixels.
package struct PickedThumbnailCall: Call {
    package static let rules = CallRules.call(33, .long, .readsPicked)
    package typealias Reply = PixelSize
    package static let messageKind = MessageKind(photolibrary__picked_thumbnail_call__init)

    package var pick: UInt64
    package var item: UInt32
    package var size: PixelSize

    package init(pick: UInt64, item: UInt32, _ size: PixelSize) {
        self.pick = pick
        self.item = item
        self.size = size
    }

    package func write(to message: Message<Photolibrary__PickedThumbnailCall>) {
        message.put(\.has_pick, \.pick, pick)
        message.put(\.has_item, \.item, item)
        message.put(\.has_width, \.width, UInt32(clamping: size.width))
        message.put(\.has_height, \.height, UInt32(clamping: size.height))
    }

    package init(reading message: Message<Photolibrary__PickedThumbnailCall>) throws(LibraryError) {
        pick = try message.number(\.has_pick, \.pick).required("pick")
        item = try message.number(\.has_item, \.item).required("item")
        size = PixelSize(
            width: Int(try message.number(\.has_width, \.width).required("width")),
            height: Int(try message.number(\.has_height, \.height).required("height"))
        )
    }
}

/// Converts a picked item to a JPEG file of its full size. The reply's descriptor is open for reading.
package struct PickedJPEGCall: Call {
    package static let rules = CallRules.call(36, .long, .readsPicked)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__picked_jpeg_call__init)

    package var pick: UInt64
    package var item: UInt32
    package var quality: Int

    package init(pick: UInt64, item: UInt32, quality: Int) {
        self.pick = pick
        self.item = item
        self.quality = quality
    }

    package func write(to message: Message<Photolibrary__PickedJpegCall>) {
        message.put(\.has_pick, \.pick, pick)
        message.put(\.has_item, \.item, item)
        message.put(\.has_quality, \.quality, UInt32(clamping: quality))
    }

    package init(reading message: Message<Photolibrary__PickedJpegCall>) throws(LibraryError) {
        pick = try message.number(\.has_pick, \.pick).required("pick")
        item = try message.number(\.has_item, \.item).required("item")
        quality = Int(try message.number(\.has_quality, \.quality).required("quality"))
    }
}
