/// Parses numbers as a person types them: `1 4-7, 9`.
enum NumberRanges {
    /// The numbers, in the order given. Nil unless all are from 1 to `last` and they are at most `limit`.
    static func numbers(_ text: String, upTo last: Int, atMost limit: Int) -> [Int]? {
        let parts = text.split { $0 == " " || $0 == "," || $0 == "\t" }
        if parts.isEmpty { return nil }
        var numbers: [Int] = []
        for part in parts {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
            guard ends.count <= 2, let first = ends.first, let start = first, let ending = ends[ends.count - 1],
                start >= 1, start <= ending, ending <= last, numbers.count + (ending - start) < limit
            else { return nil }
            numbers += start...ending
        }
        return numbers
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}
