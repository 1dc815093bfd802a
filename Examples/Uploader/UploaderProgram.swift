import Photos

enum UploaderProgram {
    private static let library = PHPhotoLibrary.shared()

    /// Runs the program and returns its exit status.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            print(Options.usage)
            return EXIT_SUCCESS
        }
        do {
            let options = try Options(arguments)
            let file = UploaderState.file(ProcessInfo.processInfo.environment)
            var state = try UploaderState(contentsOf: file)
            if let destination = options.destination, destination != state?.destination {
                state = UploaderState(destination: destination)
            }
            guard var state else { throw UsageError(message: "where to?") }
            guard await hasAccess() else { return 77 }
            startWhenJobsAreOver()
            try await finishJobs()
            try findNewPhotos(&state)
            try state.write(to: file)
            try await makeJobs(&state)
            try state.write(to: file)
            let count = PHAssetResourceUploadJob.fetchJobs(action: .process, options: nil).count
            note("\(count) being sent, \(state.waiting.count) waiting")
            return EXIT_SUCCESS
        } catch let error as UsageError {
            note("\(error.message)\n\(Options.usage)")
            return 64
        } catch PHPhotosError.userCancelled {
            note("sending photos to this server was not allowed")
            return 77
        } catch {
            note("Uploader: \(error.localizedDescription)")
            return EXIT_FAILURE
        }
    }

    private static func hasAccess() async -> Bool {
        var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
        if status == .notDetermined {
            note("waiting for access to the photo library ...")
            status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        switch status {
        case .authorized, .limited: return true
        case .denied, .restricted: note("access to the photo library was not allowed")
        case .notDetermined: note("nobody answered the request for access: is the library there?")
        }
        return false
    }

    /// Without it photos are sent as well, and the person has to start the program for more than `jobLimit`.
    private static func startWhenJobsAreOver() {
        do { try library.enableUploadJobExtension(with: nil) } catch {
            note("the library does not start this program: \(error.localizedDescription)")
        }
    }

    /// Takes notice of the jobs that are over. What has failed is tried once more.
    private static func finishJobs() async throws {
        let over = jobs(for: .acknowledge)
        let again = Set(jobs(for: .retry).map(\.localIdentifier))
        guard !over.isEmpty else { return }
        try await library.performChanges {
            for job in over {
                guard let request = PHAssetResourceUploadJobChangeRequest(for: job) else { continue }
                if again.contains(job.localIdentifier) {
                    request.retry(destination: nil)
                } else {
                    request.acknowledge()
                }
            }
        }
        for job in over {
            let name = job.destination.url?.lastPathComponent ?? ""
            if job.state == .succeeded {
                say("sent \(name)")
            } else {
                let end = again.contains(job.localIdentifier) ? "tried again" : "not sent"
                say("\(end) \(name): \(job.error?.localizedDescription ?? "")")
            }
        }
    }

    private static func jobs(for action: PHAssetResourceUploadJob.Action) -> [PHAssetResourceUploadJob] {
        let found = PHAssetResourceUploadJob.fetchJobs(action: action, options: nil)
        return found.objects(at: IndexSet(integersIn: 0..<found.count))
    }

    /// Adds to `waiting` what came since the last time; at first, and when that was too long ago, everything.
    private static func findNewPhotos(_ state: inout UploaderState) throws {
        do {
            guard let data = state.token,
                let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
            else { throw PHPhotosError(.persistentChangeTokenExpired) }
            for change in try library.fetchPersistentChanges(since: token) {
                let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
                state.waiting += details.insertedLocalIdentifiers.sorted()
                state.token = try archived(change.changeToken)
            }
        } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
            // The token first: what comes meanwhile is sent twice rather than not at all.
            state.token = try archived(library.currentChangeToken)
            let assets = PHAsset.fetchAssets(with: nil)
            state.waiting = assets.objects(at: IndexSet(integersIn: 0..<assets.count)).map(\.localIdentifier)
        }
    }

    private static func archived(_ token: PHPersistentChangeToken) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    }

    /// Has as many photos sent as may be at once, in one change. The person is asked before the first one.
    private static func makeJobs(_ state: inout UploaderState) async throws {
        let known = jobs(for: .process).count + jobs(for: .acknowledge).count
        let next = Array(state.waiting.prefix(max(0, PHAssetResourceUploadJob.jobLimit - known)))
        guard !next.isEmpty else { return }
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: next, options: nil)
        // The originals. Photos that were deleted meanwhile have none.
        var files: [(URLRequest, PHAssetResource)] = []
        for asset in assets.objects(at: IndexSet(integersIn: 0..<assets.count)) {
            guard let resource = PHAssetResource.assetResources(for: asset).first else { continue }
            let url = state.url(of: asset.localIdentifier, filename: resource.originalFilename)
            var request = URLRequest(url: url)
            request.httpMethod = "PUT"
            files.append((request, resource))
        }
        try await library.performChanges {
            for (request, resource) in files {
                PHAssetResourceUploadJobChangeRequest.creationRequestForJob(destination: request, resource: resource)
            }
        }
        state.waiting.removeFirst(next.count)
    }
}

private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
