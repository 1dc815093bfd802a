package import CloudBuckets
package import HTTPTransfer
internal import LibraryTestSupport
internal import LinuxSystem

/// moto, the mock of Amazon's services in Python, as a process with a bucket in it. `make test-tools` installs it.
package final class MotoServer: Sendable {
    private let program: RunningProgram
    package let endpoint: String

    private static let bucket = "photos"

    package struct NotInstalled: Error, CustomStringConvertible {
        package var description: String { "moto_server is not there: `make test-tools` installs it" }
    }

    package struct DidNotStart: Error {
        package var output: String
    }

    /// `isSecure`: with TLS, and a certificate that nobody trusts.
    package init(isSecure: Bool = false) throws {
        let arguments = ["-H", "127.0.0.1", "-p", "0"] + (isSecure ? ["-s"] : [])
        program = try RunningProgram(path: MotoServer.path(), arguments.map { FilePath($0) })
        let scheme = isSecure ? "https" : "http"
        let mark = "Running on \(scheme)://127.0.0.1:"
        guard program.waitForError(containing: mark), program.waitForError(containing: "Press CTRL+C") else {
            throw DidNotStart(output: program.errorText)
        }
        let port = program.errorText.components(after: mark).prefix { $0.isNumber }
        endpoint = "\(scheme)://127.0.0.1:\(port)"
        if !isSecure { try makeBucket() }
    }

    /// The URL of the bucket, with a prefix.
    package func url(prefix: String = "home/library") -> String {
        "s3://\(MotoServer.bucket)/\(prefix)?endpoint=\(endpoint)&region=us-east-1"
    }

    /// The credentials of a program that uses it.
    package static let environment = ["AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing"]

    package func connect(prefix: String = "home/library", client: HTTPClient = HTTPClient()) throws -> S3Bucket {
        guard case .s3(let location) = try BucketURL(url(prefix: prefix)) else {
            preconditionFailure("the URL is s3://")
        }
        var configuration = try S3Configuration(environment: [:])
        configuration.credentials = S3Credentials(accessKey: "testing", secretKey: "testing")
        return try S3Bucket(location, configuration, client: client)
    }

    private func makeBucket() throws {
        let answer = try HTTPClient().perform(
            HTTPRequest("PUT", "\(endpoint)/\(MotoServer.bucket)", body: .bytes([])),
            into: .bytes(limit: 100_000),
            cancellation: Cancellation()
        )
        if !answer.isSuccess { throw DidNotStart(output: "status \(answer.status)") }
    }

    /// Where `make test` puts it, or where the machine has it.
    private static func path() throws -> FilePath {
        let installed = try TestTools.path("bin/moto_server")
        let folders = (EnvironmentVariables.value("PATH") ?? "").split(separator: ":")
        for path in [installed] + folders.map({ FilePath(String($0)).appending("moto_server") })
        where try FileStatus.ifPresent(path) != nil {
            return path
        }
        throw NotInstalled()
    }
}

extension String {
    fileprivate func components(after mark: String) -> Substring {
        split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
    }
}
