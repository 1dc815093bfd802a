import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SQLiteDatabase
import Testing

extension RealPrograms {
    /// Photos that other programs' databases name, with the parts of their tables that matter.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct CatalogImportTests {
        private let folder: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
            try FileNames.makeFolders(folder.file("p/Travel/Rome"))
            for seed: UInt64 in 1...3 {
                try folder.write(try TestPhoto.jpeg(seed, date: nil), to: "p/Travel/Rome/\(seed).jpg")
            }
        }

        private func makeDatabase(_ name: String, _ script: String) throws -> FilePath {
            let path = folder.file(name)
            let connection = try Connection(path: path.text, role: .writer, cacheKibibytes: 1_024)
            try connection.executeScript(script)
            return path
        }

        /// What is known of the photos, by their names.
        private func details(_ server: ServerProcess) throws -> [String: AssetDetails] {
            let all = try server.owner.fetch(FetchRequest(.allAssets))
            let details = try server.owner.details(of: (0..<all.count).map { all[$0] })
            return Dictionary(uniqueKeysWithValues: details.map { ($0.filename, $0) })
        }

        @Test func `Shotwell's photos come with texts, tags, flags, events and edited versions`() throws {
            let root = folder.file("p/Travel/Rome").text
            let database = try makeDatabase(
                "photo.db",
                """
                CREATE TABLE PhotoTable (id INTEGER PRIMARY KEY, filename TEXT, exposure_time INTEGER, event_id INTEGER,
                    rating INTEGER, flags INTEGER, title TEXT, comment TEXT, editable_id INTEGER, transformations TEXT);
                CREATE TABLE VideoTable (id INTEGER PRIMARY KEY, filename TEXT, exposure_time INTEGER,
                    event_id INTEGER, rating INTEGER, flags INTEGER, title TEXT, comment TEXT);
                CREATE TABLE EventTable (id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE TagTable (id INTEGER PRIMARY KEY, name TEXT, photo_id_list TEXT);
                CREATE TABLE BackingPhotoTable (id INTEGER PRIMARY KEY, filepath TEXT);
                INSERT INTO EventTable VALUES (1, 'Rome'), (2, NULL);
                INSERT INTO BackingPhotoTable VALUES (5, '\(root)/3.jpg');
                INSERT INTO PhotoTable VALUES
                    (1, '\(root)/1.jpg', 1500000000, 1, 4, 16, 'One', 'Text', 5, NULL),
                    (18, '\(root)/2.jpg', 0, 2, -1, 0, NULL, NULL, -1, '[crop]'),
                    (19, '\(root)/gone.jpg', 0, 1, 0, 0, NULL, NULL, -1, NULL);
                INSERT INTO TagTable VALUES (1, '/Places/Italy', 'thumb0000000000000001,thumb0000000000000012,'),
                    (2, 'sea', 'thumb0000000000000012,');
                """
            )
            let server = try ServerProcess(in: folder)
            let imported = try server.photos("import", database.text)
            #expect(imported.output == "2 imported, 1 edited version, 1 failed\n", "\(imported.errors)")
            #expect(
                imported.errors.contains("Shotwell: 3 files, 1 album, 1 missing, 1 edit that only Shotwell can show")
            )
            #expect(imported.errors.contains("gone.jpg: Shotwell has it in its library"))
            let details = try details(server)
            #expect(details["1.jpg"]?.title == "One" && details["1.jpg"]?.caption == "Text")
            #expect(details["1.jpg"]?.keywords == ["Italy"] && details["2.jpg"]?.keywords == ["Italy", "sea"])
            #expect(try server.photos("list", "--album", "Rome", "--columns", "marks").output.contains("favorite"))
            #expect(try server.photos("list", "--album", "Rome").output.split(separator: "\n").count == 1)
        }

        @Test func `digiKam's photos come with texts, tags, ratings, places and albums`() throws {
            let database = try makeDatabase(
                "digikam4.db",
                """
                CREATE TABLE AlbumRoots (id INTEGER PRIMARY KEY, label TEXT, status INTEGER, type INTEGER,
                    identifier TEXT, specificPath TEXT);
                CREATE TABLE Albums (id INTEGER PRIMARY KEY, albumRoot INTEGER, relativePath TEXT);
                CREATE TABLE Images (id INTEGER PRIMARY KEY, album INTEGER, name TEXT, status INTEGER);
                CREATE TABLE ImageInformation (imageid INTEGER PRIMARY KEY, rating INTEGER, creationDate TEXT);
                CREATE TABLE ImagePositions (imageid INTEGER PRIMARY KEY, latitudeNumber REAL, longitudeNumber REAL,
                    altitude REAL);
                CREATE TABLE ImageComments (id INTEGER PRIMARY KEY, imageid INTEGER, type INTEGER, language TEXT,
                    comment TEXT);
                CREATE TABLE Tags (id INTEGER PRIMARY KEY, pid INTEGER, name TEXT);
                CREATE TABLE ImageTags (imageid INTEGER, tagid INTEGER);
                INSERT INTO AlbumRoots VALUES (1, 'p', 0, 1, 'volumeid:?path=\(folder.file("p").text)', '/');
                INSERT INTO Albums VALUES (1, 1, '/Travel/Rome');
                INSERT INTO Images VALUES (1, 1, '1.jpg', 1), (2, 1, '2.jpg', 1), (3, 1, '3.jpg', 3);
                INSERT INTO ImageInformation VALUES (1, 5, '2017-07-14T02:40:00'), (2, -1, NULL);
                INSERT INTO ImagePositions VALUES (1, 41.9, 12.5, NULL);
                INSERT INTO ImageComments VALUES (1, 1, 1, 'de-DE', 'Text'), (2, 1, 1, 'x-default', 'Caption'),
                    (3, 1, 3, 'x-default', 'Title');
                INSERT INTO Tags VALUES (0, -1, '_Digikam_root_tag_'), (1, 0, '_Digikam_Internal_Tags_'),
                    (2, 1, 'Color Label Red'), (3, 0, 'Places'), (4, 3, 'Italy');
                INSERT INTO ImageTags VALUES (1, 2), (1, 4);
                """
            )
            let server = try ServerProcess(in: folder)
            let imported = try server.photos("import", database.text)
            #expect(imported.output == "2 imported, 1 left out as trash\n", "\(imported.errors)")
            let one = try #require(try details(server)["1.jpg"])
            #expect(one.title == "Title" && one.caption == "Caption" && one.keywords == ["Italy"])
            let line = try server.photos("list", "--columns", "date,place,marks", "--search", "Title").output
            #expect(line.contains("2017") && line.contains("41.9") && line.contains("rating 5"), "\(line)")
            #expect(try server.photos("albums").output.contains("Travel/"))
        }

        @Test func `another database, or a damaged one, is refused`() throws {
            let other = try makeDatabase("other.db", "CREATE TABLE t (a)")
            let damaged = try folder.write(
                Array("SQLite format 3".utf8) + [0] + Array(repeating: 7, count: 500),
                to: "d.db"
            )
            let server = try ServerProcess(in: folder)
            for path in [other, damaged] {
                let refused = try server.photos("import", path.text)
                #expect(refused.status == .exited(1) && refused.errors.contains(path.lastComponent.text))
            }
        }
    }
}
