internal import CLibraryProtocol
internal import LibraryModel

// Authorization, grants, statistics and verification.

extension MessageArena {
    func authorizationCall(_ level: AccessLevel) -> UnsafeMutablePointer<Photolibrary__AuthorizationCall> {
        let message = unsafe make(photolibrary__authorization_call__init)
        unsafe message.pointee.level = UInt32(level.rawValue)
        return unsafe message
    }

    func authorizationResult(
        _ status: AuthorizationStatus
    ) -> UnsafeMutablePointer<Photolibrary__AuthorizationResult> {
        let message = unsafe make(photolibrary__authorization_result__init)
        unsafe message.pointee.status = UInt32(status.rawValue)
        return unsafe message
    }

    func grantList(_ grants: [AppGrant]) -> UnsafeMutablePointer<Photolibrary__GrantList> {
        let message = unsafe make(photolibrary__grant_list__init)
        unsafe (message.pointee.n_grants, message.pointee.grants) = unsafe list(
            grants.map { grant in
                let entry = unsafe make(photolibrary__grant__init)
                unsafe entry.pointee.app = unsafe string(grant.app)
                unsafe entry.pointee.claimed_name = unsafe string(grant.claimedName)
                unsafe entry.pointee.read_write = UInt32(grant.readWrite.rawValue)
                unsafe entry.pointee.add_only = UInt32(grant.addOnly.rawValue)
                unsafe entry.pointee.has_selected_count = 1
                unsafe entry.pointee.selected_count = UInt64(grant.selectedCount)
                if let lastUsed = grant.lastUsed {
                    unsafe entry.pointee.has_last_used = 1
                    unsafe entry.pointee.last_used = lastUsed
                }
                if let until = grant.until {
                    unsafe entry.pointee.has_until = 1
                    unsafe entry.pointee.until = until
                }
                unsafe entry.pointee.has_confirms_changes = 1
                unsafe entry.pointee.confirms_changes = grant.confirmsChanges ? 1 : 0
                unsafe entry.pointee.has_is_silenced = 1
                unsafe entry.pointee.is_silenced = grant.isSilenced ? 1 : 0
                unsafe entry.pointee.has_picked_count = 1
                unsafe entry.pointee.picked_count = UInt64(grant.pickedCount)
                if let lastPicked = grant.lastPicked {
                    unsafe entry.pointee.has_last_picked = 1
                    unsafe entry.pointee.last_picked = lastPicked
                }
                unsafe entry.pointee.has_readable_pick_count = 1
                unsafe entry.pointee.readable_pick_count = UInt64(grant.readablePickCount)
                unsafe entry.pointee.has_request = 1
                unsafe entry.pointee.request = UInt32(grant.request.rawValue)
                unsafe entry.pointee.has_is_replaced = 1
                unsafe entry.pointee.is_replaced = grant.isReplaced ? 1 : 0
                return unsafe entry
            }
        )
        return unsafe message
    }

    func setGrantCall(
        app: String,
        _ level: AccessLevel,
        _ status: AuthorizationStatus,
        until: Int64?,
        confirmsChanges: Bool?
    ) -> UnsafeMutablePointer<Photolibrary__SetGrantCall> {
        let message = unsafe make(photolibrary__set_grant_call__init)
        if let confirmsChanges {
            unsafe message.pointee.has_confirms_changes = 1
            unsafe message.pointee.confirms_changes = confirmsChanges ? 1 : 0
        }
        if let until {
            unsafe message.pointee.has_until = 1
            unsafe message.pointee.until = until
        }
        unsafe message.pointee.app = unsafe string(app)
        unsafe message.pointee.level = UInt32(level.rawValue)
        unsafe message.pointee.status = UInt32(status.rawValue)
        return unsafe message
    }

    func selectCall(
        app: String,
        _ assets: [ObjectID],
        deselects: Bool
    ) -> UnsafeMutablePointer<Photolibrary__SelectCall> {
        let message = unsafe make(photolibrary__select_call__init)
        unsafe message.pointee.app = unsafe string(app)
        unsafe message.pointee.assets = unsafe bytes(assets)
        unsafe message.pointee.has_deselects = 1
        unsafe message.pointee.deselects = deselects ? 1 : 0
        return unsafe message
    }

