package import LibraryModel
internal import LibraryProtocol

// Upload jobs. Change blocks create and change them.
extension LibraryClient {
    /// This app's jobs, oldest first.
    package func uploadJobs(for action: UploadJob.Action) throws(LibraryError) -> [UploadJob] {
        try calls.ask(UploadJobsCall(action)).jobs
    }

    /// Sets what is not nil. Returns all of it.
    @discardableResult
    package func uploadSettings(setting change: UploadSettings = UploadSettings()) throws(LibraryError)
        -> UploadSettings
    {
        try calls.ask(UploadSettingsCall(change))
    }
}
