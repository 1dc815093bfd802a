import LibraryModel
import LinuxSystem
import Photos
import SQLiteDatabase
import SamplePhotos

/// Thumbnails for a library of assets without files: a few real pictures, under the names of all of them.
enum Thumbnails {
    /// Different pictures.
    private static let pictureCount = 64
    /// A camera's picture as the library keeps it.
    private static let size = PixelSize(width: 512, height: 384)

    /// Puts them into a library's folder. `work` keeps the pictures for the next time.
    static func fill(_ library: FilePath, database: FilePath, work: FilePath) throws {
        let pictures = work.appending("thumbnails")
        try FileNames.makeFolders(pictures)
        let names = (0..<pictureCount).map { pictures.appending(FilePath("\($0).jpg")) }
        for (number, name) in names.enumerated() where !Files.exists(name) {
            try Files.write(try SamplePhoto(size: size, seed: UInt64(number + 1)).encoded(), to: name)
        }
        let derivatives = library.appending("derivatives")
        for folder in 0..<256 {
            try FileNames.makeFolders(derivatives.appending(FilePath(hexadecimal([UInt8(folder)]))))
        }
        // Originals by the names that a real import gives them: the name of a thumbnail comes from them.
        try LibraryRecipe.write(
            """
            UPDATE resource SET path
                = printf('originals/%s/%s', substr(lower(hex(digest)), 1, 2), lower(hex(digest)))
            """,
            to: database
        )
        let connection = try Connection(path: database.text, role: .reader, cacheKibibytes: 16 * 1024)
        let statement = try connection.statement("SELECT lower(hex(digest)) FROM resource")
        // The first of each picture is a copy, because the library may lie in another file system than `work`.
        var first: [FilePath] = []
        var number = 0
        while try statement.step() {
            let digest = statement.text(0)
            let target = derivatives.appending(FilePath("\(digest.prefix(2))/\(digest)-512.jpg"))
            if number < pictureCount {
                try FileManager.default.copyItem(atPath: names[number].text, toPath: target.text)
                first.append(target)
            } else {
                try FileManager.default.linkItem(atPath: first[number % pictureCount].text, toPath: target.text)
            }
            number += 1
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
