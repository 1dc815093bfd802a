package import LibraryClient
package import LibraryModel

/// What the person can do about synchronisation, with any of their tools.
package enum CloudAction: Hashable, Sendable {
    case synchronize
    case pause
    case resume
    case verify
    /// Waits no more for a lost device.
    case forget(ObjectID)

    /// Carries it out, or passes it to the sync process and returns the command's number. Throws if synchronisation is
    /// not set up or is paused.
    @discardableResult
    package func carryOut(_ client: LibraryClient) throws(LibraryError) -> UInt64? {
        switch self {
        case .synchronize: return try client.passCommand(.synchronize)
        case .verify: return try client.passCommand(.verify)
        case .forget(let device): return try client.passCommand(.forget(device))
        case .pause: try CloudAction.setPaused(true, client)
        case .resume: try CloudAction.setPaused(false, client)
        }
        return nil
    }

    private static func setPaused(_ isPaused: Bool, _ client: LibraryClient) throws(LibraryError) {
        guard var settings = try client.cloudStatus().settings else { throw .cloudNotSetUp }
        settings.isPaused = isPaused
        try client.setCloud(settings)
    }
}

extension LibraryClient {
    /// Passes a command to the sync process and returns its number. Throws while synchronisation is paused.
    package func passCommand(_ command: CloudCommand) throws(LibraryError) -> UInt64 {
        if try cloudStatus().settings?.isPaused == true { throw .cloudPaused }
        return try commandCloud(command)
    }
}

extension LibraryError {
    package static let cloudPaused = LibraryError(
        .invalidRequest,
        "synchronisation is paused; \"photos cloud resume\" resumes it"
    )
}
