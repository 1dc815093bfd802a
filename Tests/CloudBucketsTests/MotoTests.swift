import BucketTestSupport
import CloudBuckets
import HTTPTransfer
import LinuxSystem
import Testing

/// Against a store that others wrote.
struct MotoTests {
    @Test func `moto understands all that a bucket asks`() throws {
        let server = try MotoServer()
        defer { withExtendedLifetime(server) {} }
        let bucket = try server.connect()
        let (head, object) = (BucketKey.made(.heads, 1), BucketKey.made(.objects, 2))
        let tag = try bucket.put(head, [1, 2, 3])
        _ = try bucket.put(object, [])
        #expect(try bucket.bytes(head) == [1, 2, 3] && bucket.bytes(object) == [])
        #expect(try bucket.list(.heads) == [ListedObject(key: head, tag: tag ?? "", size: 3)])
        #expect(try bucket.list(.objects).map(\.key) == [object])
        let other = try bucket.put(head, [4])
        #expect(try other != tag && bucket.list(.heads).map(\.tag) == [other])
        try bucket.delete([object, head, .made(.objects, 3)])
        #expect(try bucket.bytes(head) == nil && bucket.list(.objects).isEmpty)
        #expect(try server.connect(prefix: "").list(.heads).isEmpty)
    }

    @Test func `a listing of many pages is whole`() throws {
        let server = try MotoServer()
        defer { withExtendedLifetime(server) {} }
        let bucket = try server.connect()
        let keys = (0..<1_005).map { BucketKey.made(.objects, 0x1000 + $0) }
        for key in keys { _ = try bucket.put(key, []) }
        #expect(try bucket.list(.objects).map(\.key) == keys)
        try bucket.delete(Array(keys.prefix(1_000)))
        #expect(try bucket.list(.objects).count == 5)
    }

    @Test func `a bucket that is not there is said to be so`() throws {
        let server = try MotoServer()
        defer { withExtendedLifetime(server) {} }
        guard case .s3(let location) = try BucketURL("s3://other-bucket?endpoint=\(server.endpoint)") else {
            return #expect(Bool(false))
        }
        var configuration = try S3Configuration(environment: [:])
        configuration.credentials = S3Credentials(accessKey: "a", secretKey: "b")
        let bucket = try S3Bucket(location, configuration)
        let failure = #expect(throws: BucketFailure.self) { try bucket.list(.heads) }
        guard case .noBucket? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
    }

    @Test func `a certificate that nobody trusts is not trusted`() throws {
        let server = try MotoServer(isSecure: true)
        defer { withExtendedLifetime(server) {} }
        let bucket = try server.connect()
        let failure = #expect(throws: BucketFailure.self) { try bucket.list(.heads) }
        guard case .unreachable(.untrusted)? = failure else {
            return #expect(Bool(false), "\(String(describing: failure))")
        }
    }
}
