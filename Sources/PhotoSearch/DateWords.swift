internal import Languages

/// The words of dates in a language, in lower case.
struct DateWords: Sendable {
    enum Unit: Sendable {
        case day
        case week
        case month
        case year
    }

    /// The names of each month, from January on. The beginning of a name is enough when no other month has it.
    var months: [[String]]
    /// Phrases for a day, week, month or year, and how many of them ago it was.
    var relative: [String: (Unit, Int64)]
    /// Words between the parts of a date.
    var fillers: Set<String> = []

    /// Letters of the beginning of a name.
    private static let shortestBeginning = 3

    /// The month, from 1 to 12, that a word names; nil for none.
    func month(_ word: String) -> Int64? {
        if let exact = months.firstIndex(where: { $0.contains(word) }) { return Int64(exact + 1) }
        guard word.count >= DateWords.shortestBeginning else { return nil }
        let found = months.indices.filter { months[$0].contains { $0.hasPrefix(word) } }
        return found.count == 1 ? Int64(found[0] + 1) : nil
    }

    static func of(_ language: Language) -> DateWords {
        switch language {
        case .english: english
        case .german: german
        case .japanese: japanese
        case .chinese: chinese
        case .korean: korean
        case .vietnamese: vietnamese
        }
    }

    private static let english = DateWords(
        months: [
            ["january"], ["february"], ["march"], ["april"], ["may"], ["june"], ["july"], ["august"],
            ["september", "sept"], ["october"], ["november"], ["december"],
        ],
        relative: [
            "today": (.day, 0), "yesterday": (.day, 1), "this week": (.week, 0), "last week": (.week, 1),
            "this month": (.month, 0), "last month": (.month, 1), "this year": (.year, 0), "last year": (.year, 1),
        ],
        fillers: ["of"]
    )

    private static let german = DateWords(
        months: [
            ["januar", "jänner"], ["februar", "feber"], ["märz", "maerz", "mrz"], ["april"], ["mai"], ["juni"],
            ["juli"],
            ["august"], ["september", "sept"], ["oktober"], ["november"], ["dezember"],
        ],
        relative: [
            "heute": (.day, 0), "gestern": (.day, 1), "vorgestern": (.day, 2), "diese woche": (.week, 0),
            "letzte woche": (.week, 1), "dieser monat": (.month, 0), "diesen monat": (.month, 0),
            "letzter monat": (.month, 1), "letzten monat": (.month, 1), "dieses jahr": (.year, 0),
            "letztes jahr": (.year, 1),
        ]
    )

    // Their months are numbers, which are read in every language: 6月, 6월.

    private static let japanese = DateWords(
        months: [],
        relative: [
            "今日": (.day, 0), "昨日": (.day, 1), "一昨日": (.day, 2), "今週": (.week, 0), "先週": (.week, 1),
            "今月": (.month, 0), "先月": (.month, 1), "今年": (.year, 0), "去年": (.year, 1), "昨年": (.year, 1),
        ]
    )

    private static let chinese = DateWords(
        months: [],
        relative: [
            "今天": (.day, 0), "昨天": (.day, 1), "前天": (.day, 2), "本周": (.week, 0), "这周": (.week, 0),
            "上周": (.week, 1), "本月": (.month, 0), "这个月": (.month, 0), "上个月": (.month, 1), "上月": (.month, 1),
            "今年": (.year, 0), "去年": (.year, 1),
        ]
    )

    private static let korean = DateWords(
        months: [],
        relative: [
            "오늘": (.day, 0), "어제": (.day, 1), "그저께": (.day, 2), "이번주": (.week, 0), "이번 주": (.week, 0),
            "지난주": (.week, 1), "지난 주": (.week, 1), "이번달": (.month, 0), "이번 달": (.month, 0),
            "지난달": (.month, 1), "지난 달": (.month, 1), "올해": (.year, 0), "작년": (.year, 1), "지난해": (.year, 1),
        ]
    )

    private static let vietnamese = DateWords(
        months: [],
        relative: [
            "hôm nay": (.day, 0), "hôm qua": (.day, 1), "hôm kia": (.day, 2), "tuần này": (.week, 0),
            "tuần trước": (.week, 1), "tháng này": (.month, 0), "tháng trước": (.month, 1), "năm nay": (.year, 0),
            "năm ngoái": (.year, 1),
        ],
        fillers: ["năm", "ngày"]
    )
}
