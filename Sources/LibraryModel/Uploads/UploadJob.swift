/// An app's job: the library sends a file of an asset to a server, for the app.
package struct UploadJob: Hashable, Sendable {
    /// Raw values are those of Apple's `PHAssetResourceUploadJob.State`.
    package enum State: UInt8, Sendable, CaseIterable {
        /// Waits to be sent.
        case registered = 1
        /// Is being sent, or waits for the next attempt.
        case pending = 2
        case failed = 3
        case succeeded = 4
        case cancelled = 5

        package var isOver: Bool { self != .registered && self != .pending }
    }

    /// Which of an app's jobs to list. Raw values are those of Apple's `PHAssetResourceUploadJob.Action`.
    package enum Action: UInt8, Sendable, CaseIterable {
        /// The failed and the succeeded.
        case acknowledge = 1
        /// The failed that can be retried.
        case retry = 2
        /// Those that are not over.
        case process = 3
    }

    /// Jobs of one app that it has not acknowledged, whatever their state.
    package static let maximumPerApp = 500

    package var id: ObjectID
    package var asset: ObjectID
    /// The file. Without name, type and size when the app does not see the asset any more.
    package var resource: ResourceInfo
    package var state: State
    /// Nil for a job that only waits until the file is on this machine. Without header fields once the job cannot be
    /// retried: they may hold secrets.
    package var destination: UploadRequest?
    /// The status and the header fields of the last response.
    package var response: UploadResponse?
    /// Why it failed, or the last attempt did.
    package var failure: LibraryError?

    package init(
        id: ObjectID,
        asset: ObjectID,
        resource: ResourceInfo,
        state: State,
        destination: UploadRequest?,
        response: UploadResponse? = nil,
        failure: LibraryError? = nil
    ) {
        self.id = id
        self.asset = asset
        self.resource = resource
        self.state = state
        self.destination = destination
        self.response = response
        self.failure = failure
    }
}

/// A new job.
package struct UploadJobCreation: Hashable, Sendable {
    /// Minted.
    package var id: ObjectID
    package var asset: ObjectID
    package var resource: ResourceKind
    /// Nil for a job that only waits until the file is on this machine.
    package var destination: UploadRequest?

    package init(id: ObjectID, asset: ObjectID, resource: ResourceKind, destination: UploadRequest?) {
        self.id = id
        self.asset = asset
        self.resource = resource
        self.destination = destination
    }
}

/// The parts of a server's response that apps get.
package struct UploadResponse: Hashable, Sendable {
    /// HTTP's status code.
    package var status: UInt32
    package var headers: [HeaderField]

    package init(status: UInt32, headers: [HeaderField]) {
        self.status = status
        self.headers = headers
    }
}

/// Whether an app is to be started for its jobs, and how they are sent. What is nil in a request stays as it is; in an
/// answer nothing is nil.
package struct UploadSettings: Hashable, Sendable {
    package var isEnabled: Bool?
    package var preventsExpensiveNetworkAccess: Bool?

    package init(isEnabled: Bool? = nil, preventsExpensiveNetworkAccess: Bool? = nil) {
        self.isEnabled = isEnabled
        self.preventsExpensiveNetworkAccess = preventsExpensiveNetworkAccess
    }
}

/// The person's decision about an app and a server that it sends photos to.
package struct UploadDestination: Hashable, Sendable {
    package var origin: UploadOrigin
    package var isAllowed: Bool
    /// The server may have an address of this machine or of the person's own networks.
    package var allowsLocal: Bool

    package init(_ origin: UploadOrigin, isAllowed: Bool, allowsLocal: Bool) {
        self.origin = origin
        self.isAllowed = isAllowed
        self.allowsLocal = allowsLocal
    }
}

/// What the person is asked before an app's first job for a server.
package struct UploadQuestion: Hashable, Sendable {
    package var origin: UploadOrigin
    /// The number of files in the block that asks.
    package var count: Int
    /// Some of the assets, for display.
    package var examples: [ObjectID]

    package init(_ origin: UploadOrigin, count: Int, examples: [ObjectID]) {
        self.origin = origin
        self.count = count
        self.examples = examples
    }
}
