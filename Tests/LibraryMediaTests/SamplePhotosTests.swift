import LibraryModel
import SamplePhotos
import Testing

@testable import MediaWorker

@Suite struct SamplePhotosTests {
    @Test func `five of six photos are from the three busiest days`() {
        var photosOfDays: [String: Int] = [:]
        for item in SampleYear(count: 48).items {
            photosOfDays[String((item.photo.exif.dateTimeOriginal ?? "").prefix(10)), default: 0] += 1
        }
        let busiest = photosOfDays.filter { $0.value > 1 }
        #expect(busiest == ["2025:05:17": 14, "2025:06:14": 13, "2025:07:05": 13])
        #expect(photosOfDays.count == 3 + 8)
    }

    @Test func `photos are in the order in which they were taken, and no two at once`() {
        let items = SampleYear(count: 1_000).items
        let moments = items.map { ($0.photo.exif.dateTimeOriginal ?? "") + ($0.photo.exif.offsetTimeOriginal ?? "") }
        #expect(Set(moments).count == 1_000)
        #expect(items.map(\.filename) == items.map(\.filename).sorted())
        #expect(items.first?.filename == "IMG_0001.jpg")
        #expect(items.last?.filename == "IMG_1000.jpg")
    }

    @Test func `a photo is the same each time, and another one for another seed`() throws {
        let size = PixelSize(width: 64, height: 48)
        let one = try SamplePhoto(size: size, seed: 11, date: 0).encoded()
        #expect(try SamplePhoto(size: size, seed: 11, date: 0).encoded() == one)
        #expect(try SamplePhoto(size: size, seed: 12, date: 0).encoded() != one)
    }

    @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 97, height: 3), PixelSize(width: 2, height: 80)])
    func `a picture of any size can be drawn`(size: PixelSize) throws {
        for seed in 0..<200 {
            #expect(try SamplePhoto(size: size, seed: UInt64(seed)).pixels().size == size)
        }
    }
}
