internal import CLinux
import Glibc

/// The environment of this process. It is read, never changed: changing it is not safe beside other threads.
package enum EnvironmentVariables {
    /// The value of a variable, nil when there is none. Bytes that are not UTF-8 are shown as U+FFFD.
    package static func value(_ name: String) -> String? {
        guard let found = unsafe getenv(name) else { return nil }
        return unsafe String(cString: found)
    }

    /// Every `NAME=value`, as it is.
    static func all() -> [FilePath] {
        var result: [FilePath] = []
        var next = unsafe clinux_environment()
        while let entry = unsafe next?.pointee {
            result.append(FilePath(bytes: unsafe Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry)))))
            unsafe next = next?.advanced(by: 1)
        }
        return result
    }

    /// Every variable by its name. Bytes that are not UTF-8 are shown as U+FFFD.
    package static func values() -> [String: String] {
        var values: [String: String] = [:]
        for entry in all() {
            let parts = entry.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }

    /// The variables of this process that are kept, by name, with some added or replaced, for a child.
    package static func adding(
        _ variables: [String: String],
        keeping isKept: (String) -> Bool = { _ in true }
    ) -> [FilePath] {
        let replaced = variables.keys.map { Array(($0 + "=").utf8) }
        let kept = all().filter { entry in
            !replaced.contains { entry.bytes.starts(with: $0) } && isKept(String(entry.text.prefix { $0 != "=" }))
        }
        return kept + variables.sorted { $0.key < $1.key }.map { FilePath("\($0.key)=\($0.value)") }
    }

    /// A program in the folders of PATH; nil when none has it.
    package static func program(_ name: FilePath) -> FilePath? {
        for folder in (value("PATH") ?? "").split(separator: ":") where folder.hasPrefix("/") {
            let path = FilePath(String(folder)).appending(name)
            do throws(SystemCallError) {
                if try FileStatus(of: path).isRegularFile { return path }
            } catch {
                continue
            }
        }
        return nil
    }
}