    func statistics(_ statistics: LibraryStatistics) -> UnsafeMutablePointer<Photolibrary__Statistics> {
        let message = unsafe make(photolibrary__statistics__init)
        unsafe message.pointee.library = unsafe bytes(statistics.library)
        unsafe message.pointee.assets = UInt64(statistics.assetCount)
        unsafe message.pointee.images = UInt64(statistics.imageCount)
        unsafe message.pointee.videos = UInt64(statistics.videoCount)
        unsafe message.pointee.albums = UInt64(statistics.albumCount)
        unsafe message.pointee.folders = UInt64(statistics.folderCount)
        unsafe message.pointee.recently_deleted = UInt64(statistics.recentlyDeletedCount)
        unsafe message.pointee.original_bytes = UInt64(clamping: statistics.originalBytes)
        unsafe message.pointee.last_sequence = statistics.lastSequence
        unsafe message.pointee.first_sequence = statistics.firstSequence
        if let reason = statistics.readOnlyReason { unsafe message.pointee.read_only = unsafe string(reason) }
        return unsafe message
    }

    func verificationPage(_ page: VerificationPage) -> UnsafeMutablePointer<Photolibrary__VerificationPage> {
        let message = unsafe make(photolibrary__verification_page__init)
        unsafe message.pointee.total = UInt64(page.total)
        unsafe message.pointee.checked = UInt64(page.checked)
        unsafe (message.pointee.n_problems, message.pointee.problems) = unsafe list(
            page.problems.map { problem in
                let entry = unsafe make(photolibrary__problem__init)
                unsafe entry.pointee.description = unsafe string(problem.description)
                if let asset = problem.asset {
                    unsafe entry.pointee.has_asset = 1
                    unsafe entry.pointee.asset = unsafe bytes(asset)
                }
                return unsafe entry
            }
        )
        unsafe message.pointee.has_unreferenced = 1
        unsafe message.pointee.unreferenced = UInt64(page.unreferenced)
        if let next = page.next {
            unsafe message.pointee.has_next = 1
            unsafe message.pointee.next = next
        }
        return unsafe message
    }
}

extension AccessLevel {
    init(wire: UInt32) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire), let level = AccessLevel(rawValue: rawValue) else {
            throw LibraryError(.invalidRequest, "unknown access level")
        }
        self = level
    }
}

extension AuthorizationStatus {
    init(wire: UInt32) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire), let status = AuthorizationStatus(rawValue: rawValue) else {
            throw LibraryError(.invalidRequest, "unknown authorization status")
        }
        self = status
    }
}

extension AccessRequest {
    init(wire: UInt32) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire), let request = AccessRequest(rawValue: rawValue) else {
            throw .malformed("grant")
        }
        self = request
    }
}

extension AppGrant {
    init(decoding message: Photolibrary__Grant) throws(LibraryError) {
        unsafe self.init(
            app: decodeString(message.app),
            claimedName: decodeString(message.claimed_name),
            readWrite: try AuthorizationStatus(wire: message.read_write),
            addOnly: try AuthorizationStatus(wire: message.add_only),
            selectedCount: Int(clamping: message.selected_count),
            lastUsed: message.has_last_used != 0 ? message.last_used : nil,
            until: message.has_until != 0 ? message.until : nil,
            confirmsChanges: message.confirms_changes != 0,
            isSilenced: message.is_silenced != 0,
            pickedCount: Int(clamping: message.picked_count),
            lastPicked: message.has_last_picked != 0 ? message.last_picked : nil,
            readablePickCount: Int(clamping: message.readable_pick_count),
            request: try AccessRequest(wire: message.request),
            isReplaced: message.is_replaced != 0
        )
    }
}

extension LibraryStatistics {
    init(decoding message: Photolibrary__Statistics) throws(LibraryError) {
        unsafe self.init(
            library: try message.library.objectID("library"),
            assetCount: Int(clamping: message.assets),
            imageCount: Int(clamping: message.images),
            videoCount: Int(clamping: message.videos),
            albumCount: Int(clamping: message.albums),
            folderCount: Int(clamping: message.folders),
            recentlyDeletedCount: Int(clamping: message.recently_deleted),
            originalBytes: Int64(clamping: message.original_bytes),
            lastSequence: message.last_sequence,
            firstSequence: message.first_sequence
        )
        readOnlyReason = unsafe decodeOptionalString(message.read_only)
    }
}

extension VerificationPage {
    init(decoding message: Photolibrary__VerificationPage) throws(LibraryError) {
        unsafe self.init(
            total: Int(clamping: message.total),
            checked: Int(clamping: message.checked),
            problems: try decodeList(message.n_problems, message.problems) {
                (problem: Photolibrary__Problem) throws(LibraryError) in
                unsafe Problem(
                    decodeString(problem.description),
                    asset: problem.has_asset != 0 ? try problem.asset.objectID("asset") : nil
                )
            },
            next: unsafe message.has_next != 0 ? message.next : nil
        )
    }
}
