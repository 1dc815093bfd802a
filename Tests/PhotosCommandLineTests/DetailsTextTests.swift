import LibraryModel
import OwnerTools
import Testing

@Suite struct DetailsTextTests {
    @Test func `what files say is told in lines, without what nothing is known of`() {
        var details = AssetDetails()
        #expect(DetailsText(details).rows.isEmpty)
        details.title = "Goalie\u{1B}[2J"
        details.caption = "Zoë\nin Rome"
        details.keywords = ["Zoë", "Rome"]
        details.keywordPaths = ["Places|Rome", "Zoë"]
        details.regions = [ImageRegion(name: "Zoë", kind: "Face", x: 0.5, y: 0.5, width: 0.1, height: 0.1)]
        details.cameraMake = "Acme"
        details.cameraModel = "One"
        details.settings.lensMake = "Acme"
        details.settings.lensModel = "Acme 50mm"
        details.settings.exposureTime = 0.004
        details.settings.aperture = 2.8
        details.settings.isoSpeed = 200
        details.settings.focalLength = 50
        details.settings.exposureBias = -1.0 / 3
        details.settings.flashFired = true
        details.isDamaged = true
        details.otherOriginals = [OtherOriginal(kind: .photo, filename: "B\u{1B}.JPG", size: 7_000, digest: [])]
        #expect(
            DetailsText(details).rows.map { "\($0.name): \($0.text)" } == [
                "Title: Goalie\u{FFFD}[2J", "Caption: Zoë", ": in Rome", "Keywords: Zoë, Rome", ": Places > Rome",
                "In it: Zoë", "Camera: Acme One", "Lens: Acme 50mm",
                "Exposure: 1/250 s, f/2.8, ISO 200, 50 mm, -0.33 EV, flash",
                "Damaged: part of the picture is missing or damaged",
                "Not shown: B\u{FFFD}.JPG, 7.0 kB: another device's original, kept in the bucket",
            ]
        )
    }

    @Test(
        arguments: [
            (.written, "UTC+02:00, as written"), (.gps, "UTC+02:00, from the GPS time"),
        ] as [(CaptureDate.OffsetSource, String)]
    )
    func `a time zone is told with its source`(source: CaptureDate.OffsetSource, text: String) {
        var details = AssetDetails()
        #expect(DetailsText.zone(details) == nil)
        details.utcOffset = 7_200
        details.offsetSource = source
        #expect(DetailsText.zone(details) == text)
    }
}
