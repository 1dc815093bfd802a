import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// Photos with movies as phones write them, each one asset from the import to the export.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct PhonePhotosTests {
        private let folder: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
            try FileNames.makeFolder(folder.file("phone"))
        }

        private static func movie(_ identifier: String?, brand: String = "qt  ") throws -> [UInt8] {
            let frame = try TestPhoto.jpeg(3, date: nil)
            var movie = MovieFixture(frames: Array(repeating: frame, count: 20), width: 64, height: 48, brand: brand)
            movie.stillTime = .behindNothing(frames: 10)
            if let identifier { movie.metadata = [("com.apple.quicktime.content.identifier", identifier)] }
            return movie.bytes
        }

        /// A JPEG file that says that a movie follows, and the movie.
        private static func motionPhoto(_ movie: [UInt8]) throws -> [UInt8] {
            let item =
                #"<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" "#
                + #"Item:Semantic="Primary"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item "#
                + #"Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="\#(movie.count)"/></rdf:li>"#
            let packet =
                #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF "#
                + #"xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" "#
                + #"xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" "#
                + #"xmlns:Container="http://ns.google.com/photos/1.0/container/" "#
                + #"xmlns:Item="http://ns.google.com/photos/1.0/container/item/" GCamera:MotionPhoto="1" "#
                + #"GCamera:MotionPhotoPresentationTimestampUs="500000"><Container:Directory><rdf:Seq>"#
                + item + "</rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>"
            let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
            let photo = try TestPhoto.jpeg(8)
            let packetAndLength = [0xFF, 0xE1] + big(UInt16(segment.count + 2)) + segment
            return Array(photo[..<2]) + packetAndLength + Array(photo[2...]) + movie
        }

        private func followOne(_ name: String, movieName: String, editedName: String) throws {
            try AssetJourney(
                folder: folder,
                files: [(name, .photo), (movieName, .pairedVideo)],
                listedAs: "livePhotos",
                editedNames: [editedName, movieName]
            ).follow()
        }

        @Test func `a motion photo with its movie inside is one asset from import to export`() throws {
            try folder.write(PhonePhotosTests.motionPhoto(PhonePhotosTests.movie(nil)), to: "phone/PXL_1.MP.jpg")
            try followOne("PXL_1.MP.jpg", movieName: "PXL_1.MP.mp4", editedName: "PXL_1.MP.jpg")
        }

        @Test func `a Live Photo of JPEG and MOV is one asset from import to export`() throws {
            var exif = AppleExif()
            exif.contentIdentifier = "ONE"
            try folder.write(exif.inserted(intoJPEG: TestPhoto.jpeg(1, date: nil)), to: "phone/IMG_1.JPG")
            try folder.write(PhonePhotosTests.movie("ONE"), to: "phone/IMG_1.MOV")
            try followOne("IMG_1.JPG", movieName: "IMG_1.MOV", editedName: "IMG_1.jpg")
        }

        private static var heic: FilePath? {
            EnvironmentVariables.value("PHOTOS_SAMPLES").map { FilePath($0).appending("media/heic/IMG_2927.HEIC") }
        }

        @Test(.enabled(if: heic != nil, "PHOTOS_SAMPLES names no folder"))
        func `a Live Photo of HEIC and MOV is one asset from import to export`() throws {
            let photo = try OwnedDescriptor(opening: try #require(PhonePhotosTests.heic)).readToEnd(limit: 16 << 20)
            try folder.write(photo, to: "phone/IMG_2.HEIC")
            let identifier = "1745E022-9712-43C7-B024-F308EC6413CB"
            try folder.write(PhonePhotosTests.movie(identifier), to: "phone/IMG_2.MOV")
            try followOne("IMG_2.HEIC", movieName: "IMG_2.MOV", editedName: "IMG_2.jpg")
        }
    }
}
