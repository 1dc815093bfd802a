import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// A Takeout of many files, in the shapes that Google gives them. `TAKEOUT` of the environment is their number.
    @Suite(.serialized, .timeLimit(.minutes(60))) struct TakeoutScaleTests {
        /// Bytes that the importing program and the server may need.
        private static let maximumMemory: Int64 = 300 << 20
        /// When the first photo was taken, in seconds since 1970; each was a minute after the one before.
        private static let start: Int64 = 1_300_000_000

        /// Writes a Takeout, by Google's rules for names.
        private struct Writer {
            let folder: ScratchFolder
            let photo: [UInt8]
            let movie: [UInt8]
            private(set) var files = 0
            private(set) var media = 0
            private(set) var photos = 0
            private(set) var albumPhotos = 0
            private var next: UInt64 = 0

            init(_ folder: ScratchFolder) throws {
                self.folder = folder
                photo = try TestPhoto.jpeg(1, date: nil)
                movie = MovieFixture(frames: [photo], width: 64, height: 48).bytes
            }

            private mutating func write(_ bytes: [UInt8], _ name: String) throws {
                try folder.write(bytes, to: name)
                files += 1
            }

            private mutating func writeMedia(_ bytes: [UInt8], _ name: String) throws {
                next += 1
                media += 1
                try write(TestPhoto.variant(of: bytes, next), name)
            }

            /// A JSON file for a photo called `title`, the `number`th of the name in its folder.
            private mutating func writeSideCar(_ title: String, _ number: Int, _ seconds: Int64, in place: String)
                throws
            {
                let whole = Array((title + ".supplemental-metadata").utf16).prefix(46)
                let mark = number > 0 ? "(\(number))" : ""
                let text = """
                    {"title": "\(title)", "description": "", "photoTakenTime": {"timestamp": "\(seconds)"},
                     "geoData": {"latitude": 0.0, "longitude": 0.0}, "url": "https://photos.google.com/photo/x"}
                    """
                try write(Array(text.utf8), "\(place)/\(String(decoding: whole, as: UTF16.self))\(mark).json")
            }

            private static func name(_ title: String, _ number: Int, _ word: String = "") -> String {
                let dot = title.lastIndex(of: ".") ?? title.endIndex
                let ending = title[dot...]
                let stem = String(decoding: Array(title[..<dot].utf16).prefix(51 - ending.utf16.count), as: UTF16.self)
                return stem + word + (number > 0 ? "(\(number))" : "") + ending
            }

            /// One photo with all its files, in the folder of a year and sometimes in an album.
            mutating func writePhoto() throws {
                let index = photos
                photos += 1
                let seconds = TakeoutScaleTests.start + Int64(index) * 60
                let year = "Takeout/Google Photos/Photos from \(2010 + index / 2_000)"
                let places = index % 10 == 9 ? [year, "Takeout/Google Photos/Album \(index / 500)"] : [year]
                for place in places { try makeFolder(place) }
                let digits = String(index * 7 + 1_000_000)
                var (title, number) = ("IMG_\(digits).jpg", 0)
                switch index % 8 {
                case 1: title = "Screenshot_2017-07-05-10-05-26-\(digits)_com.android.chrome.browser.jpg"
                case 2: title = "D7157814-D2D5-4A62-AFCE-9CF46\(digits).jpeg"
                case 3: (title, number) = ("IMG_\(index / 32).jpg", index / 8 % 4)
                case 4: title = "写真 \(digits)・家族.jpg"
                default: break
                }
                let bytes = TestPhoto.variant(of: photo, UInt64(index) << 32)
                for place in places {
                    try write(bytes, "\(place)/\(Self.name(title, number))")
                    media += 1
                    try writeSideCar(title, number, seconds, in: place)
                }
                if places.count > 1 { albumPhotos += 1 }
                if index % 8 == 5 { try writeMedia(photo, "\(year)/\(Self.name(title, number, "-bearbeitet"))") }
                if index % 8 == 6 { try writeMedia(movie, "\(year)/IMG_\(digits).MP4") }
            }

            private func makeFolder(_ place: String) throws {
                try FileNames.makeFolders(folder.file(place))
                guard place.contains("Album") else { return }
                let text = "{\"title\": \"\(FilePath(place).lastComponent.text)\"}"
                try folder.write(Array(text.utf8), to: "\(place)/metadata.json")
            }
        }

        @Test func `everything that can be matched is, no date is lost, and little memory is enough`() throws {
            let count = Int(TestEnvironment.number("TAKEOUT") ?? 1_000)
            let folder = try ScratchFolder()
            var writer = try Writer(folder)
            while writer.files < count { try writer.writePhoto() }

            let server = try ServerProcess(in: folder)
            let program = try RunningProgram(
                "photos",
                ["import", "--json", folder.file("Takeout").text],
                environment: server.environment
            )
            #expect(program.waitForError(containing: "Google Takeout"))
            var peak: Int64 = 0
            while let memory = Self.peakMemory(program.processIdentifier) {
                peak = max(peak, memory)
                Parker().park(until: MonotonicClock.deadline(after: 20_000_000))
            }
            let finished = try program.finish()
            let all = try server.owner.fetch(FetchRequest(.allAssets, includesHidden: true))
            print("takeout of \(writer.files) files: \(peak >> 20) MiB, server \(Self.peakMemory(server) >> 20) MiB")
            #expect(finished.status == .exited(0), "\(finished.errors)")
            #expect(finished.output.contains("\"matched\":\(writer.media),"), "\(finished.output)")
            #expect(finished.output.contains("\"unmatched\":0,\"unusedSideCars\":0"), "\(finished.output)")
            #expect(all.count == writer.photos)
            #expect(peak > 0 && peak < Self.maximumMemory)
            #expect(Self.peakMemory(server) < Self.maximumMemory)

            var dates: Set<Int64> = []
            var start = 0
            while start < all.count {
                let page = try server.owner.assets(all, start..<min(all.count, start + AssetPage.maximumRows))
                dates.formUnion(page.creationDate)
                start += page.count
            }
            let expected = (0..<writer.photos).map { (Self.start + Int64($0) * 60) * 1_000_000 }
            #expect(dates == Set(expected))
            let albums = try server.photos("albums").output.split(separator: "\n")
            let members = albums.compactMap { $0.split(separator: " ").dropLast().last.flatMap { Int($0) } }
            #expect(members.reduce(0, +) == writer.albumPhotos)
        }

        private static func peakMemory(_ server: ServerProcess) -> Int64 {
            peakMemory(server.program.processIdentifier) ?? 0
        }

        /// Bytes; nil when the process has ended.
        private static func peakMemory(_ process: Int32) -> Int64? {
            do {
                let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/status"), [.readOnly])
                let text = String(decoding: try file.readToEnd(limit: 1 << 16), as: UTF8.self)
                let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int64($0) }.map {
                    $0 << 10
                }
            } catch {
                return nil
            }
        }
    }
}
