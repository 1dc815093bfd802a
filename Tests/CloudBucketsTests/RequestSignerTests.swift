import CloudBuckets
import Digests
import Testing

/// The examples of Amazon's documentation, “Signature Calculations for the Authorization Header” of S3.
struct RequestSignerTests {
    private func signature(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: String = ""
    ) throws -> String {
        let credentials = try #require(
            S3Credentials(accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
        )
        var request = RequestSigner.Unsigned(
            method: method,
            host: "examplebucket.s3.amazonaws.com",
            path: path,
            bodyDigest: SHA256.digest(of: Array(body.utf8))
        )
        request.query = query
        request.headers = headers
        // 2013-05-24, 00:00:00.
        let signed = RequestSigner(credentials, region: "us-east-1").headers(for: request, time: 1_369_353_600_000)
        let authorization = try #require(signed.first { $0.name == "authorization" }?.value)
        return String(authorization.split(separator: "Signature=").last ?? "")
    }

    @Test func `a part of an object`() throws {
        #expect(
            try signature("GET", "/test.txt", headers: [("range", "bytes=0-9")])
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        )
    }

    @Test func `an object that is written`() throws {
        let headers = [
            (name: "date", value: "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
        ]
        #expect(
            try signature("PUT", "/test%24file.text", headers: headers, body: "Welcome to Amazon S3.")
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        )
    }

    @Test func `a query without a value, and one whose parts are in another order`() throws {
        #expect(
            try signature("GET", "/", query: [("lifecycle", "")])
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        )
        #expect(
            try signature("GET", "/", query: [("prefix", "J"), ("max-keys", "2")])
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        )
    }

    @Test func `credentials that end go with their token`() throws {
        let credentials = try #require(S3Credentials(accessKey: "A", secretKey: "B", sessionToken: "C"))
        let request = RequestSigner.Unsigned(method: "GET", host: "h", path: "/", bodyDigest: [])
        let headers = RequestSigner(credentials, region: "r").headers(for: request, time: 0)
        #expect(headers.contains { $0.name == "x-amz-security-token" && $0.value == "C" })
        #expect(headers.contains { $0.value.contains("host;x-amz-content-sha256;x-amz-date;x-amz-security-token") })
    }
}
