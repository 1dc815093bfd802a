import LibraryClient
import LibraryModel

extension PHPhotoLibrary {
    /// Whether the app has asked to be started for its upload jobs. False when the library is unreachable or denies
    /// access. Blocks for a call to the library.
    ///
    /// The library starts the app's own program, with the argument `--process-upload-jobs`, when its jobs are over and
    /// it is not connected. The app then acknowledges and retries them, creates others, and ends within ten minutes.
    /// The library starts only the program that the person granted access to, and none in a sandbox or an interpreter;
    /// for those setting this throws `changeNotSupported`. Jobs are sent in either case.
    public var uploadJobExtensionEnabled: Bool { uploadSettings?.isEnabled ?? false }

    /// Sets `uploadJobExtensionEnabled`.
    @available(*, deprecated, message: "Use enableUploadJobExtension(with:) and disableUploadJobExtension()")
    public func setUploadJobExtensionEnabled(_ enable: Bool) throws {
        try setUploadSettings(isEnabled: enable, options: nil)
    }

    /// Sets `uploadJobExtensionEnabled`, and the options.
    public func enableUploadJobExtension(with options: PHAssetResourceUploadJobOptions?) throws {
        try setUploadSettings(isEnabled: true, options: options ?? PHAssetResourceUploadJobOptions())
    }

    /// Resets `uploadJobExtensionEnabled`.
    public func disableUploadJobExtension() throws { try setUploadSettings(isEnabled: false, options: nil) }

    /// The options; nil unless `uploadJobExtensionEnabled`.
    public var uploadJobExtensionOptions: PHAssetResourceUploadJobOptions? {
        guard let settings = uploadSettings, settings.isEnabled == true else { return nil }
        let options = PHAssetResourceUploadJobOptions()
        options.preventsExpensiveNetworkAccess = settings.preventsExpensiveNetworkAccess == true
        return options
    }

    /// Sets the options.
    public func setUploadJobExtensionOptions(_ options: PHAssetResourceUploadJobOptions) throws {
        try setUploadSettings(isEnabled: nil, options: options)
    }

    private var uploadSettings: UploadSettings? {
        do throws(LibraryError) { return try client.uploadSettings() } catch { return nil }
    }

    private func setUploadSettings(isEnabled: Bool?, options: PHAssetResourceUploadJobOptions?) throws {
        do throws(LibraryError) {
            let prevents = options?.preventsExpensiveNetworkAccess
            try client.uploadSettings(
                setting: UploadSettings(isEnabled: isEnabled, preventsExpensiveNetworkAccess: prevents)
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}

/// How an app's upload jobs are sent.
open class PHAssetResourceUploadJobOptions: NSObject, NSCopying {
    /// Whether to wait for a network that costs nothing. Kept, without effect: the library does not know what networks
    /// cost.
    open var preventsExpensiveNetworkAccess = false

    /// Default options.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceUploadJobOptions()
        copy.preventsExpensiveNetworkAccess = preventsExpensiveNetworkAccess
        return copy
    }
}

/// The result of an app's processing of its upload jobs.
public enum PHBackgroundResourceUploadProcessingResult: Int, Sendable {
    /// It failed.
    case failure = 0
    /// There is more to do.
    case processing = 1
    /// All is done.
    case completed = 2
}
