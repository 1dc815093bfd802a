package import CLibraryProtocol
package import LibraryModel

// Decisions of the person about apps.

/// Lists every known app with its grants.
package struct GrantsCall: EmptyCall {
    package static let rules = CallRules.call(41, for: .owner, .long, .tells)
    package typealias Reply = GrantList

    package init() {}
}

/// Sets one access level of an app.
package struct SetGrantCall: Call {
    package static let rules = CallRules.call(42, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__set_grant_call__init)

    package var app: String
    package var level: AccessLevel
    package var status: AuthorizationStatus
    /// When the grant ends, in microseconds since 1970.
    package var until: Int64?
    /// Nil leaves it unchanged.
    package var confirmsChanges: Bool?
    package var hidesPlaces: Bool?

    package init(
        app: String,
        _ level: AccessLevel,
        _ status: AuthorizationStatus,
        until: Int64? = nil,
        confirmsChanges: Bool? = nil,
        hidesPlaces: Bool? = nil
    ) {
        self.app = app
        self.level = level
        self.status = status
        self.until = until
        self.confirmsChanges = confirmsChanges
        self.hidesPlaces = hidesPlaces
    }

    package func write(to message: Message<Photolibrary__SetGrantCall>) {
        message.put(\.app, app)
        message.put(\.has_level, \.level, level.wire)
        message.put(\.has_status, \.status, status.wire)
        message.put(\.has_until, \.until, until)
        message.put(\.has_confirms_changes, \.confirms_changes, confirmsChanges)
        message.put(\.has_hides_places, \.hides_places, hidesPlaces)
    }

    package init(reading message: Message<Photolibrary__SetGrantCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
        level = try AccessLevel(wire: message.number(\.has_level, \.level).required("level"))
        status = try AuthorizationStatus(wire: message.number(\.has_status, \.status).required("status"))
        until = message.number(\.has_until, \.until)
        confirmsChanges = message.flag(\.has_confirms_changes, \.confirms_changes)
        hidesPlaces = message.flag(\.has_hides_places, \.hides_places)
    }
}

/// Sets the person's preferences for an app. Nil leaves one unchanged.
package struct SetPreferencesCall: Call {
    package static let rules = CallRules.call(50, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__set_preferences_call__init)

    package var app: String
    package var confirmsChanges: Bool?
    package var isSilenced: Bool?
    package var hidesPlaces: Bool?

    package init(app: String, confirmsChanges: Bool?, isSilenced: Bool?, hidesPlaces: Bool? = nil) {
        self.app = app
        self.confirmsChanges = confirmsChanges
        self.isSilenced = isSilenced
        self.hidesPlaces = hidesPlaces
    }

    package func write(to message: Message<Photolibrary__SetPreferencesCall>) {
        message.put(\.app, app)
        message.put(\.has_confirms_changes, \.confirms_changes, confirmsChanges)
        message.put(\.has_is_silenced, \.is_silenced, isSilenced)
        message.put(\.has_hides_places, \.hides_places, hidesPlaces)
    }

    package init(reading message: Message<Photolibrary__SetPreferencesCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
        confirmsChanges = message.flag(\.has_confirms_changes, \.confirms_changes)
        isSilenced = message.flag(\.has_is_silenced, \.is_silenced)
        hidesPlaces = message.flag(\.has_hides_places, \.hides_places)
    }
}

/// Adds assets to an app's selection, or removes them.
package struct SelectCall: Call {
    /// 100,000 identifiers of 16 bytes.
    package static let rules = CallRules.call(43, for: .owner, .long, .changes, maximumSize: 2 << 20)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__select_call__init)

    package var app: String
    package var assets: [ObjectID]
    package var deselects: Bool

    package init(app: String, _ assets: [ObjectID], deselects: Bool) {
        self.app = app
        self.assets = assets
        self.deselects = deselects
    }

    package func write(to message: Message<Photolibrary__SelectCall>) {
        message.put(\.app, app)
        message.put(\.has_assets, \.assets, assets)
        message.put(\.has_deselects, \.deselects, deselects)
    }

    package init(reading message: Message<Photolibrary__SelectCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
        assets = try message.objectIDs(\.has_assets, \.assets).required("assets")
        deselects = message.flag(\.has_deselects, \.deselects) ?? false
    }
}

/// Reads an app's selection, or what was picked for it.
package struct SelectionCall: Call {
    package static let rules = CallRules.call(52, for: .owner, .long, .tells)
    package typealias Reply = SelectionResult
    package static let messageKind = MessageKind(photolibrary__selection_call__init)

    package var app: String
    /// Instead of its selection, what was picked for it and it can read now.
    package var isOfPicks: Bool

    package init(ofApp app: String, isOfPicks: Bool = false) {
        self.app = app
        self.isOfPicks = isOfPicks
    }

    package func write(to message: Message<Photolibrary__SelectionCall>) {
        message.put(\.app, app)
        if isOfPicks { message.put(\.has_picked, \.picked, true) }
    }

    package init(reading message: Message<Photolibrary__SelectionCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
        isOfPicks = message.flag(\.has_picked, \.picked) ?? false
    }
}

/// Revokes what the person picked for an app.
package struct RevokePicksCall: Call {
    package static let rules = CallRules.call(51, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__revoke_picks_call__init)

    package var app: String
    /// These alone; nil for everything.
    package var assets: [ObjectID]?

    package init(app: String, _ assets: [ObjectID]? = nil) {
        self.app = app
        self.assets = assets
    }

    package func write(to message: Message<Photolibrary__RevokePicksCall>) {
        message.put(\.app, app)
        message.put(\.has_assets, \.assets, assets)
    }

    package init(reading message: Message<Photolibrary__RevokePicksCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
        assets = try message.objectIDs(\.has_assets, \.assets)
    }
}

/// Denies an app all access and revokes its picks.
package struct RevokeCall: Call {
    package static let rules = CallRules.call(53, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__revoke_call__init)

    package var app: String

    package init(app: String) { self.app = app }

    package func write(to message: Message<Photolibrary__RevokeCall>) { message.put(\.app, app) }

    package init(reading message: Message<Photolibrary__RevokeCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
    }
}

/// Deletes everything about an app but its changes in the history.
package struct ForgetCall: Call {
    package static let rules = CallRules.call(54, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__forget_call__init)

    package var app: String

    package init(app: String) { self.app = app }

    package func write(to message: Message<Photolibrary__ForgetCall>) { message.put(\.app, app) }

    package init(reading message: Message<Photolibrary__ForgetCall>) throws(LibraryError) {
        app = try message.text(\.app).required("app")
    }
}

/// Lists the folders of builds.
package struct DeveloperFoldersCall: EmptyCall {
    package static let rules = CallRules.call(81, for: .owner, .long, .tells)
    package typealias Reply = DeveloperFolderList

    package init() {}
}

/// Sets or removes a folder of builds.
package struct SetDeveloperFolderCall: Call {
    package static let rules = CallRules.call(82, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__set_developer_folder_call__init)

    package var path: String
    /// Microseconds since 1970; nil to remove it.
    package var until: Int64?

    package init(_ path: String, until: Int64?) {
        self.path = path
        self.until = until
    }

    package func write(to message: Message<Photolibrary__SetDeveloperFolderCall>) {
        message.put(\.path, path)
        message.put(\.has_until, \.until, until)
    }

    package init(reading message: Message<Photolibrary__SetDeveloperFolderCall>) throws(LibraryError) {
        path = try message.text(\.path).required("path")
        until = message.number(\.has_until, \.until)
    }
}
