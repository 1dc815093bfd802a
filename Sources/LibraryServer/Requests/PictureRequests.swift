internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Thumbnails, and encoding of apps' pictures.

extension ThumbnailCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try size.checkOfPicture()
        let resources = try session.view.resources(of: asset, includesDeleted: true, cancellation: cancellation)
        let pixels = try session.pixels(from: resources, size, resource, isStored: isStored, cancellation)
        session.note(.looksAt, CollectionOfOne(asset))
        // No preview was stored for this size: makes one for the next request.
        if resource == nil, pixels.isOfOriginal, size.fits(Rendition.preview.box) {
            session.library.renditionMaker?.add([asset])
        }
        let actual = pixels.size
        return Answer(actual, pixels.takeMemory())
    }
}

extension EncodeJPEGCall: DescriptorCall {
    /// Encodes pixels as a file, for apps that may add.
    func answer(
        in session: Session,
        _ pixels: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply> {
        try session.view.requireTakingFiles()
        try size.checkOfPicture()
        try JPEGQuality.check(quality)
        let requester = session.requester(cancellation)
        let file = try session.library.media.encodeJPEG(of: pixels, size: size, quality: quality, for: requester)
        return Answer(EmptyResult(), file)
    }
}

extension DecodePictureCall: DescriptorCall {
    /// Decodes a picture that an app attaches, if the app may hand files over, as long work in its share.
    func answer(
        in session: Session,
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply> {
        try box.checkOfPicture()
        try session.checkPicture(file)
        let pixels = try session.library.media.decodePixels(
            ofPicture: file,
            fitting: box,
            for: session.requester(cancellation)
        )
        let actual = pixels.size
        return Answer(actual, pixels.takeMemory())
    }
}

extension ExaminePictureCall: DescriptorCall {
    /// Reads the metadata of a picture that an app attaches, if the app may hand files over.
    func answer(
        in session: Session,
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply> {
        try session.checkPicture(file)
        let examined = try session.library.media.examine(file, for: session.requester(cancellation))
        guard examined.metadata.kind == .image else { throw LibraryError(.invalidResource, "the file is no picture") }
        return Answer(PictureFacts(examined.metadata))
    }
}

extension ThumbnailFileCall: AnsweredCall {
    /// The stored thumbnail, created when it is missing.
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        let resources = try session.view.resources(of: asset, includesDeleted: true, cancellation: cancellation)
        guard let resource = resources.shown else { throw .noSuchFile }
        let digest = try resource.originalDigest()
        let file = try session.library.renditions.thumbnailFile(
            of: digest,
            from: resource.origin(digest),
            for: session.requester(cancellation)
        )
        return Answer(EmptyResult(), file)
    }
}

extension Session {
    /// A picture of an asset from its files, of a checked size.
    func pixels(
        from resources: [StoredResource],
        _ size: PixelSize,
        _ kind: ResourceKind?,
        isStored: Bool = false,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> PixelMemory {
        let wanted = kind.map { kind in resources.first { $0.info.kind == kind } } ?? resources.shown
        guard let resource = wanted else { throw .noSuchFile }
        let digest = try resource.originalDigest()
        let (origin, requester) = (resource.origin(digest), requester(cancellation))
        let pixels =
            isStored
            ? try library.renditions.storedPixels(of: digest, from: origin, fitting: size, for: requester)
            : try library.renditions.pixels(of: digest, from: origin, fitting: size, for: requester)
        if pixels.isOfOriginal { library.originalUses.note(digest, at: library.store.now) }
        return pixels
    }

    /// Throws unless the app may hand files over and the file is in sealed memory, which neither blocks nor changes.
    fileprivate func checkPicture(_ file: borrowing OwnedDescriptor) throws(LibraryError) {
        try view.requireTakingFiles()
        guard SealedMemory.isSealed(file) else {
            throw LibraryError(.invalidRequest, "a picture comes in sealed memory")
        }
        let size: Int64
        do throws(SystemCallError) { size = try file.status().size } catch { throw LibraryError(error, "a picture") }
        guard size <= DecodePictureCall.maximumFileSize else {
            let largest = DecodePictureCall.maximumFileSize >> 20
            throw LibraryError(.limitExceeded, "a picture has at most \(largest) MiB")
        }
    }

    func requester(_ cancellation: Cancellation) -> Requester { Requester(principal.share, cancellation) }
}

extension [StoredResource] {
    /// The file of an asset's current state: the edit if there is one, else the original.
    var shown: StoredResource? {
        first { $0.info.kind == .fullSizePhoto || $0.info.kind == .fullSizeVideo } ?? first
    }
}

extension StoredResource {
    /// The digest under which the bundle stores it.
    func originalDigest() throws(LibraryError) -> ContentDigest {
        guard let digest = ContentDigest(originalAt: relativePath) else {
            throw LibraryError(.internal, "a resource that is no original")
        }
        return digest
    }

    /// The origin of the file with this digest.
    func origin(_ digest: ContentDigest) -> FileOrigin {
        switch info.kind {
        // The asset's creator brought its original files.
        case .photo, .video, .audio, .alternatePhoto, .pairedVideo: addedBy.map { .addedBy($0) } ?? .owner
        default: .file(digest)
        }
    }
}
