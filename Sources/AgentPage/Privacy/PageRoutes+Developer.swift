internal import CivilDates
internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools

// A developer's folders of builds.
extension PageRoutes {
    private struct FolderJSON: Encodable {
        /// As the server knows it, and as it is shown.
        var folder: String
        var title: String
        var until: String
        /// Why it does not count now.
        var problem: OrNull<String>

        init(_ folder: DeveloperFolder) {
            let words = BuildFolder(folder)
            self.folder = folder.path
            title = words.path
            until = DateText.universal(folder.until)
            problem = OrNull(words.problem)
        }
    }

    func developerFolders() throws -> HTTPResponse {
        try HTTPResponse(json: ["folders": try client.developerFolders().map { FolderJSON($0) }])
    }

    func setDeveloperFolder(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var folder: String
            var until: String
        }
        let body: Body = try request.decoded()
        guard let until = try instant(body.until) else { throw RequestFailure(400, "a folder of builds has an end") }
        guard body.folder.hasPrefix("/"), let path = try wholePath(of: body.folder) else {
            throw RequestFailure(400, localized("Enter the whole path of a folder, from / on."))
        }
        do throws(LibraryError) { try client.setDeveloperFolder(path, until: until) } catch {
            throw RequestFailure(RequestFailure(error).status, ExplainingPage.sentence(error.localizedReason))
        }
        return .noContent
    }

    func endDeveloperFolder(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable { var folder: String }
        let body: Body = try request.decoded()
        try client.setDeveloperFolder(body.folder, until: nil)
        return .noContent
    }

    private func wholePath(of path: String) throws(RequestFailure) -> String? {
        do throws(SystemCallError) { return try BuildFolder.wholePath(of: path) } catch {
            throw RequestFailure(400, error.localizedReason)
        }
    }
}
