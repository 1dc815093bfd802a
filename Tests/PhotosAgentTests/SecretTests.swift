import Testing

@testable import PhotosAgent

@Suite struct SecretTests {
    @Test func `a secret is its text again`() throws {
        let secret = Secret.random()
        let again = try #require(Secret(secret.text))
        #expect(again.matches(secret))
        #expect(!again.matches(Secret.random()))
    }
}
