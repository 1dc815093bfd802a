package import LibraryModel
internal import SQLiteDatabase

/// A developer's folders of builds.
extension LibraryStore {
    /// Those that have not ended, in the order of their paths.
    package func developerFolders() throws(LibraryError) -> [DeveloperFolder] {
        let time = configuration.clock()
        return try read { connection in
            let select = try connection.statement(
                "SELECT path, until FROM developer_folder WHERE until > ? ORDER BY path"
            )
            try select.bind(time, at: 1)
            var folders: [DeveloperFolder] = []
            while try select.step() {
                folders.append(DeveloperFolder(path: select.text(0), until: select.integer(1)))
            }
            return folders
        }
    }

    /// Sets a folder, or removes it without `until`. Removes those that have ended.
    package func setDeveloperFolder(_ path: String, until: Int64?) throws(LibraryError) {
        let time = configuration.clock()
        if let until {
            guard until > time else { throw LibraryError(.invalidRequest, "that time is over") }
            guard until.subtractingReportingOverflow(time).partialValue <= DeveloperFolder.maximumTime else {
                throw LibraryError(.invalidRequest, "a folder of builds is one for a year at most")
            }
        }
        try write(as: .decision) { context in
            let delete = try context.connection.statement("DELETE FROM developer_folder WHERE path = ? OR until <= ?")
            try delete.bind(path, at: 1)
            try delete.bind(time, at: 2)
            try delete.run()
            guard let until else { return }
            let count = try context.connection.statement("SELECT count(*) FROM developer_folder")
            guard try count.step(), count.integer(0) < DeveloperFolder.maximumCount else {
                throw LibraryError(
                    .limitExceeded,
                    "there are \(DeveloperFolder.maximumCount) folders of builds already; remove one"
                )
            }
            count.reset()
            let insert = try context.connection.statement("INSERT INTO developer_folder (path, until) VALUES (?, ?)")
            try insert.bind(path, at: 1)
            try insert.bind(until, at: 2)
            try insert.run()
        }
    }
}
