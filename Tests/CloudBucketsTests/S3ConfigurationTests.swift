import CloudBuckets
import LibraryTestSupport
import LinuxSystem
import Testing

struct S3ConfigurationTests {
    private let home: ScratchFolder

    init() throws {
        home = try ScratchFolder()
        try FileNames.makeFolder(home.file(".aws"))
        try home.write(
            Array(
                """
                # A comment
                [default]
                aws_access_key_id = DEFAULTKEY
                aws_secret_access_key=default/secret=

                [home]
                aws_access_key_id = HOMEKEY
                aws_secret_access_key = home-secret
                aws_session_token = token
                """.utf8
            ),
            to: ".aws/credentials"
        )
        try home.write(
            Array("[default]\nregion = eu-north-1\n[profile home]\nregion=eu-west-3\ns3 =\n  region = no\n".utf8),
            to: ".aws/config"
        )
    }

    private func environment(_ added: [String: String] = [:]) -> [String: String] {
        ["HOME": home.path.text].merging(added) { $1 }
    }

    @Test func `the files say it`() throws {
        let configuration = try S3Configuration(environment: environment())
        #expect(configuration.credentials == S3Credentials(accessKey: "DEFAULTKEY", secretKey: "default/secret="))
        #expect(configuration.region == "eu-north-1")
    }

    @Test func `a profile is taken from them, whatever the environment has`() throws {
        let home = S3Credentials(accessKey: "HOMEKEY", secretKey: "home-secret", sessionToken: "token")
        let keys = ["AWS_ACCESS_KEY_ID": "E", "AWS_SECRET_ACCESS_KEY": "S"]
        let named = try S3Configuration(profile: "home", environment: environment(keys))
        #expect(named.credentials == home && named.region == "eu-west-3")
        let byEnvironment = try S3Configuration(environment: environment(["AWS_PROFILE": "home"]))
        #expect(byEnvironment == named)
        let unknown = try S3Configuration(profile: "unknown", environment: environment(keys))
        #expect(unknown.credentials == nil)
    }

    @Test func `the environment comes before the files`() throws {
        let keys = ["AWS_ACCESS_KEY_ID": "E", "AWS_SECRET_ACCESS_KEY": "S", "AWS_REGION": "r"]
        let configuration = try S3Configuration(environment: environment(keys))
        #expect(configuration.credentials == S3Credentials(accessKey: "E", secretKey: "S"))
        #expect(configuration.region == "r")
    }

    @Test func `without files and variables there is nothing`() throws {
        #expect(try S3Configuration(environment: [:]).credentials == nil)
        #expect(try S3Configuration(environment: ["HOME": "/nowhere"]).credentials == nil)
    }

    @Test func `keys that no header could carry are none`() {
        #expect(S3Credentials(accessKey: "a\r\nb", secretKey: "c") == nil)
        #expect(S3Credentials(accessKey: "a", secretKey: "") == nil)
    }
}
