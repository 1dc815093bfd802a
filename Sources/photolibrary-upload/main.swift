import Glibc
import LibraryModel
import UploadWorker

// Started by the server, with one end of a socket pair as descriptor 3. Of no use to people, but for its version and
// help.
let arguments = Array(CommandLine.arguments.dropFirst())
if let version = Release.line(of: "photolibrary-upload", askedBy: arguments) {
    print(version)
    exit(0)
}
guard UploadProgram.understands(arguments) else {
    print("photolibrary-upload sends photos to servers for photolibraryd, which starts it. It is of no use by hand.")
    exit(arguments.contains("--help") ? 0 : 64)
}
do {
    try UploadProgram.runOnInheritedSocket()
} catch {
    let message = Array("photolibrary-upload: \(error)\n".utf8)
    _ = unsafe message.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    exit(1)
}
