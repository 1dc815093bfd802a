import Glibc
import MediaDecoder

// Started by the server, with one end of a socket pair as descriptor 3. Of no use to people.
do {
    try MediaWorker.runOnInheritedSocket(arguments: Array(CommandLine.arguments.dropFirst()))
} catch {
    let message = Array("photolibrary-media: \(error)\n".utf8)
    _ = unsafe message.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    exit(1)
}
