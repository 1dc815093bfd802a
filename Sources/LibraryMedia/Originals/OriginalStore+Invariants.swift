internal import LinuxSystem

// The guarantees of `OriginalStore`, as far as its folders show them. Checked in debug builds and by tests.

extension OriginalStore {
    /// Traps when an original that `place` returned is not complete under its name, or its copy has two names.
    func assertInvariants(of placed: StoredOriginal, from copy: FilePath) {
        assert(isComplete(placed), "an original is not complete under its name")
        assert(!placed.isNew || !exists(copy), "an original has a second name in incoming")
    }

    /// Traps when `originals` has anything but files of mode 0400 named for a digest, each in the folder of its digest,
    /// and damaged ones that were set aside. Reads every folder: for tests.
    package func assertInvariants() {
        assert(shardNames.allSatisfy { isConsistent(shard: $0) }, "originals has a file of another name or mode")
    }

    private func isComplete(_ placed: StoredOriginal) -> Bool {
        do throws(SystemCallError) {
            let status = try FileStatus(of: bundle.appending(FilePath(placed.relativePath)), followingLinks: false)
            return status.isRegularFile && status.size == placed.size
        } catch {
            return false
        }
    }

    private func exists(_ path: FilePath) -> Bool {
        do throws(SystemCallError) { return try FileStatus(of: path, followingLinks: false).linkCount > 0 } catch {
            return false
        }
    }

    private func isConsistent(shard: String) -> Bool {
        let folder = FilePath("originals").appending(FilePath(shard))
        do throws(SystemCallError) {
            var reader = try FolderReader(bundle.appending(folder))
            while let entry = try reader.next() {
                let name = folder.appending(entry.name)
                if name.text.hasSuffix(OriginalStore.damagedSuffix) { continue }
                let status = try FileStatus(of: bundle.appending(name), followingLinks: false)
                guard ContentDigest(originalAt: name.text) != nil, status.isRegularFile, status.mode == 0o400 else {
                    return false
                }
            }
            return true
        } catch {
            return false
        }
    }
}
