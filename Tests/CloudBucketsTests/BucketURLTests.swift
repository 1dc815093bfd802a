import CloudBuckets
import Testing

struct BucketURLTests {
    @Test(arguments: [
        "folder:/mnt/share/My Photos", "s3://photos", "s3://photos/home/library",
        "s3://photos/home?endpoint=https://minio.example.org:9000&region=eu-west-1&style=path&profile=home",
        "s3://photos?endpoint=http://[::1]:9000", "s3://photos?ca=/etc/my%20store/ca.pem",
    ])
    func `a URL is printed as it was written`(text: String) throws { #expect(try BucketURL(text).text == text) }

    @Test func `parts of a URL are what they say`() throws {
        guard case .s3(let location) = try BucketURL("s3://b.c-d/x/y/?style=virtual&endpoint=https%3A%2F%2Fs.org")
        else {
            return #expect(Bool(false))
        }
        #expect(location.bucket == "b.c-d" && location.prefix == "x/y" && location.style == .virtual)
        #expect(location.endpoint == "https://s.org" && location.region == nil && location.profile == nil)
    }

    @Test(arguments: [
        "", "/mnt/share", "folder:share", "folder:", "http://photos", "s3://", "s3://ab", "s3://Photos", "s3://a..b",
        "s3://photos/../other", "s3://photos//x", "s3://photos/a b", "s3://KEY:SECRET@photos/x",
        "s3://photos?endpoint=minio", "s3://photos?endpoint=https://user:secret@minio",
        "s3://photos?endpoint=ftp://minio",
        "s3://photos?endpoint=https://minio/path", "s3://photos?endpoint=https://minio:0", "s3://photos?style=other",
        "s3://photos?region=", "s3://photos?region=a%0Ab", "s3://photos?region=%zz", "s3://photos?secret=x",
        "s3://photos?ca=ca.pem", "s3://photos?ca=/a%00b",
    ])
    func `what is no bucket's place is refused`(text: String) {
        #expect(throws: BucketURL.Malformed.self) { try BucketURL(text) }
    }

    @Test func `what is said of credentials in a URL does not repeat them`() {
        let error = #expect(throws: BucketURL.Malformed.self) { try BucketURL("s3://KEY:SECRET@photos/x") }
        #expect(error?.description.contains("SECRET") == false)
    }
}
