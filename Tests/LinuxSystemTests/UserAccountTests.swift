import LinuxSystem
import Testing

@Suite struct UserAccountTests {
    @Test func `users are found by name and by number`() throws {
        #expect(try UserAccounts.number(of: "root") == 0)
        #expect(try UserAccounts.number(of: "4000000000") == 4_000_000_000)
        #expect(try UserAccounts.number(of: "nobody-has-this-name") == nil)
        #expect(try UserAccounts.number(of: "") == nil)
        #expect(try UserAccounts.number(of: "-1") == nil)
    }
}
