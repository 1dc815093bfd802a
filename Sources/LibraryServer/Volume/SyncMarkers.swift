internal import LinuxSystem

/// What programs that synchronize a folder leave in it.
enum SyncMarkers {
    /// The program that keeps this folder and what is below it, by a file or folder of the program's own in it. A
    /// folder that may not be listed is looked at for the names that are known as a whole.
    static func program(keeping folder: FilePath) throws(SystemCallError) -> String? {
        for (name, program) in names {
            do throws(SystemCallError) {
                _ = try FileStatus(of: folder.appending(FilePath(name)), followingLinks: false)
                return program
            } catch {
                let isHidden = error.errorNumber == SystemCallError.permissionDenied
                if !error.isAbsence && !isHidden { throw error }
            }
        }
        do throws(SystemCallError) {
            var reader = try FolderReader(folder)
            while let entry = try reader.next() {
                if isJournal(entry.name.text) { return "Nextcloud or ownCloud" }
            }
        } catch {
            if error.errorNumber != SystemCallError.permissionDenied { throw error }
        }
        return nil
    }

    private static let names: KeyValuePairs = [
        ".dropbox.cache": "Dropbox", ".maestral.cache": "Dropbox (Maestral)", ".stfolder": "Syncthing",
        ".nextcloudsync.log": "Nextcloud", ".owncloudsync.log": "ownCloud",
        ".csync_journal.db": "Nextcloud or ownCloud", ".insync-trash": "Insync (Google Drive, OneDrive)",
        ".grive_state": "Grive (Google Drive)", ".megaignore": "MEGA", ".debris": "MEGA", ".sync/ID": "Resilio Sync",
        ".SynologyWorkingDirectory": "Synology Drive",
    ]

    /// The journals of Nextcloud's and ownCloud's clients: `.sync_0123456789ab.db`, formerly `._sync_0123456789ab.db`.
    private static func isJournal(_ name: String) -> Bool {
        (name.hasPrefix(".sync_") || name.hasPrefix("._sync_")) && name.hasSuffix(".db")
    }
}
