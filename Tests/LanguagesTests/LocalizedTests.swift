import Testing

@testable import Languages

struct LocalizedTests {
    @Test func `a number chooses the form of the plural`() {
        func photos(_ count: Int, _ language: Language) -> String {
            localized("{count} photos", ["count": count], in: language)
        }
        #expect(photos(1, .english) == "1 photo")
        #expect(photos(0, .english) == "0 photos")
        #expect(photos(1, .german) == "1 Foto")
        #expect(photos(21, .german) == "21 Fotos")
        #expect(photos(1, .japanese) == "1枚の写真")
        #expect(photos(2, .japanese) == "2枚の写真")
    }

    @Test func `what is not translated is said in English, without the remark on its meaning`() {
        #expect(localized("No such text|of a test", in: .korean) == "No such text")
    }

    @Test func `a value with braces is not filled in turn`() {
        let text = localized("{one} and {other}", ["one": "{other}", "other": "{one}"], in: .german)
        #expect(text == "{other} and {one}")
        #expect("{a} {b {c}".filled { _ in nil } == "{a} {b {c}")
    }

    @Test(arguments: [
        ("ja", Language.japanese), ("ja_JP.UTF-8", .japanese), ("JA-jp", .japanese), ("zh", .chinese),
        ("zh-CN", .chinese), ("zh_SG.UTF-8", .chinese), ("zh-Hans-HK", .chinese), ("de_AT@euro", .german),
        ("en-GB", .english), ("vi_VN", .vietnamese), ("ko-KR", .korean),
    ]) func `a tag or a locale names a language`(_ tag: String, _ language: Language) {
        #expect(Language(tag: tag) == language)
    }

    @Test(arguments: ["", "fr", "zh-TW", "zh-Hant", "zh_HK.UTF-8", "jp", "deu", "../de", "-", "_", "C"])
    func `other tags name none`(_ tag: String) { #expect(Language(tag: tag) == nil) }

    @Test(arguments: [
        ([:], Language.english),
        (["LANG": "ja_JP.UTF-8"], .japanese),
        (["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], .german),
        (["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "ko_KR.UTF-8"], .korean),
        (["LANG": "ja_JP.UTF-8", "LC_ALL": ""], .japanese),
        (["LANG": "en_US.UTF-8", "LANGUAGE": "fr:vi:de"], .vietnamese),
        (["LANG": "ja_JP.UTF-8", "LANGUAGE": "fr"], .japanese),
        (["LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "ja"], .english),
        (["LANG": "klingon"], .english),
    ]) func `the shell says the language as gettext finds it`(_ environment: [String: String], _ language: Language) {
        #expect(Language.ofShell { environment[$0] } == language)
    }

    @Test(arguments: [
        ("ja,en-US;q=0.9,en;q=0.8", Language.japanese), ("en;q=0.5, de;q=0.9", .german), ("fr, ko;q=0.1", .korean),
        ("de;q=0, vi", .vietnamese), ("*", .english), ("", .english), (";;,,;q=x", .english), ("fr", .english),
    ]) func `the browser says the language`(_ header: String, _ language: Language) {
        #expect(Language.preferred(acceptLanguage: header) == language)
    }

    @Test(arguments: [(Language.english, "a, b, c"), (.japanese, "a、b、c"), (.chinese, "a、b、c"), (.german, "a, b, c")])
    func `texts in a row are separated as the language does`(_ language: Language, _ list: String) {
        Language.$current.withValue(language) {
            #expect(["a", "b", "c"].listed == list && ["a"].listed == "a" && [String]().listed == "")
        }
    }

    @Test func `what is said in English elsewhere is translated with what stands at its places`() {
        let known = KnownTexts(["there is nothing to undo", "No results for “{text}”", "That failed: {reason}"])
        func said(_ text: String) -> String { known.translation(of: text, in: .german) }
        #expect(said("there is nothing to undo") == "es gibt nichts zu widerrufen")
        #expect(said("No results for “a” or “{b}”") == "Keine Ergebnisse für „a” or “{b}“")
        #expect(said("That failed: there is nothing to undo").hasSuffix(": es gibt nichts zu widerrufen"))
        #expect(known.translation(of: "there is nothing to undo", in: .english) == "there is nothing to undo")
        for text in ["", "there is nothing", "No results for “", "That failed"] { #expect(said(text) == text) }
    }
}
