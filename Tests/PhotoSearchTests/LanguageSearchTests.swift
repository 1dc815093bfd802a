import CivilDates
import Languages
import LibraryModel
import Testing

@testable import PhotoSearch

/// Months, days and kinds in the person's language.
@Suite struct LanguageSearchTests {
    /// Days from the first to the one after the last, at a Wednesday, 2024-05-15.
    private func stretches(_ text: String, _ language: Language) -> [String]? {
        Language.$current.withValue(language) {
            let dates = SearchDates(now: 1_715_729_400_000_000, zone: .fixed(7_200), years: { _ in [2023] })
            let words = SearchWord.numberedMonths(SearchWord.words(in: text).map(\.folded))
            return dates.ranges(words)?.map { range in
                [range.lowerBound, range.upperBound]
                    .map { String(DateText.local($0, zone: .fixed(7_200)).prefix(10)) }.joined(separator: " ")
            }
        }
    }

    @Test(arguments: [
        (Language.german, "juni 2023"), (.german, "juni"), (.japanese, "2023年6月"), (.japanese, "6月"),
        // As a Japanese keyboard writes digits.
        (.japanese, "２０２３年６月"), (.japanese, "６月"),
        (.chinese, "2023年6月"), (.korean, "2023년 6월"), (.korean, "6월"), (.vietnamese, "tháng 6 năm 2023"),
        (.vietnamese, "tháng 6"), (.vietnamese, "june 2023"), (.german, "2023-06"),
    ]) func `a month is found as the person writes it`(_ language: Language, _ text: String) {
        #expect(stretches(text, language) == ["2023-06-01 2023-07-01"])
    }

    @Test(arguments: [
        (Language.german, "15. juni 2023"), (.japanese, "2023年6月15日"), (.chinese, "2023年6月15日"),
        (.korean, "2023년 6월 15일"), (.vietnamese, "ngày 15 tháng 6 năm 2023"),
    ]) func `a day is found as the person writes it`(_ language: Language, _ text: String) {
        #expect(stretches(text, language) == ["2023-06-15 2023-06-16"])
    }

    @Test(arguments: [
        (Language.german, "letzte woche"), (.japanese, "先週"), (.chinese, "上周"), (.korean, "지난주"),
        (.vietnamese, "tuần trước"), (.korean, "last week"),
    ]) func `last week has its words`(_ language: Language, _ text: String) {
        #expect(stretches(text, language) == ["2024-05-06 2024-05-13"])
    }

    @Test(arguments: [
        (Language.german, "13月"), (.japanese, "6月6月"), (.german, "juni juli"), (.english, "letzte woche"),
        (.japanese, "月"), (.chinese, "2023年13月"),
    ]) func `other words are no dates`(_ language: Language, _ text: String) {
        #expect(stretches(text, language) == nil)
    }

    @Test(arguments: [
        (Language.german, "Bildschirmfotos", MediaFilter.screenshots), (.japanese, "お気に入り", .favorites),
        (.chinese, "视频", .videos), (.korean, "동영상", .videos), (.vietnamese, "ảnh động", .animated),
        (.japanese, "videos", .videos), (.german, "zeitl", .slomo),
    ]) func `a kind is found by its name`(_ language: Language, _ text: String, _ filter: MediaFilter) {
        let found = Language.$current.withValue(language) {
            MediaWords.filter(text.lowercased().split(separator: " ").map { String($0) })
        }
        #expect(found == filter)
    }
}
