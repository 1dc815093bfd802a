package import CLibraryProtocol
package import LibraryModel

// Originals that are in the bucket alone: what brings them back, and calls of `photolibrary-sync`.

/// Downloads an original that is in the cloud. Done at once for one that is here.
package struct DownloadCall: StreamCall {
    package static let rules = CallRules.stream(58, needs: .reading, .reads)
    package typealias Reply = ExportProgress
    package typealias Event = ExportProgress
    package static let messageKind = MessageKind(photolibrary__download_call__init)

    /// Nil for the file that is shown of the asset.
    package var resource: ResourceKind?
    package var asset: ObjectID

    package init(_ resource: ResourceKind?, of asset: ObjectID) {
        self.resource = resource
        self.asset = asset
    }

    package func write(to message: Message<Photolibrary__DownloadCall>) {
        message.put(\.has_asset, \.asset, asset)
        message.put(\.has_kind, \.kind, resource?.rawValue)
    }

    package init(reading message: Message<Photolibrary__DownloadCall>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
        resource = message.number(\.has_kind, \.kind).map { ResourceKind(rawValue: $0) }
    }
}

/// Downloads an original of what was picked.
package struct DownloadPickedCall: StreamCall {
    package static let rules = CallRules.stream(59, .readsPicked)
    package typealias Reply = ExportProgress
    package typealias Event = ExportProgress
    package static let messageKind = MessageKind(photolibrary__download_picked_call__init)

    package var pick: UInt64
    package var item: UInt32
    /// Nil for the file that is shown of the item.
    package var resource: ResourceKind?

    package init(pick: UInt64, item: UInt32, _ resource: ResourceKind?) {
        self.pick = pick
        self.item = item
        self.resource = resource
    }

    package func write(to message: Message<Photolibrary__DownloadPickedCall>) {
        message.put(\.has_pick, \.pick, pick)
        message.put(\.has_item, \.item, item)
        message.put(\.has_kind, \.kind, resource?.rawValue)
    }

    package init(reading message: Message<Photolibrary__DownloadPickedCall>) throws(LibraryError) {
        pick = try message.number(\.has_pick, \.pick).required("pick")
        item = try message.number(\.has_item, \.item).required("item")
        resource = message.number(\.has_kind, \.kind).map { ResourceKind(rawValue: $0) }
    }
}

/// Asks which originals to evict or to bring back, a page a call.
package struct PlanStorageCall: Call {
    package static let rules = CallRules.call(76, for: .owner, .long, .tells)
    package typealias Reply = StoragePlan
    package static let messageKind = MessageKind(photolibrary__plan_storage_call__init)

    /// The last one of the previous page; nil to begin.
    package var last: PlannedOriginal?

    package init(after last: PlannedOriginal?) { self.last = last }

    package func write(to message: Message<Photolibrary__PlanStorageCall>) { message.put(\.after, last) }

    package init(reading message: Message<Photolibrary__PlanStorageCall>) throws(LibraryError) {
        last = try message.part(\.after)
    }
}

/// Evicts an original that was just read from the bucket and is whole there.
package struct EvictCall: Call {
    package static let rules = CallRules.call(77, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__evict_call__init)

    package var content: [UInt8]
    /// Of the blob that was read.
    package var generation: UInt32

    package init(_ content: [UInt8], generation: UInt32) {
        self.content = content
        self.generation = generation
    }

    package func write(to message: Message<Photolibrary__EvictCall>) {
        message.put(\.has_content, \.content, content)
        message.put(\.has_generation, \.generation, generation)
    }

    package init(reading message: Message<Photolibrary__EvictCall>) throws(LibraryError) {
        content = try message.bytes(\.has_content, \.content).required("content")
        generation = try message.number(\.has_generation, \.generation).required("generation")
    }
}

/// Subscribes to originals that somebody waits for: of `photolibrary-sync`. Of two subscribers the later one gets them.
package struct WantedOriginalsCall: EmptyCall, StreamCall {
    package static let rules = CallRules.stream(78, for: .owner, .tells)
    package typealias Reply = EmptyResult
    package typealias Event = WantedOriginal

    package init() {}
}

/// `photolibrary-sync` says how far it is with a wanted original.
package struct ReportDownloadCall: Call {
    package static let rules = CallRules.call(79, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static var messageKind: MessageKind<Photolibrary__DownloadReport> { DownloadReport.messageKind }

    package var report: DownloadReport

    package init(_ report: DownloadReport) { self.report = report }

    package func write(to message: Message<Photolibrary__DownloadReport>) { report.write(to: message) }

    package init(reading message: Message<Photolibrary__DownloadReport>) throws(LibraryError) {
        report = try DownloadReport(reading: message)
    }
}
