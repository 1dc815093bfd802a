import CivilDates
import Languages
import LibraryModel
import LinuxSystem
import OwnerTools
import TerminalText
import Testing

@testable import PhotoImport
@testable import PhotosCommandLine

@Suite struct OutputTests {
    private func bar(_ done: Int, _ total: Int, elapsed: Double = 10, fraction: Double? = nil) -> ProgressBar {
        ProgressBar(done: done, total: total, unit: .files, elapsed: elapsed, fraction: fraction)
    }

    @Test func `a progress bar shows count, share, rate and what is left`() {
        #expect(
            bar(50, 200).line(width: 80)
                == "[##########------------------------------]  50/200 files  25%  5.0/s  ETA 0:30"
        )
    }

    @Test func `a progress bar never fills the last column, and leaves out what does not fit`() {
        for width in 0...200 {
            #expect(bar(123, 4567).line(width: width).count <= max(0, width - 1))
        }
        #expect(bar(50, 200).line(width: 30) == "50/200 files  25%  5.0/s")
        #expect(bar(50, 200).line(width: 5) == "50/…")
    }

    @Test(arguments: Language.allCases) func `a progress bar is in the person's language, and fits`(
        _ language: Language
    ) {
        Language.$current.withValue(language) {
            for unit in [ProgressUnit.files, .checked, .download] {
                var bar = bar(123, 4567)
                bar.unit = unit
                for width in 0...120 { #expect(bar.line(width: width).columns <= max(0, width - 1)) }
                let isEnglish = bar.line(width: 120).contains(#/files|checked|downloading|ETA/#)
                #expect(isEnglish == (language == .english), "\(bar.line(width: 120))")
                #expect(bar.line(width: 120).contains(unit == .download ? "] " : "123/4567"))
            }
        }
    }

    @Test func `a progress bar survives nothing to do and too much done`() {
        #expect(bar(0, 0, elapsed: 0).line(width: 40) == "[----------------------]  0/0 files  0%")
        #expect(bar(9, 3, fraction: 3).line(width: 40) == "[#############]  9/3 files  100%  0.9/s")
    }

    @Test(arguments: [(0.0, "0:00"), (59.6, "1:00"), (754, "12:34"), (3661, "1:01:01"), (1e12, "99:59:59")])
    func `spans of time are short`(_ seconds: Double, _ text: String) {
        #expect(SizeText.span(seconds) == text)
    }

    @Test func `a video is as long as people say it`() {
        #expect(SizeText.length(4.001667) == "0:04" && SizeText.length(0.4) == "0:01")
    }

    @Test func `tables are aligned and end without spaces`() {
        var table = TextTable(.left, .right, .left)
        table.append("a", "1", "x")
        table.append("long", "1000", "")
        table.append("b")
        #expect(table.lines == ["a        1  x", "long  1000", "b"])
    }

    @Test func `names cannot steer the terminal`() {
        #expect(FilePath(bytes: [0x61, 0x1B, 0x5B, 0x0A, 0xFF]).sanitized == "a\u{FFFD}[\u{FFFD}\u{FFFD}")
        #expect("right\u{202E}left\u{9B}".sanitized == "right\u{FFFD}left\u{FFFD}")
        #expect("日本 é".sanitized == "日本 é")
    }

    @Test func `nothing that is printed steers the terminal, and programs read what is there`() throws {
        let pair = try UnixSocket.pair()
        try pair.take { output, reader in
            let lines = StandardOutput(output)
            try lines.printLine("a\u{1B}[2J\u{202E}b\n日本")
            try lines.printJSON(["name": "a\u{1B}\u{9B}\u{202E}\u{7F}\u{2028}é"])
            try lines.flush()
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = try reader.read(into: &buffer)
            #expect(
                String(decoding: buffer[..<count], as: UTF8.self)
                    == "a\u{FFFD}[2J\u{FFFD}b\n日本\n"
                    + #"{"name":"a\u001b\u009b\u202e\u007f\u2028é"}"# + "\n"
            )
        }
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
        (3_400_000_000, "3.4 GB"), (Int64.max, "9.2 EB"),
    ])
    func `sizes are short`(_ bytes: Int64, _ text: String) {
        #expect(SizeText.bytes(bytes) == text)
    }

    @Test(arguments: [
        ("0", 0), ("20GB", 20_000_000_000), ("1.5 tb", 1_500_000_000_000), ("7 kB", 7_000), ("500k", 500_000),
        ("2M", 2_000_000), ("", nil), ("-1", nil),
        ("GB", nil), ("1.2.3", nil), ("5 GiB", nil), ("99999999999999999999", nil), ("10000PB", nil),
    ])
    func `sizes that a person writes are read, and nothing else`(_ text: String, _ bytes: Int64?) {
        #expect(SizeText.bytes(from: text) == bytes)
    }

    @Test func `JSON has sorted keys and plain slashes`() throws {
        var report = ImportReport()
        (report.imported, report.duplicates, report.filesDone) = (2, 1, 4)
        report.failures = [ImportFailure(path: FilePath(bytes: [0x2F, 0xFF, 0x22]), reason: "no")]
        #expect(
            try JSONOutput().text(report.json(fileCount: 6))
                == #"{"completed":0,"damaged":[],"duplicates":1,"edits":0,"failed":[{"path":"/\#u{FFFD}\"","reason":"no"}],"#
                + #""imported":2,"inTrash":0,"otherDates":0,"remaining":2}"#
        )
    }

    @Test func `an asset for programs has all of its properties`() throws {
        var page = AssetPage()
        page.ids = [ObjectID(high: 1, low: 2)]
        page.flags = [AssetPage.Flags([.exists, .favorite, .hasCreationDate, .hasLocation]).rawValue]
        page.mediaKind = [1]
        page.mediaSubtypes = [8]
        page.pixelWidth = [40]
        page.pixelHeight = [30]
        page.duration = [0]
        page.creationDate = [0]
        page.modificationDate = [1_000_000]
        page.addedDate = [2_000_000]
        page.latitude = [46.5]
        page.longitude = [-7.25]
        page.rating = [3]
        let row = try #require(AssetLine(page, 0))
        #expect(
            try JSONOutput().text(AssetJSON(row)) == #"{"addedDate":"1970-01-01T00:00:02Z","#
                + #""creationDate":"1970-01-01T00:00:00Z","duration":0,"hasAdjustments":false,"#
                + #""identifier":"00000000-0000-0001-0000-000000000002/L0/001","isFavorite":true,"isHidden":false,"#
                + #""location":{"latitude":46.5,"longitude":-7.25},"mediaSubtypes":8,"mediaType":"image","#
                + #""modificationDate":"1970-01-01T00:00:01Z","pixelHeight":30,"pixelWidth":40,"rating":3}"#
        )
        var details = AssetDetails()
        (details.filename, details.fileSize, details.title) = ("IMG_1.jpg", 1_234_567, "Zoë\u{1B}[2J")
        #expect(
            ListColumn.line(ListColumn.standard, row, details, zone: .fixed(0))
                == "00000000-0000-0001-0000-000000000002/L0/001  1970-01-01 00:00:00 +00:00  live         40x30"
                + "           IMG_1.jpg             favorite, rating 3"
        )
        #expect(
            ListColumn.line([.size, .place, .title], row, details, zone: .fixed(0))
                == "   1.2 MB  46.5,-7.25                Zoë\u{FFFD}[2J"
        )
        details.caption = "a\tb\nc"
        #expect(ListColumn.line([.caption], row, details) == "a b c")
        details.title = "日本の春の写真を東京で撮ったもの二枚"
        let seen = ListColumn.line([.title, .name], row, details, cuts: true)
        #expect(ListColumn.heading([.title, .name]) == "TITLE                           NAME")
        #expect(seen == "日本の春の写真を東京で撮った…   IMG_1.jpg")
        #expect(!ListColumn.line([.title, .name], row, details).contains("…"))
        #expect(ListColumn.columns("name,size") == [.name, .size] && ListColumn.columns("name,") == nil)
        page.flags = [0]
        #expect(AssetLine(page, 0) == nil)
    }
}
