internal import LibraryModel
internal import SQLiteDatabase

/// What a principal may see and do, read from its grant in the snapshot or transaction at hand.
///
/// `app` is a row of table `app`.
enum Sight: Hashable {
    /// Everything. Nil: the person themselves.
    case full(app: Int64?)
    /// The assets selected for it, and the albums and folders that it made.
    case limited(app: Int64)
    /// Nothing, but it may add assets.
    case addOnly(app: Int64)
    /// Nothing.
    case none(isRestricted: Bool)

    /// A grant that has an end grants nothing after it, and none grants what the administrator forbids.
    init(_ principal: Principal, _ connection: Connection, _ configuration: StoreConfiguration) throws {
        guard case .app(let identity) = principal else {
            self = .full(app: nil)
            return
        }
        let restriction = configuration.restriction(identity)
        let statement = try connection.statement(
            "SELECT row, read_write, add_only, read_write_until FROM app WHERE identity = ?"
        )
        try statement.bind(identity, at: 1)
        guard try statement.step() else {
            self = .none(isRestricted: restriction.contains(.readWrite))
            return
        }
        let row = statement.integer(0)
        let hasEnded = !statement.isNull(3) && statement.integer(3) <= configuration.clock()
        let decided = hasEnded ? .notDetermined : AuthorizationStatus(stored: statement.integer(1))
        let readWrite = restriction.status(decided, for: .readWrite)
        let addOnly = restriction.status(AuthorizationStatus(stored: statement.integer(2)), for: .addOnly)
        self =
            switch (readWrite, addOnly) {
            case (.authorized, _): .full(app: row)
            case (.limited, _): .limited(app: row)
            case (_, .authorized): .addOnly(app: row)
            case (.restricted, _): .none(isRestricted: true)
            default: .none(isRestricted: false)
            }
    }

    /// The app that acts; nil for the person, or for an app that may not act.
    var app: Int64? {
        switch self {
        case .full(let app): app
        case .limited(let app), .addOnly(let app): app
        case .none: nil
        }
    }

    /// Whether there is anything that it could see.
    var reads: Bool {
        switch self {
        case .full, .limited: true
        case .addOnly, .none: false
        }
    }

    /// Throws what an app gets that asks for more than an empty fetch without being allowed to read.
    func requireReading() throws(LibraryError) {
        switch self {
        case .full, .limited: return
        case .addOnly, .none(isRestricted: false): throw .accessDenied
        case .none(isRestricted: true): throw .accessRestricted
        }
    }
}

extension AuthorizationStatus {
    /// What the database holds; anything unknown grants nothing.
    init(stored: Int64) {
        self = UInt8(exactly: stored).flatMap(AuthorizationStatus.init(rawValue:)) ?? .notDetermined
    }
}

extension AccessRequest {
    init(stored: Int64) { self = UInt8(exactly: stored).flatMap(AccessRequest.init(rawValue:)) ?? .never }
}

extension LibraryError {
    static let accessDenied = LibraryError(.accessDenied, "the person has not allowed this")
    static let accessRestricted = LibraryError(.accessRestricted, "a policy forbids access to the library")
    static let noSuchObject = LibraryError(.notFound, "there is no such object")
}
