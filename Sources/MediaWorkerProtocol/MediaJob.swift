package import LibraryModel

/// A job for a worker. Every job comes with a descriptor.
package enum MediaJob: Hashable, Sendable {
    /// Reads the metadata and, if requested, makes a JPEG file that fits the size. `hasSideCar`: a second descriptor is
    /// sealed memory with an XMP file.
    case examine(thumbnail: PixelSize?, hasSideCar: Bool)
    /// Makes a JPEG file that fits the size.
    case thumbnail(PixelSize)
    /// Decodes pixels that fit the size, in the layout of `PixelImage`. `onlyPictures`: a movie is an error.
    case decode(PixelSize, onlyPictures: Bool)
    /// Makes a JPEG file from pixels of this size in sealed memory.
    case encodeJPEG(PixelSize, quality: Int)
    /// Makes a JPEG file of the image in full size, with its metadata.
    case makeJPEG(quality: Int)
    /// Describes the tracks of a movie.
    case describeMovie
    /// Exports into a second, empty file. For exporters, which do nothing else.
    case exportMovie(MovieExport)
    /// Copies the file into a second, empty one. For copiers, which do nothing else.
    case copy(CopyLimits)
    /// Plans a stripped copy of the file. For copiers, which decode nothing.
    case planRemoval(MetadataRemoval)

    /// The payload of a JOB.
    package var encoded: [UInt8] {
        var writer = PayloadWriter()
        switch self {
        case .examine(let size, let hasSideCar):
            writer.put(1 as UInt8)
            writer.put(size) { $0.put($1) }
            writer.put(hasSideCar)
        case .thumbnail(let size):
            writer.put(2 as UInt8)
            writer.put(size)
        case .decode(let size, let onlyPictures):
            writer.put(3 as UInt8)
            writer.put(size)
            writer.put(onlyPictures)
        case .encodeJPEG(let size, let quality):
            writer.put(4 as UInt8)
            writer.put(size)
            writer.put(UInt8(clamping: quality))
        case .makeJPEG(let quality):
            writer.put(5 as UInt8)
            writer.put(UInt8(clamping: quality))
        case .copy(let limits):
            writer.put(6 as UInt8)
            writer.put(limits.size)
            writer.put(limits.pictureSize)
        case .describeMovie: writer.put(7 as UInt8)
        case .planRemoval(let removal):
            writer.put(8 as UInt8)
            writer.put(removal.rawValue)
        case .exportMovie(let export):
            writer.put(9 as UInt8)
            writer.put(export)
        }
        return writer.bytes
    }

    package init(decoding payload: [UInt8]) throws(WorkerChannelFailure) {
        var reader = PayloadReader(payload)
        switch try reader.integer(UInt8.self) {
        case 1:
            let size = try reader.optional { reader throws(WorkerChannelFailure) in try reader.size() }
            self = .examine(thumbnail: size, hasSideCar: try reader.truth())
        case 2: self = .thumbnail(try reader.size())
        case 3: self = .decode(try reader.size(), onlyPictures: try reader.truth())
        case 4: self = .encodeJPEG(try reader.size(), quality: Int(try reader.integer(UInt8.self)))
        case 5: self = .makeJPEG(quality: Int(try reader.integer(UInt8.self)))
        case 6: self = .copy(CopyLimits(size: try reader.integer(), pictureSize: try reader.integer()))
        case 7: self = .describeMovie
        case 8:
            self = .planRemoval(MetadataRemoval(rawValue: try reader.integer(in: 1...MetadataRemoval.all.rawValue)))
        case 9: self = .exportMovie(try reader.export())
        default: throw .violation
        }
        try reader.finish()
    }
}

/// The largest file that is copied, in bytes.
package struct CopyLimits: Hashable, Sendable {
    package var size: Int64
    /// For an image that is neither RAW nor TIFF.
    package var pictureSize: Int64

    package init(size: Int64, pictureSize: Int64) {
        self.size = size
        self.pictureSize = pictureSize
    }
}

extension PayloadWriter {
    mutating func put(_ size: PixelSize) {
        put(UInt32(clamping: size.width))
        put(UInt32(clamping: size.height))
    }
}

extension PayloadReader {
    /// A valid size of an image.
    mutating func size() throws(WorkerChannelFailure) -> PixelSize {
        let sides = 1...PictureBounds.maximumSide
        return PixelSize(width: try count(in: sides), height: try count(in: sides))
    }
}
