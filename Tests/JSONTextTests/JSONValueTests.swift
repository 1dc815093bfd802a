import JSONText
import Testing

@Suite struct JSONValueTests {
    @Test func `nesting beyond the limit is refused, and up to it is read`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: JSONValue.Malformed.self) { try JSONValue(nested(JSONValue.maximumDepth + 1)) }
        _ = try JSONValue(nested(JSONValue.maximumDepth))
        #expect(
            try JSONValue(" [-1.5e+3, true, false, null, \"\\n\"] ")
                == .array([
                    .number("-1.5e+3"), .boolean(true), .boolean(false), .null, .string("\n"),
                ])
        )
        #expect(throws: JSONValue.Malformed.self) { try JSONValue("01") }
    }

    @Test func `a file's bytes may begin with a byte order mark, and end nowhere else than at their end`() throws {
        let text = "{\"a\": {\"b\": [\"x\", -7, \"1.5\"]}, \"c\": true}"
        let value = try JSONValue([0xEF, 0xBB, 0xBF] + Array(text.utf8))
        #expect(value["a"]?["b"]?.elements?.map(\.text) == ["x", nil, "1.5"])
        #expect(value["a"]?["b"]?.elements?.map(\.integer) == [nil, -7, nil])
        #expect(value["a"]?["b"]?.elements?.map(\.double) == [nil, -7, 1.5])
        #expect(value["c"]?.isTrue == true && value["d"] == nil && value["c"]?["d"] == nil)
        for length in 0..<text.utf8.count {
            #expect(throws: JSONValue.Malformed.self) { try JSONValue(Array(text.utf8.prefix(length))) }
        }
        #expect(throws: JSONValue.Malformed.self) { try JSONValue([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]) }
        #expect(try JSONValue("1e999").double == nil)
    }
}
