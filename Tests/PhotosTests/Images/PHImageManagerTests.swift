import Foundation
import LibraryModel
import LinuxSystem
import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(1))) struct PHImageManagerTests {
    /// A manager whose library's pictures are made up.
    private final class Manager: PHImageManager, @unchecked Sendable {
        let made: TestPictures

        init(_ made: TestPictures) {
            self.made = made
            super.init()
        }

        override var pictures: any PictureLoading { made }
    }

    /// What a handler was called with.
    private struct Answer: Sendable, Equatable {
        var width: Int?
        var isDegraded: Bool?
        var isCancelled: Bool?
        var error: PHPhotosError.Code?

        init(_ image: PhotoImage?, _ info: [AnyHashable: Any]?) {
            width = image?.width
            isDegraded = info?[PHImageResultIsDegradedKey] as? Bool
            isCancelled = info?[PHImageCancelledKey] as? Bool
            error = (info?[PHImageErrorKey] as? PHPhotosError)?.code
        }

        static func picture(_ width: Int, isDegraded: Bool = false) -> Answer {
            var answer = Answer(nil, nil)
            answer.width = width
            answer.isDegraded = isDegraded
            return answer
        }

        static var cancelled: Answer {
            var answer = Answer(nil, nil)
            answer.isDegraded = false
            answer.isCancelled = true
            return answer
        }
    }

    /// A photo of 4,000 x 3,000 pixels.
    private var photo: PHAsset {
        var row = AssetRow()
        row.flags = .exists
        row.pixelWidth = 4_000
        row.pixelHeight = 3_000
        return PHAsset(.random(), row: row)
    }

    /// Has thumbnails ready, and decodes everything else.
    private var manager: Manager {
        Manager(
            TestPictures { source, _ throws(LibraryError) in
                try TestPictures.plain(source.size.scaledDown(toFit: Rendition.thumbnail.box))
            } _: { source, _ throws(LibraryError) in
                try TestPictures.plain(source.size)
            }
        )
    }

    private func options(_ mode: PHImageRequestOptionsDeliveryMode) -> PHImageRequestOptions {
        let options = PHImageRequestOptions()
        options.deliveryMode = mode
        return options
    }

    /// The first `count` answers to a request, and whether there were more by the time that another was answered.
    private func answers(
        _ manager: Manager,
        _ side: Double,
        _ options: PHImageRequestOptions?,
        count: Int
    ) async -> [Answer] {
        let (stream, given) = AsyncStream.makeStream(of: Answer.self)
        manager.requestImage(
            for: photo,
            targetSize: CGSize(width: side, height: side),
            contentMode: .aspectFit,
            options: options
        ) { given.yield(Answer($0, $1)) }
        var answers: [Answer] = []
        for await answer in stream {
            answers.append(answer)
            if answers.count == count { break }
        }
        // Handlers run one after the other, so that one too many would have come before this one.
        await withCheckedContinuation { continuation in
            let fast = self.options(.fastFormat)
            manager.requestImage(for: photo, targetSize: .zero, contentMode: .aspectFit, options: fast) { _, _ in
                continuation.resume()
            }
        }
        given.finish()
        for await answer in stream { answers.append(answer) }
        return answers
    }

    @Test func `opportunistic gives a quick picture first, and then the good one`() async {
        #expect(
            await answers(manager, 1_500, nil, count: 2) == [.picture(512, isDegraded: true), .picture(1_500)]
        )
    }

    @Test func `there is one picture where the quick one is good enough, or none is ready`() async {
        #expect(await answers(manager, 400, nil, count: 1) == [.picture(400)])
        let slow = Manager(TestPictures { source, _ throws(LibraryError) in try TestPictures.plain(source.size) })
        #expect(await answers(slow, 1_500, nil, count: 1) == [.picture(1_500)])
        let held = Manager(
            TestPictures { _, _ throws(LibraryError) in
                try TestPictures.plain(PixelSize(width: 2_500, height: 1_875))
            } _: { _, _ throws(LibraryError) in
                throw LibraryError(.unavailable, "away")
            }
        )
        #expect(await answers(held, 1_500, nil, count: 1) == [.picture(2_500)])
    }

    @Test func `the other modes, and waiting, give one picture`() async {
        #expect(await answers(manager, 1_500, options(.highQualityFormat), count: 1) == [.picture(1_500)])
        #expect(await answers(manager, 1_500, options(.fastFormat), count: 1) == [.picture(512)])
        let waiting = options(.opportunistic)
        waiting.isSynchronous = true
        #expect(await answers(manager, 1_500, waiting, count: 1) == [.picture(1_500)])
    }

    @Test func `one more degraded picture comes where the app allows it, and a larger one is ready`() async {
        let stored = Manager(
            TestPictures { source, _ throws(LibraryError) in
                try TestPictures.plain(source.size.scaledDown(toFit: Rendition.preview.box))
            } _: { source, _ throws(LibraryError) in
                try TestPictures.plain(source.size)
            }
        )
        let allowing = options(.opportunistic)
        allowing.allowSecondaryDegradedImage = true
        #expect(
            await answers(stored, 3_000, allowing, count: 3) == [
                .picture(512, isDegraded: true), .picture(2_048, isDegraded: true), .picture(3_000),
            ]
        )
        #expect(await answers(stored, 3_000, nil, count: 2) == [.picture(512, isDegraded: true), .picture(3_000)])
        #expect(await answers(stored, 1_500, allowing, count: 2) == [.picture(512, isDegraded: true), .picture(1_500)])
        // There is a thumbnail alone.
        #expect(
            await answers(manager, 3_000, allowing, count: 2) == [.picture(512, isDegraded: true), .picture(3_000)]
        )
    }

    @Test func `what is quickest is the good picture where no other is ready`() async {
        let slow = Manager(TestPictures { source, _ throws(LibraryError) in try TestPictures.plain(source.size) })
        #expect(await answers(slow, 1_500, options(.fastFormat), count: 1) == [.picture(1_500)])
    }

    @Test func `a good picture that fails is told after the quick one`() async {
        let failing = Manager(
            TestPictures { _, _ throws(LibraryError) in
                try TestPictures.plain(PixelSize(width: 8, height: 6))
            } _: { _, _ throws(LibraryError) in
                throw LibraryError(.missingResource, "gone")
            }
        )
        let given = await answers(failing, 1_500, nil, count: 2)
        #expect(given.first == .picture(8, isDegraded: true))
        #expect(given.last?.error == .missingResource && given.last?.width == nil)
        #expect(given.count == 2)
    }

    @Test func `only the good picture is resized exactly, and both are cropped`() async {
        let exact = options(.opportunistic)
        exact.resizeMode = .exact
        exact.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        #expect(
            await answers(manager, 1_001, exact, count: 2) == [.picture(256, isDegraded: true), .picture(1_001)]
        )
    }

    @Test func `a crop rectangle is as much of one as lies in the picture`() async {
        let exact = options(.highQualityFormat)
        exact.resizeMode = .exact
        exact.normalizedCropRect = CGRect(x: 0.5, y: -1, width: 2, height: 3)
        // Half as wide: 2,000 x 3,000 pixels of the photo.
        #expect(await answers(manager, 600, exact, count: 1) == [.picture(400)])
        for nothing in [CGRect(x: 2, y: 0, width: 1, height: 1), CGRect(x: Double.nan, y: 0, width: 1, height: 1)] {
            exact.normalizedCropRect = nothing
            #expect(await answers(manager, 600, exact, count: 1) == [.picture(600)])
        }
    }

    @Test func `without resizing a picture is of a size that is stored`() async {
        let whole = options(.highQualityFormat)
        whole.resizeMode = .none
        #expect(await answers(manager, 400, whole, count: 1) == [.picture(512)])
        #expect(await answers(manager, 1_000, whole, count: 1) == [.picture(2_048)])
        #expect(await answers(manager, 3_900, whole, count: 1) == [.picture(4_000)])
    }

    @Test func `fast resizing takes a picture that is stored in nearly the size`() async {
        #expect(await answers(manager, 2_000, options(.highQualityFormat), count: 1) == [.picture(2_048)])
        #expect(await answers(manager, 500, options(.highQualityFormat), count: 1) == [.picture(512)])
        let exact = options(.highQualityFormat)
        exact.resizeMode = .exact
        #expect(await answers(manager, 2_000, exact, count: 1) == [.picture(2_000)])
    }

    @Test func `quick pictures of all requests go before the good ones`() async {
        // Holds the good pictures until the last quick one has come.
        let (stream, given) = AsyncStream.makeStream(of: Answer.self)
        let mayGoOn = DispatchSemaphore(value: 0)
        let manager = Manager(
            TestPictures { _, _ throws(LibraryError) in
                try TestPictures.plain(PixelSize(width: 8, height: 6))
            } _: { source, _ throws(LibraryError) in
                mayGoOn.wait()
                mayGoOn.signal()
                return try TestPictures.plain(source.size)
            }
        )
        let count = 3
        for _ in 0..<count {
            manager.requestImage(
                for: photo,
                targetSize: CGSize(width: 1_000, height: 1_000),
                contentMode: .aspectFit,
                options: nil
            ) { given.yield(Answer($0, $1)) }
        }
        var answers: [Answer] = []
        for await answer in stream {
            answers.append(answer)
            if answers.count == count { mayGoOn.signal() }
            if answers.count == 2 * count { break }
        }
        #expect(answers.prefix(count).allSatisfy { $0 == .picture(8, isDegraded: true) })
        #expect(answers.suffix(count).allSatisfy { $0 == .picture(1_000) })
    }

    @Test func `cancelling stops the library's work, and the handler is told`() async {
        let (begun, began) = AsyncStream.makeStream(of: Void.self)
        let (stream, given) = AsyncStream.makeStream(of: Answer.self)
        let manager = Manager(
            TestPictures { _, cancellation throws(LibraryError) in
                began.yield()
                TestPictures.wait(for: cancellation)
                throw LibraryError(.cancelled, "stopped")
            }
        )
        let id = manager.requestImage(
            for: photo,
            targetSize: CGSize(width: 1_000, height: 1_000),
            contentMode: .aspectFit,
            options: nil
        ) { given.yield(Answer($0, $1)) }
        for await _ in begun { break }
        manager.cancelImageRequest(id)
        for await answer in stream {
            #expect(answer == .cancelled)
            break
        }
        // Once it has ended nothing is there to cancel.
        manager.cancelImageRequest(id)
    }

    @Test func `work that takes long is told of, from 0 to 1, before the picture comes`() async {
        enum Event: Equatable, Sendable {
            case progress(Double)
            case answer(Answer)
        }
        let (stream, told) = AsyncStream.makeStream(of: Event.self)
        let wasTold = DispatchSemaphore(value: 0)
        let manager = Manager(
            TestPictures { source, _ throws(LibraryError) in
                wasTold.wait()
                return try TestPictures.plain(source.size)
            }
        )
        let slow = options(.highQualityFormat)
        unsafe slow.progressHandler = { fraction, error, _, info in
            #expect(error == nil && info?[PHImageResultRequestIDKey] is NSNumber)
            told.yield(.progress(fraction))
            wasTold.signal()
        }
        manager.requestImage(
            for: photo,
            targetSize: CGSize(width: 1_000, height: 1_000),
            contentMode: .aspectFit,
            options: slow
        ) { told.yield(.answer(Answer($0, $1))) }
        var events: [Event] = []
        for await event in stream {
            events.append(event)
            if events.count == 3 { break }
        }
        #expect(events == [.progress(0), .progress(1), .answer(.picture(1_000))])
    }

    @Test func `a progress handler can stop its request`() async {
        let (stream, given) = AsyncStream.makeStream(of: Answer.self)
        let manager = Manager(
            TestPictures { _, cancellation throws(LibraryError) in
                TestPictures.wait(for: cancellation)
                throw LibraryError(.cancelled, "stopped")
            }
        )
        let slow = options(.highQualityFormat)
        unsafe slow.progressHandler = { fraction, _, stop, _ in
            #expect(fraction == 0)
            unsafe stop.pointee = true
        }
        manager.requestImage(
            for: photo,
            targetSize: CGSize(width: 1_000, height: 1_000),
            contentMode: .aspectFit,
            options: slow
        ) { given.yield(Answer($0, $1)) }
        for await answer in stream {
            #expect(answer == .cancelled)
            break
        }
    }
}
