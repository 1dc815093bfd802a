import LibraryModel
import Synchronization
import Testing

@Suite struct PixelImageTests {
    private final class CountedMemory: ImmutableMemory {
        private let content: [UInt8]
        private let copied = Mutex(0)

        init(_ content: [UInt8]) { self.content = content }

        var copies: Int { copied.withLock { $0 } }
        var count: Int { content.count }
        var bytes: [UInt8] {
            copied.withLock { $0 += 1 }
            return content
        }

        func withBytes<Result: ~Copyable, Failure: Error>(
            _ body: (Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            let content = content
            return try body(content.span)
        }
    }

    private let size = PixelSize(width: 2, height: 1)
    private let pixels: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 255]

    @Test func `memory that was handed over is looked at where it is, and copied once`() throws {
        let memory = CountedMemory(pixels)
        let image = try #require(PixelImage(size: size, memory: memory))
        #expect(image.withPixels { $0.count == 8 && $0[4] == 4 })
        #expect(memory.copies == 0)
        #expect(image.rgba == pixels && image.rgba == pixels)
        #expect(memory.copies == 1)
        #expect(image == PixelImage(size: size, rgba: pixels))
        #expect(image.withPixels { $0[5] == 5 })
    }

    @Test func `memory of another length than the size's is no picture`() {
        #expect(PixelImage(size: size, memory: CountedMemory(Array(pixels.dropLast()))) == nil)
        #expect(PixelImage(size: PixelSize(width: 0, height: 1), memory: CountedMemory([])) == nil)
    }
}
