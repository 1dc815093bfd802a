import Testing

@testable import AgentText

@Suite struct NumberRangesTests {
    @Test(arguments: [
        ("1 4-6,2", 9, [1, 4, 5, 6, 2]), ("9", 9, [9]), ("10", 9, nil), ("0", 9, nil), ("3-1", 9, nil),
        ("1-", 9, nil), ("-1", 9, nil), ("1-2-3", 9, nil), ("x", 9, nil), ("", 9, nil), ("1-20", 20, nil),
        ("99999999999999999999", 9, nil), ("+1", 9, nil),
    ])
    func `numbers are read as people type them`(text: String, last: Int, numbers: [Int]?) {
        #expect(NumberRanges.numbers(text, upTo: last, atMost: 19) == numbers)
    }
}
