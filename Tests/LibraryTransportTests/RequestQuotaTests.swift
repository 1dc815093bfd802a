import Testing

@testable import LibraryTransport

@Suite struct RequestQuotaTests {
    @Test func `what is given back is there again`() {
        let quota = RequestQuota(capacity: .init(bytes: 100, descriptors: 2))
        var first = quota.reserve(.init(bytes: 60, descriptors: 0))
        #expect(first != nil)
        #expect(quota.reserve(.init(bytes: 41, descriptors: 0)) == nil)
        #expect(quota.reserve(.init(bytes: 40, descriptors: 0)) != nil)
        first = nil
        #expect(quota.reserve(.init(bytes: 100, descriptors: 0)) != nil)
    }

    @Test func `descriptors have a limit of their own`() {
        let quota = RequestQuota(capacity: .init(bytes: 100, descriptors: 2))
        let held = quota.reserve(.init(bytes: 0, descriptors: 2))
        #expect(held != nil)
        #expect(quota.reserve(.init(bytes: 1, descriptors: 1)) == nil)
        #expect(quota.reserve(.init(bytes: 1, descriptors: 0)) != nil)
        withExtendedLifetime(held) {}
    }

    @Test func `a share is bounded by itself and by the whole`() {
        let whole = RequestQuota(capacity: .init(bytes: 100, descriptors: 10))
        let share = RequestQuota(capacity: .init(bytes: 70, descriptors: 10), inside: whole)
        let other = RequestQuota(capacity: .init(bytes: 70, descriptors: 10), inside: whole)
        var held = share.reserve(.init(bytes: 70, descriptors: 0))
        #expect(held != nil)
        #expect(share.reserve(.init(bytes: 1, descriptors: 0)) == nil)
        // What a full share refuses takes nothing of the whole.
        #expect(other.reserve(.init(bytes: 31, descriptors: 0)) == nil)
        #expect(other.reserve(.init(bytes: 30, descriptors: 0)) != nil)
        held = nil
        #expect(other.reserve(.init(bytes: 70, descriptors: 0)) != nil)
    }
}
