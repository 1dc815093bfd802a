internal import Glibc
internal import LibraryModel
package import LinuxSystem
package import MediaWorkerProtocol

/// The main loop of `photolibrary-media`: reads jobs from its parent's socket, one at a time, until the parent closes
/// it.
package struct WorkerProgram: ~Copyable {
    /// Seconds after which a worker without a parent ends itself. Longer than any parent waits.
    private static let longestJob: CUnsignedInt = 300
    /// The size of the pixels that come with a job, in bytes: those of the largest image.
    private static let maximumPixelBytes = PixelImage.maximumSide * PixelImage.maximumSide * 4

    private let channel: WorkerChannel
    private let role: WorkerRole
    private let sandbox: SandboxReport

    /// Sets this process's resource limits, initializes its libraries, and enters the sandbox. For a process with one
    /// thread.
    package init(socket: consuming OwnedDescriptor, _ arguments: WorkerArguments) throws {
        channel = WorkerChannel(socket)
        role = arguments.role
        try OwnProcess.confine()
        var sandbox = WorkerSandbox(isWanted: arguments.isSandboxed)
        try MediaLibraries.limitProcess(role)
        // A copier reads the structure of files by itself.
        if role != .copier { try MediaLibraries.start() }
        sandbox.close(mayCloneFiles: role == .copier)
        self.sandbox = sandbox.report
    }

    /// Runs a worker process, which a server has started.
    package static func run() -> Never {
        let understands = { (arguments: [String]) in arguments.allSatisfy(WorkerArguments.all.contains) }
        WorkerStart.run("photolibrary-media", "reads photos and videos", understands: understands) {
            socket,
            arguments in
            let watched = try socket.duplicate()
            let program = try WorkerProgram(socket: socket, WorkerArguments(arguments))
            try WorkerStart.endWithParent(watched)
            try program.run()
        }
    }

    /// Works until the parent closes its end.
    package borrowing func run() throws {
        try channel.send(.ready, 0, payload: sandbox.encoded)
        while true {
            do throws(WorkerChannelFailure) {
                var frame = try channel.receive()
                guard frame.kind == .job else { throw .violation }
                // Copies and exports have no deadline here; the parent watches their progress.
                if role == .decoder { alarm(WorkerProgram.longestJob) }
                let answer = answer(to: try MediaJob(decoding: frame.payload), frame.number, &frame.descriptors)
                alarm(0)
                try channel.send(
                    .answer,
                    frame.number,
                    payload: answer.result.encoded,
                    descriptors: answer.attachments
                )
            } catch {
                if error == .closed { return }
                throw error
            }
        }
    }

    private struct Answer: ~Copyable {
        var result: MediaResult
        var attachments = DescriptorList()
    }

    private borrowing func answer(
        to job: MediaJob,
        _ number: UInt32,
        _ descriptors: inout DescriptorList
    ) -> Answer {
        do throws(LibraryError) {
            guard let file = descriptors.takeFirst() else {
                throw LibraryError(.protocolViolation, "a media job without a file")
            }
            switch (role, job) {
            case (.copier, .copy(let limits)):
                guard let destination = descriptors.takeFirst() else {
                    throw LibraryError(.protocolViolation, "a copy without a destination")
                }
                return Answer(
                    result: .copy(try FileCopier.copy(try WorkerProgram.opened(file), to: destination, limits))
                )
            case (.copier, .planRemoval(let removal)): return try WorkerProgram.planRemoval(removal, of: file)
            case (.copier, _): throw LibraryError(.protocolViolation, "a copier decodes nothing")
            case (.exporter, .exportMovie(let export)):
                guard let destination = descriptors.takeFirst() else {
                    throw LibraryError(.protocolViolation, "an export without a destination")
                }
                return Answer(
                    result: .exported(size: try self.export(export, WorkerProgram.opened(file), destination, number))
                )
            case (.exporter, _): throw LibraryError(.protocolViolation, "an exporter does nothing else")
            case (.decoder, .examine(let thumbnail, let hasSideCar)):
                let sideCar = hasSideCar ? try WorkerProgram.sideCar(in: descriptors.takeFirst()) : nil
                return try WorkerProgram.examine(file, sideCar, thumbnail)
            case (.decoder, .describeMovie):
                let file = try WorkerProgram.opened(file)
                return Answer(result: .movie(try MediaFile(descriptor: file.rawValue).describeMovie()))
            case (.decoder, _): return try WorkerProgram.perform(job, on: file)
            }
        } catch {
            return Answer(result: .failure(error))
        }
    }

    /// A staged file arrives inside a socket: this process is the first to receive it, besides the one that enclosed
    /// it. It can be taken once: an empty socket belonged to a worker that took the file and died.
    private static func opened(_ file: consuming OwnedDescriptor) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            guard try file.status().kind == .socket else { return file }
            if let enclosed = try file.receiveEnclosed() { return enclosed }
        } catch {
            throw LibraryError(.internal, "a file cannot be received: \(error)")
        }
        throw .unreadable("the file stopped the program that read it first")
    }

    private static func sideCar(in memory: consuming OwnedDescriptor?) throws(LibraryError) -> [UInt8] {
        guard let memory else { throw LibraryError(.protocolViolation, "a side-car that did not come") }
        do throws(SystemCallError) {
            return try MappedMemory(sealed: memory, maximumCount: SideCar.maximumSize).bytes
        } catch {
            throw LibraryError(.invalidRequest, "a side-car comes in sealed memory")
        }
    }

    private static func examine(
        _ file: borrowing OwnedDescriptor,
        _ sideCar: [UInt8]?,
        _ thumbnailSize: PixelSize?
    ) throws(LibraryError) -> Answer {
        let media = try MediaFile(descriptor: file.rawValue)
        var metadata = try media.readMetadata(sideCar: sideCar)
        guard let thumbnailSize else { return Answer(result: .metadata(metadata, picture: nil)) }
        let picture = try media.decode(fitting: thumbnailSize)
        metadata.isDamaged = metadata.isDamaged || picture.isDamaged
        let jpeg = try picture.image.encodedJPEG(quality: MediaLimits.thumbnailQuality)
        return Answer(
            result: .metadata(metadata, picture: picture.image.size),
            attachments: DescriptorList(try SealedMemory.ofResult(jpeg))
        )
    }

    private static func perform(_ job: MediaJob, on file: borrowing OwnedDescriptor) throws(LibraryError) -> Answer {
        switch job {
        case .thumbnail(let size):
            let image = try MediaFile(descriptor: file.rawValue).decodePixels(fitting: size)
            let jpeg = try image.encodedJPEG(quality: MediaLimits.thumbnailQuality)
            return Answer(result: .picture(image.size), attachments: DescriptorList(try SealedMemory.ofResult(jpeg)))
        case .decode(let size, let onlyPictures):
            let media = try MediaFile(descriptor: file.rawValue)
            if onlyPictures, case .movie = media.format {
                throw LibraryError(.invalidResource, "the file is no picture")
            }
            let picture = try media.decodeSealed(fitting: size)
            let actual = picture.size
            return Answer(result: .picture(actual), attachments: DescriptorList(picture.takeMemory()))
        case .encodeJPEG(let size, let quality):
            let image = try pixels(of: file, size: size)
            return Answer(
                result: .picture(size),
                attachments: DescriptorList(try SealedMemory.ofResult(image.encodedJPEG(quality: quality)))
            )
        case .makeJPEG(let quality):
            let picture = try MediaFile(descriptor: file.rawValue).makeJPEG(quality: quality)
            return Answer(
                result: .picture(picture.size),
                attachments: DescriptorList(try SealedMemory.ofResult(picture.bytes))
            )
        case .examine, .describeMovie, .exportMovie, .copy, .planRemoval:
            throw LibraryError(.protocolViolation, "a decoder copies nothing")
        }
    }

    /// Exports a movie, and reports progress to the parent.
    private borrowing func export(
        _ export: MovieExport,
        _ file: borrowing OwnedDescriptor,
        _ destination: consuming OwnedDescriptor,
        _ number: UInt32
    ) throws(LibraryError) -> Int64? {
        let destination = try WorkerProgram.opened(destination)
        let media = try MediaFile(descriptor: file.rawValue)
        // Ends this process when the parent has ended.
        return try media.exportMovie(export, to: destination.rawValue) { thousandths in
            guard let progress = JobProgress(thousandths) else { return }
            do throws(WorkerChannelFailure) {
                try channel.send(.progress, number, payload: progress.encoded)
            } catch {
                _exit(1)
            }
        }
    }

    private static func planRemoval(
        _ removal: MetadataRemoval,
        of file: borrowing OwnedDescriptor
    ) throws(LibraryError) -> Answer {
        let patches = try RemovalPlan.make(for: try MediaFile(recognizing: file.rawValue), removing: removal)
        let bytes = FilePatches.encoded(patches)
        if bytes.isEmpty { return Answer(result: .removalPlan) }
        return Answer(result: .removalPlan, attachments: DescriptorList(try SealedMemory.ofResult(bytes)))
    }

    private static func pixels(of memory: borrowing OwnedDescriptor, size: PixelSize) throws(LibraryError) -> PixelImage
    {
        let mapped: MappedMemory
        do throws(SystemCallError) {
            mapped = try MappedMemory(sealed: memory, maximumCount: maximumPixelBytes)
        } catch {
            throw LibraryError(.invalidRequest, "pixels come in sealed memory")
        }
        let bytes = mapped.withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
        guard let image = PixelImage(size: size, rgba: bytes) else {
            throw LibraryError(.invalidRequest, "the pixels do not fit the picture's size")
        }
        return image
    }
}

extension SealedMemory {
    /// What a worker hands back.
    static func ofResult(_ bytes: [UInt8]) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            let memory = try make(bytes.span)
            // For receivers that read it instead of mapping it.
            try memory.seek(to: 0)
            return memory
        } catch {
            throw LibraryError(.internal, "no memory for a picture")
        }
    }
}
