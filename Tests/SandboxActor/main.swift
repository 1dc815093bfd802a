import CSandboxAttempts
import CloudBuckets
import CloudSyncProcess
import HTTPTransfer
import LinuxSystem

// What an answer of a server that has taken a program over would try, from inside the sandbox of that program:
//
//     sandbox-actor FOLDER URL ATTEMPT [PATH]     in that of photolibrary-sync
//     sandbox-actor - - ATTEMPT [PATH]            in that of photolibrary-upload
//
// Prints why an attempt failed, or "done".
func attempt(_ name: String, _ file: FilePath) throws(SystemCallError) {
    let error: CInt
    switch name {
    case "read":
        _ = try OwnedDescriptor(opening: file, [.readOnly])
        return
    case "write":
        _ = try OwnedDescriptor(opening: file, [.writeOnly, .create], mode: 0o600)
        return
    case "list":
        _ = try OwnedDescriptor(opening: file, [.readOnly, .folder])
        return
    case "move":
        try FileNames.rename(file.appending("from"), to: file.appending("folder/to"))
        return
    case "thread":
        let hasRun = Parker()
        _ = try SystemThread(name: "another") { hasRun.unpark() }
        hasRun.park()
        return
    case "execute": error = sandbox_execute()
    case "fork": error = sandbox_fork()
    case "trace": error = sandbox_trace_parent()
    case "read-memory": error = sandbox_read_memory_of_parent()
    case "signal": error = sandbox_signal_parent()
    case "listen": error = sandbox_listen()
    case "raw-socket": error = sandbox_open_raw_socket()
    case "connect": error = sandbox_connect()
    case "make-code": error = sandbox_make_code()
    default: preconditionFailure("no such attempt: \(name)")
    }
    if error != 0 { throw SystemCallError(error, name) }
}

let arguments = CommandLine.arguments
if arguments[1] == "-" {
    _ = try NetworkSandbox.enter()
} else {
    _ = try SyncSandbox(folder: FilePath(arguments[1]), bucket: BucketURL(arguments[2]))
}
do throws(SystemCallError) {
    try attempt(arguments[3], FilePath(arguments.count > 4 ? arguments[4] : ""))
    print("done")
} catch { print(error.reason) }
