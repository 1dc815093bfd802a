import LibraryModel
import LinuxSystem
import Testing

@testable import PhotoImport

@Suite struct FolderAlbumsTests {
    @Test func `files are grouped by their folders below the given paths`() {
        let files = ["/p/a.jpg", "/p/Rome/b.jpg", "/p/Rome/c.jpg", "/p/Travel/Paris/d.jpg", "/q/e.jpg", "/p/f.jpg"]
            .map { FoundFile(path: FilePath($0), size: 1) }
        let groups = FolderAlbums.groups(files, below: ["/p/", "/q/e.jpg", "/p/Travel"])
        #expect(groups.map(\.titles) == [[], ["Rome"], ["Paris"], []])
        #expect(groups.map { $0.files.count } == [2, 2, 1, 1])
    }

    @Test func `a side-car has what is written of a photo, in XML that any program reads`() {
        var sideCar = SideCarText()
        sideCar.title = "a<b>&\u{1B}c"
        sideCar.keywords = ["x", "y & z"]
        sideCar.rating = 3
        sideCar.date = 1_714_566_896_500_000
        sideCar.utcOffset = -12_600
        sideCar.place = Coordinate(latitude: -46.5, longitude: 7.000_000_1, altitude: -3.25)
        let text = sideCar.text
        #expect(text.contains("<rdf:li xml:lang=\"x-default\">a&lt;b&gt;&amp;c</rdf:li>"))
        #expect(text.contains("<rdf:Bag><rdf:li>x</rdf:li><rdf:li>y &amp; z</rdf:li></rdf:Bag>"))
        #expect(text.contains("<xmp:Rating>3</xmp:Rating>"))
        #expect(text.contains("<exif:DateTimeOriginal>2024-05-01T09:04:56.500-03:30</exif:DateTimeOriginal>"))
        #expect(text.contains(">46,30.00000000S<") && text.contains(">7,0.00000600E<"))
        #expect(text.contains(">3250/1000<") && text.contains("<exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>"))
        #expect(!SideCarText().text.contains("dc:title") && !SideCarText().text.contains("exif:"))
    }
}
