internal import LinuxSystem

/// Files by which a sync program is recognised in the folder that it synchronizes.
enum SyncMarkers {
    /// The program that synchronizes this folder, by a file or folder of its own in it. In a folder that may not be
    /// listed, checks fixed names only.
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

    /// Journals of Nextcloud's and ownCloud's clients: `.sync_0123456789ab.db`, formerly `._sync_0123456789ab.db`.
    private static func isJournal(_ name: String) -> Bool {
        (name.hasPrefix(".sync_") || name.hasPrefix("._sync_")) && name.hasSuffix(".db")
    }
}
