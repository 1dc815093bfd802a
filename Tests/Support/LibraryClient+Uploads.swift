package import LibraryClient
package import LibraryModel

extension LibraryClient {
    /// Has photos sent to a server, in one change block.
    package func send(_ photos: [ObjectID], to url: String) throws {
        let operations = try zip(mintIdentifiers(photos.count), photos).map { id, photo in
            let request = UploadRequest(url: url, method: "PUT")
            return ChangeOperation.createUploadJob(
                UploadJobCreation(id: id, asset: photo, resource: .photo, destination: request)
            )
        }
        _ = try perform(ChangeBlock(operations: operations))
    }
}
