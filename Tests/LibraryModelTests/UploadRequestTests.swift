import LibraryModel
import Testing

/// What an app may have sent, and where to.
@Suite struct UploadRequestTests {
    @Test(arguments: [
        ("https://photos.example.org/a?b=c#d", "https://photos.example.org"),
        ("HTTPS://Photos.Example.ORG", "https://photos.example.org"), ("https://a.example:443/", "https://a.example"),
        ("https://a.example:8443?x", "https://a.example:8443"), ("http://a.example:80", "http://a.example"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080"), ("http://[::1]:8080/x", "http://[::1]:8080"),
        ("https://a_b.example/@user", "https://a_b.example"), ("https://localhost", "https://localhost"),
    ]) func `a URL names one server`(_ url: String, _ origin: String) {
        #expect(UploadOrigin(url: url)?.text == origin)
        #expect(UploadOrigin(origin)?.text == origin)
    }

    @Test(arguments: [
        "", "https://", "https:///x", "ftp://a.example/", "file:///etc/passwd", "//a.example/x", "a.example/x",
        "https://user@a.example/", "https://user:secret@a.example/", "https://a.example@b.example/",
        "https://a.example\\@b.example/", "https://a.example%00.b.example/", "https://a.exa mple/",
        "https://a.example:0/", "https://a.example:65536/", "https://a.example:/", "https://a.example:+1/",
        "https://2130706433/", "https://0x7f.1/", "https://0x7f000001/", "https://127.1/", "https://0177.0.0.1/",
        "https://1.2.3.4.5/", "https://a..example/", "https://.example/", "https://a.example./", "https://-a.example/",
        "https://[::1/", "https://[::1]x/", "https://[127.0.0.1]/", "https://[fe80::1%25eth0]/", "https://é.example/",
        "https://a.example/\r\nHost: b", "https://a.example/\u{7F}",
    ]) func `what another reader could read otherwise names none`(_ url: String) {
        #expect(UploadOrigin(url: url) == nil)
    }

    @Test(arguments: ["a.example", "a.example:8443", "https://a.example/", "http://10.0.0.7"])
    func `the person may name a server without a scheme`(_ text: String) { #expect(UploadOrigin(text) != nil) }

    @Test(arguments: ["a.example/x", "https://a.example/x", "https://a.example?x", "a b", ""])
    func `a path is no part of a server`(_ text: String) { #expect(UploadOrigin(text) == nil) }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "172.31.255.255", "169.254.1.1", "100.64.0.1",
        "100.127.255.255", "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1", "::", "::1", "fe80::1",
        "fd00::1", "fc00::1", "ff02::1", "fec0::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:10.0.0.1",
        "::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:7f00:1::1", "2002:c0a8:1::", "2001:0:1::1", "100::1",
        "4000::1",
    ]) func `addresses of one's own networks are local`(_ text: String) throws {
        #expect(try #require(NetworkAddress(text)).isLocal)
    }

    @Test(arguments: [
        "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.169.0.1", "198.20.0.1", "223.1.1.1",
        "2001:4860:4860::8888", "2600::", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
    ]) func `addresses of public servers are not`(_ text: String) throws {
        #expect(try #require(NetworkAddress(text)).isLocal == false)
    }

    @Test(arguments: [
        "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.+4", "1..2.3", ":", ":::", "1::2::3", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1.2.3", "1.2.3.4::", "1:2:3:4:5:6:7:8::", ":1:2:3:4:5:6:7:8", "::+1",
    ]) func `what is no address is none`(_ text: String) { #expect(NetworkAddress(text) == nil) }

    @Test(arguments: [
        ("https://localhost", true), ("https://nas", true), ("https://nas.local", true), ("http://box.lan:81", true),
        ("https://x.home.arpa", true), ("https://a.internal", true), ("https://192.168.1.4", true),
        ("https://[fd00::4]", true), ("https://example.org", false), ("https://local.example", false),
        ("https://8.8.8.8", false),
    ]) func `a server is local by its name`(_ text: String, _ isLocal: Bool) throws {
        #expect(try #require(UploadOrigin(text)).isLocal == isLocal)
    }

    private func refusal(_ change: (inout UploadRequest) -> Void) -> LibraryError.Code? {
        var request = UploadRequest(url: "https://a.example/x", method: "PUT")
        change(&request)
        do throws(LibraryError) {
            _ = try request.check()
            return nil
        } catch { return error.code }
    }

    @Test func `a request can only be what HTTP has, and not name another server`() {
        #expect(refusal { $0.headers = [HeaderField("X-Token", "a b\t\"c\""), HeaderField("A", "")] } == nil)
        #expect(refusal { $0.method = "GET" } == .changeNotSupported)
        #expect(refusal { $0.method = "PUT / HTTP/1.1\r\nX" } == .changeNotSupported)
        #expect(refusal { $0.url = "http://a@b/" } == .changeNotSupported)
        #expect(refusal { $0.timeout = 9 } == .changeNotSupported)
        #expect(refusal { $0.timeout = 601 } == .changeNotSupported)
        for (name, value) in [
            ("Host", "b.example"), ("transfer-encoding", "chunked"), ("Content-Length", "1"), ("Connection", "close"),
            ("A B", "x"), ("", "x"), ("A:", "x"), ("A", "x\r\nB: y"), ("A", "x\ny"), ("A", "\0"), ("É", "x"),
        ] {
            #expect(refusal { $0.headers = [HeaderField(name, value)] } == .changeNotSupported, "\(name)")
        }
    }

    @Test func `a request has limits`() {
        let long = String(repeating: "x", count: UploadRequest.maximumURLLength - 20)
        #expect(refusal { $0.url = "https://a.example/" + long } == nil)
        #expect(refusal { $0.url = "https://a.example/x/" + long + "x" } == .changeNotSupported)
        let fields = Array(repeating: HeaderField("A", ""), count: UploadRequest.maximumHeaders)
        #expect(refusal { $0.headers = fields } == nil)
        #expect(refusal { $0.headers = fields + [HeaderField("B", "")] } == .changeNotSupported)
        let value = String(repeating: "x", count: UploadRequest.maximumHeaderSize - 1)
        #expect(refusal { $0.headers = [HeaderField("A", value)] } == nil)
        #expect(refusal { $0.headers = [HeaderField("A", value + "x")] } == .changeNotSupported)
    }

    @Test func `of a response's header as much is kept as a request may have`() {
        let value = String(repeating: "x", count: UploadRequest.maximumHeaderSize - 4)
        let fields = [
            HeaderField("A", "1"), HeaderField("B C", "2"), HeaderField("D", "3\n4"), HeaderField("E", value),
            HeaderField("F", "5"),
        ]
        #expect(fields.bounded == [HeaderField("A", "1"), HeaderField("E", value)])
        #expect(Array(repeating: HeaderField("A", ""), count: 99).bounded.count == UploadRequest.maximumHeaders)
        let plain = [HeaderField("A", "1: 2"), HeaderField("B", "")]
        #expect([HeaderField](lines: plain.lines) == plain)
    }
}
