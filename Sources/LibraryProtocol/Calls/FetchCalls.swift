package import CLibraryProtocol
package import LibraryModel

// Fetches, and properties of objects.

package struct FetchCall: Call {
    /// Bytes: a million identifiers of the scope, and as many in the predicate.
    static let maximumSize = 40 << 20

    package static let rules = CallRules.call(13, needs: .open, .undecided, .reads, maximumSize: maximumSize)
    package typealias Reply = FetchResult
    package static var messageKind: MessageKind<Photolibrary__FetchCall> { FetchRequest.messageKind }

    package var request: FetchRequest
    package var countsOnly: Bool
    /// Assets, the first of the result, whose properties come with the reply.
    package var firstPage: Int

    package init(_ request: FetchRequest, countsOnly: Bool = false, firstPage: Int = 0) {
        self.request = request
        self.countsOnly = countsOnly
        self.firstPage = firstPage
    }

    package func write(to message: Message<Photolibrary__FetchCall>) {
        request.write(to: message)
        message.put(\.has_count_only, \.count_only, countsOnly)
        if firstPage > 0 { message.put(\.has_first_page, \.first_page, UInt32(clamping: firstPage)) }
    }

    package init(reading message: Message<Photolibrary__FetchCall>) throws(LibraryError) {
        request = try FetchRequest(reading: message)
        countsOnly = message.flag(\.has_count_only, \.count_only) ?? false
        firstPage = Int(message.number(\.has_first_page, \.first_page) ?? 0)
        guard firstPage <= AssetPage.maximumRows else {
            throw LibraryError(.limitExceeded, "a page has at most \(AssetPage.maximumRows) rows")
        }
    }
}

/// Loads properties of at most `AssetPage.maximumRows` objects. Of more assets, at most
/// `AssetPage.maximumRowsInMemory`, the reply is in memory.
package struct LoadCall: Call {
    package static let rules = CallRules.call(14, needs: .open, .undecided, .reads)
    package typealias Reply = LoadedPage
    package static let messageKind = MessageKind(photolibrary__load_call__init)

    package var objectKind: ObjectKind
    package var ids: [ObjectID]
    /// Row hints of the fetch, one per identifier, or none.
    package var hints: [RowHint]
    package var includesDeleted: Bool

    package init(_ kind: ObjectKind, _ ids: [ObjectID], hints: [RowHint], includesDeleted: Bool = false) {
        objectKind = kind
        self.ids = ids
        self.hints = hints
        self.includesDeleted = includesDeleted
    }

    package func write(to message: Message<Photolibrary__LoadCall>) {
        message.put(\.has_kind, \.kind, objectKind.wire)
        message.put(\.has_identifiers, \.identifiers, ids)
        message.put(\.n_hints, \.hints, hints)
        message.put(\.has_includes_deleted, \.includes_deleted, includesDeleted)
    }

    package init(reading message: Message<Photolibrary__LoadCall>) throws(LibraryError) {
        ids = try message.objectIDs(\.has_identifiers, \.identifiers).required("identifiers")
        hints = message.column(\.n_hints, \.hints)
        guard hints.isEmpty || hints.count == ids.count else { throw .malformed("hints") }
        objectKind = try ObjectKind(wire: message.number(\.has_kind, \.kind).required("kind"))
        let maximum = objectKind == .asset ? AssetPage.maximumRowsInMemory : AssetPage.maximumRows
        guard ids.count <= maximum else {
            throw LibraryError(.limitExceeded, "a page has at most \(maximum) rows")
        }
        includesDeleted = message.flag(\.has_includes_deleted, \.includes_deleted) ?? false
    }
}

/// Loads the details of assets: texts, and facts of their files.
package struct DetailsCall: Call {
    package static let rules = CallRules.call(26, needs: .open, .long, .reads)
    package typealias Reply = AssetDetailsList
    package static let messageKind = MessageKind(photolibrary__details_call__init)

    package var assets: [ObjectID]

    package init(of assets: [ObjectID]) { self.assets = assets }

    package func write(to message: Message<Photolibrary__DetailsCall>) {
        message.put(\.has_assets, \.assets, assets)
    }

    package init(reading message: Message<Photolibrary__DetailsCall>) throws(LibraryError) {
        assets = try message.objectIDs(\.has_assets, \.assets).required("assets")
        guard assets.count <= AssetDetails.maximumCount else {
            throw LibraryError(.limitExceeded, "a details call names at most \(AssetDetails.maximumCount) assets")
        }
    }
}
