package import CLibraryProtocol
package import LibraryModel

// Originals that are in the bucket alone.

extension OriginalStorage: MessageValue {
    package static let messageKind = MessageKind(photolibrary__original_storage__init)

    package func write(to message: Message<Photolibrary__OriginalStorage>) {
        message.put(\.has_local_files, \.local_files, localFiles)
        message.put(\.has_local_bytes, \.local_bytes, localBytes)
        message.put(\.has_cloud_files, \.cloud_files, cloudFiles)
        message.put(\.has_cloud_bytes, \.cloud_bytes, cloudBytes)
        message.put(\.has_refused_files, \.refused_files, refusedFiles)
    }

    package init(reading message: Message<Photolibrary__OriginalStorage>) {
        self.init()
        localFiles = message.number(\.has_local_files, \.local_files) ?? 0
        localBytes = message.number(\.has_local_bytes, \.local_bytes) ?? 0
        cloudFiles = message.number(\.has_cloud_files, \.cloud_files) ?? 0
        cloudBytes = message.number(\.has_cloud_bytes, \.cloud_bytes) ?? 0
        refusedFiles = message.number(\.has_refused_files, \.refused_files) ?? 0
    }
}

extension PlannedOriginal: MessageValue {
    package static let messageKind = MessageKind(photolibrary__planned_original__init)

    package func write(to message: Message<Photolibrary__PlannedOriginal>) {
        message.put(\.has_content, \.content, content)
        message.put(\.has_size, \.size, size)
        message.put(\.has_last_use, \.last_use, lastUse)
        message.put(\.has_generation, \.generation, generation)
    }

    package init(reading message: Message<Photolibrary__PlannedOriginal>) throws(LibraryError) {
        self.init(
            content: try message.bytes(\.has_content, \.content).required("content"),
            size: try message.number(\.has_size, \.size).required("size"),
            lastUse: message.number(\.has_last_use, \.last_use) ?? 0,
            generation: message.number(\.has_generation, \.generation) ?? 0
        )
        guard size >= 0 else { throw .malformed("size") }
    }
}

extension StoragePlan: ReplyMessage {
    package static let field = ResponseField.storagePlan
    package static let messageKind = MessageKind(photolibrary__storage_plan__init)

    package func write(to message: Message<Photolibrary__StoragePlan>) {
        message.put(\.has_excess, \.excess, excess)
        message.put(\.n_originals, \.originals, originals)
        if bringsBack { message.put(\.has_brings_back, \.brings_back, true) }
    }

    package init(reading message: Message<Photolibrary__StoragePlan>) throws(LibraryError) {
        self.init(
            excess: message.number(\.has_excess, \.excess) ?? 0,
            originals: try message.parts(\.n_originals, \.originals),
            bringsBack: message.flag(\.has_brings_back, \.brings_back) ?? false
        )
    }
}

extension WantedOriginal: ReplyMessage {
    package static let field = ResponseField.wantedOriginal
    package static let messageKind = MessageKind(photolibrary__wanted_original__init)

    package func write(to message: Message<Photolibrary__WantedOriginal>) {
        message.put(\.has_content, \.content, content)
        message.put(\.has_generation, \.generation, generation)
        if isCancelled { message.put(\.has_is_cancelled, \.is_cancelled, true) }
    }

    package init(reading message: Message<Photolibrary__WantedOriginal>) throws(LibraryError) {
        self.init(
            try message.bytes(\.has_content, \.content).required("content"),
            generation: try message.number(\.has_generation, \.generation).required("generation"),
            isCancelled: message.flag(\.has_is_cancelled, \.is_cancelled) ?? false
        )
    }
}

extension DownloadReport: MessageValue {
    package static let messageKind = MessageKind(photolibrary__download_report__init)

    package func write(to message: Message<Photolibrary__DownloadReport>) {
        message.put(\.has_content, \.content, content)
        message.put(\.has_received, \.received, received)
        message.put(\.has_failure, \.failure, failure?.code.rawValue)
        message.put(\.reason, failure?.reason)
        if failure?.isRetryable == true { message.put(\.has_is_retryable, \.is_retryable, true) }
    }

    package init(reading message: Message<Photolibrary__DownloadReport>) throws(LibraryError) {
        self.init(
            try message.bytes(\.has_content, \.content).required("content"),
            received: message.number(\.has_received, \.received) ?? 0
        )
        failure = message.number(\.has_failure, \.failure).map { code in
            LibraryError(
                LibraryError.Code(rawValue: code),
                message.text(\.reason) ?? "",
                isRetryable: message.flag(\.has_is_retryable, \.is_retryable) ?? false
            )
        }
    }
}
