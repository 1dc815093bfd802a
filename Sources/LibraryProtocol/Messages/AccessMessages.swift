package import CLibraryProtocol
package import LibraryModel

// Grants, statistics and verification.

extension AccessLevel {
    init(wire: UInt32) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire), let level = AccessLevel(rawValue: rawValue) else {
            throw LibraryError(.invalidRequest, "unknown access level")
        }
        self = level
    }

    var wire: UInt32 { UInt32(rawValue) }
}

extension AuthorizationStatus {
    init(wire: UInt32) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire), let status = AuthorizationStatus(rawValue: rawValue) else {
            throw LibraryError(.invalidRequest, "unknown authorization status")
        }
        self = status
    }

    var wire: UInt32 { UInt32(rawValue) }
}

extension AccessRequest {
    init(wire: UInt32) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire), let request = AccessRequest(rawValue: rawValue) else {
            throw .malformed("grant")
        }
        self = request
    }
}

extension AppGrant: MessageValue {
    package static let messageKind = MessageKind(photolibrary__grant__init)

    package func write(to message: Message<Photolibrary__Grant>) {
        message.put(\.app, app)
        message.put(\.claimed_name, claimedName)
        message.put(\.has_read_write, \.read_write, readWrite.wire)
        message.put(\.has_add_only, \.add_only, addOnly.wire)
        message.put(\.has_selected_count, \.selected_count, UInt64(clamping: selectedCount))
        message.put(\.has_last_used, \.last_used, lastUsed)
        message.put(\.has_until, \.until, until)
        message.put(\.has_confirms_changes, \.confirms_changes, confirmsChanges)
        message.put(\.has_is_silenced, \.is_silenced, isSilenced)
        message.put(\.has_picked_count, \.picked_count, UInt64(clamping: pickedCount))
        message.put(\.has_last_picked, \.last_picked, lastPicked)
        message.put(\.has_readable_pick_count, \.readable_pick_count, UInt64(clamping: readablePickCount))
        message.put(\.has_request, \.request, UInt32(request.rawValue))
        message.put(\.has_is_replaced, \.is_replaced, isReplaced)
        message.put(\.has_hides_places, \.hides_places, hidesPlaces)
        message.put(\.n_upload_destinations, \.upload_destinations, uploadDestinations)
        message.put(\.n_days, \.days, days)
    }

    package init(reading message: Message<Photolibrary__Grant>) throws(LibraryError) {
        self.init(
            app: try message.text(\.app).required("app"),
            claimedName: message.text(\.claimed_name) ?? "",
            readWrite: try AuthorizationStatus(
                wire: message.number(\.has_read_write, \.read_write).required("read_write")
            ),
            addOnly: try AuthorizationStatus(wire: message.number(\.has_add_only, \.add_only).required("add_only")),
            selectedCount: Int(clamping: message.number(\.has_selected_count, \.selected_count) ?? 0),
            lastUsed: message.number(\.has_last_used, \.last_used),
            until: message.number(\.has_until, \.until),
            confirmsChanges: message.flag(\.has_confirms_changes, \.confirms_changes) ?? false,
            isSilenced: message.flag(\.has_is_silenced, \.is_silenced) ?? false,
            pickedCount: Int(clamping: message.number(\.has_picked_count, \.picked_count) ?? 0),
            lastPicked: message.number(\.has_last_picked, \.last_picked),
            readablePickCount: Int(clamping: message.number(\.has_readable_pick_count, \.readable_pick_count) ?? 0),
            request: try AccessRequest(wire: message.number(\.has_request, \.request) ?? 0),
            isReplaced: message.flag(\.has_is_replaced, \.is_replaced) ?? false,
            hidesPlaces: message.flag(\.has_hides_places, \.hides_places) ?? false
        )
        uploadDestinations = try message.parts(\.n_upload_destinations, \.upload_destinations)
        days = try message.parts(\.n_days, \.days)
    }
}

extension AppDay: MessageValue {
    package static let messageKind = MessageKind(photolibrary__app_day__init)

    package func write(to message: Message<Photolibrary__AppDay>) {
        message.put(\.has_day, \.day, day)
        message.put(\.has_looked_at, \.looked_at, UInt64(clamping: lookedAt))
        message.put(\.has_read, \.read, UInt64(clamping: read))
        message.put(\.has_taken, \.taken, UInt64(clamping: taken))
        message.put(\.has_changed, \.changed, UInt64(clamping: changed))
        message.put(\.has_added, \.added, UInt64(clamping: added))
        message.put(\.has_deleted, \.deleted, UInt64(clamping: deleted))
    }

    package init(reading message: Message<Photolibrary__AppDay>) throws(LibraryError) {
        func count(_ has: Message<Fields>.Has, _ field: WritableKeyPath<Fields, UInt64>) -> Int {
            Int(clamping: message.number(has, field) ?? 0)
        }
        self.init(
            day: try message.number(\.has_day, \.day).required("day"),
            lookedAt: count(\.has_looked_at, \.looked_at),
            read: count(\.has_read, \.read),
            taken: count(\.has_taken, \.taken),
            changed: count(\.has_changed, \.changed),
            added: count(\.has_added, \.added),
            deleted: count(\.has_deleted, \.deleted)
        )
    }
}

