import Foundation
import LibraryModel
import LinuxSystem

@testable import Photos

/// A library's pictures, made up.
struct TestPictures: PictureLoading {
    typealias Load = @Sendable (SourcePicture, Cancellation) throws(LibraryError) -> PhotoImage

    private let good: Load
    private let quick: Load?

    /// Without `quick` none is ready.
    init(quick: Load? = nil, _ good: @escaping Load) {
        self.quick = quick
        self.good = good
    }

    func picture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage {
        try good(source, cancellation)
    }

    func quickPicture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage? {
        try quick?(source, cancellation)
    }

    /// A picture of one colour.
    static func plain(_ size: PixelSize) throws(LibraryError) -> PhotoImage {
        let bytes = [UInt8](repeating: 200, count: size.width * size.height * 4)
        guard let image = PhotoImage(width: size.width, height: size.height, rgba: bytes) else {
            throw LibraryError(.internal, "no picture")
        }
        return image
    }

    /// Returns when somebody stops the work.
    static func wait(for cancellation: Cancellation) {
        let isStopped = DispatchSemaphore(value: 0)
        let registration = cancellation.whenStopped { isStopped.signal() }
        isStopped.wait()
        registration.end()
    }
}