extension DeveloperFolder: MessageValue {
    package static let messageKind = MessageKind(photolibrary__developer_folder__init)

    package func write(to message: Message<Photolibrary__DeveloperFolder>) {
        message.put(\.path, path)
        message.put(\.has_until, \.until, until)
        message.put(\.problem, problem)
    }

    package init(reading message: Message<Photolibrary__DeveloperFolder>) throws(LibraryError) {
        self.init(
            path: try message.text(\.path).required("path"),
            until: try message.number(\.has_until, \.until).required("until"),
            problem: message.text(\.problem)
        )
    }
}

extension LibraryStatistics: ReplyMessage {
    package static let field = ResponseField.statistics
    package static let messageKind = MessageKind(photolibrary__statistics__init)

    package func write(to message: Message<Photolibrary__Statistics>) {
        message.put(\.has_library, \.library, library)
        message.put(\.has_assets, \.assets, UInt64(clamping: assetCount))
        message.put(\.has_images, \.images, UInt64(clamping: imageCount))
        message.put(\.has_videos, \.videos, UInt64(clamping: videoCount))
        message.put(\.has_albums, \.albums, UInt64(clamping: albumCount))
        message.put(\.has_folders, \.folders, UInt64(clamping: folderCount))
        message.put(\.has_recently_deleted, \.recently_deleted, UInt64(clamping: recentlyDeletedCount))
        message.put(\.has_original_bytes, \.original_bytes, UInt64(clamping: originalBytes))
        message.put(\.has_last_sequence, \.last_sequence, lastSequence)
        message.put(\.has_first_sequence, \.first_sequence, firstSequence)
        message.put(\.read_only, readOnlyReason)
        message.put(\.media_sandbox, mediaSandbox)
        message.put(\.has_rendition_bytes, \.rendition_bytes, UInt64(clamping: renditionBytes))
        message.put(\.folder, folder)
    }

    package init(reading message: Message<Photolibrary__Statistics>) throws(LibraryError) {
        func count(
            _ has: Message<Fields>.Has,
            _ field: WritableKeyPath<Fields, UInt64>,
            _ name: StaticString
        ) throws(LibraryError) -> Int {
            Int(clamping: try message.number(has, field).required(name))
        }
        self.init(
            library: try message.objectID(\.has_library, \.library).required("library"),
            assetCount: try count(\.has_assets, \.assets, "assets"),
            imageCount: try count(\.has_images, \.images, "images"),
            videoCount: try count(\.has_videos, \.videos, "videos"),
            albumCount: try count(\.has_albums, \.albums, "albums"),
            folderCount: try count(\.has_folders, \.folders, "folders"),
            recentlyDeletedCount: try count(\.has_recently_deleted, \.recently_deleted, "recently_deleted"),
            originalBytes: Int64(try count(\.has_original_bytes, \.original_bytes, "original_bytes")),
            lastSequence: try message.number(\.has_last_sequence, \.last_sequence).required("last_sequence"),
            firstSequence: try message.number(\.has_first_sequence, \.first_sequence).required("first_sequence")
        )
        readOnlyReason = message.text(\.read_only)
        mediaSandbox = message.text(\.media_sandbox) ?? ""
        renditionBytes = Int64(clamping: message.number(\.has_rendition_bytes, \.rendition_bytes) ?? 0)
        folder = message.text(\.folder)
    }
}

extension VerificationPage: ReplyMessage {
    package static let field = ResponseField.verification
    package static let messageKind = MessageKind(photolibrary__verification_page__init)

    package func write(to message: Message<Photolibrary__VerificationPage>) {
        message.put(\.has_total, \.total, UInt64(clamping: total))
        message.put(\.has_checked, \.checked, UInt64(clamping: checked))
        message.put(\.n_problems, \.problems, problems)
        message.put(\.has_next, \.next, next)
        message.put(\.has_unreferenced, \.unreferenced, UInt64(clamping: unreferenced))
        message.put(\.has_in_cloud, \.in_cloud, UInt64(clamping: inCloud))
    }

    package init(reading message: Message<Photolibrary__VerificationPage>) throws(LibraryError) {
        self.init(
            total: Int(clamping: try message.number(\.has_total, \.total).required("total")),
            checked: Int(clamping: try message.number(\.has_checked, \.checked).required("checked")),
            problems: try message.parts(\.n_problems, \.problems),
            next: message.number(\.has_next, \.next),
            unreferenced: Int(clamping: message.number(\.has_unreferenced, \.unreferenced) ?? 0)
        )
        inCloud = Int(clamping: message.number(\.has_in_cloud, \.in_cloud) ?? 0)
    }
}

extension VerificationPage.Problem: MessageValue {
    package static let messageKind = MessageKind(photolibrary__problem__init)

    package func write(to message: Message<Photolibrary__Problem>) {
        message.put(\.description, description)
        message.put(\.has_asset, \.asset, asset)
    }

    package init(reading message: Message<Photolibrary__Problem>) throws(LibraryError) {
        self.init(
            try message.text(\.description).required("description"),
            asset: try message.objectID(\.has_asset, \.asset)
        )
    }
}
