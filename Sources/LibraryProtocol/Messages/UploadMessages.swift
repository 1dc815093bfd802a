package import CLibraryProtocol
package import LibraryModel

// Upload jobs.

extension HeaderField: MessageValue {
    package static let messageKind = MessageKind(photolibrary__header_field__init)

    package func write(to message: Message<Photolibrary__HeaderField>) {
        message.put(\.name, name)
        message.put(\.value, value)
    }

    package init(reading message: Message<Photolibrary__HeaderField>) throws(LibraryError) {
        self.init(try message.text(\.name).required("name"), try message.text(\.value).required("value"))
    }
}

extension UploadRequest: MessageValue {
    package static let messageKind = MessageKind(photolibrary__upload_request__init)

    package func write(to message: Message<Photolibrary__UploadRequest>) {
        message.put(\.url, url)
        message.put(\.method, method)
        message.put(\.n_headers, \.headers, headers)
        message.put(\.has_timeout, \.timeout, timeout)
    }

    package init(reading message: Message<Photolibrary__UploadRequest>) throws(LibraryError) {
        self.init(
            url: try message.text(\.url).required("url"),
            method: try message.text(\.method).required("method"),
            headers: try message.parts(\.n_headers, \.headers)
        )
        if let seconds = message.number(\.has_timeout, \.timeout) { timeout = seconds }
    }
}

extension UploadResponse: MessageValue {
    package static let messageKind = MessageKind(photolibrary__upload_response__init)

    package func write(to message: Message<Photolibrary__UploadResponse>) {
        message.put(\.has_status, \.status, status)
        message.put(\.n_headers, \.headers, headers)
    }

    package init(reading message: Message<Photolibrary__UploadResponse>) throws(LibraryError) {
        self.init(
            status: try message.number(\.has_status, \.status).required("status"),
            headers: try message.parts(\.n_headers, \.headers)
        )
    }
}

extension UploadJobCreation: MessageValue {
    package static let messageKind = MessageKind(photolibrary__upload_job_creation__init)

    package func write(to message: Message<Photolibrary__UploadJobCreation>) {
        message.put(\.has_id, \.id, id)
        message.put(\.has_asset, \.asset, asset)
        message.put(\.has_resource, \.resource, resource.rawValue)
        message.put(\.destination, destination)
    }

    package init(reading message: Message<Photolibrary__UploadJobCreation>) throws(LibraryError) {
        self.init(
            id: try message.objectID(\.has_id, \.id).required("id"),
            asset: try message.objectID(\.has_asset, \.asset).required("asset"),
            resource: ResourceKind(rawValue: try message.number(\.has_resource, \.resource).required("resource")),
            destination: try message.part(\.destination)
        )
    }
}

/// The message of `ChangeOperation.retryUploadJob`.
struct UploadJobRetry: MessageValue {
    static let messageKind = MessageKind(photolibrary__upload_job_retry__init)

    var job: ObjectID
    var destination: UploadRequest?

    init(job: ObjectID, destination: UploadRequest?) { (self.job, self.destination) = (job, destination) }

    func write(to message: Message<Photolibrary__UploadJobRetry>) {
        message.put(\.has_job, \.job, job)
        message.put(\.destination, destination)
    }

    init(reading message: Message<Photolibrary__UploadJobRetry>) throws(LibraryError) {
        job = try message.objectID(\.has_job, \.job).required("job")
        destination = try message.part(\.destination)
    }
}

extension UploadJob: MessageValue {
    package static let messageKind = MessageKind(photolibrary__upload_job__init)

    package func write(to message: Message<Photolibrary__UploadJob>) {
        message.put(\.has_id, \.id, id)
        message.put(\.has_asset, \.asset, asset)
        message.put(\.resource, resource)
        message.put(\.has_state, \.state, UInt32(state.rawValue))
        message.put(\.destination, destination)
        message.put(\.response, response)
        message.put(\.has_failure_code, \.failure_code, failure?.code.rawValue)
        message.put(\.failure_reason, failure?.reason)
    }

    package init(reading message: Message<Photolibrary__UploadJob>) throws(LibraryError) {
        let state = try message.number(\.has_state, \.state).required("state")
        guard let state = UInt8(exactly: state).flatMap(State.init(rawValue:)) else { throw .malformed("state") }
        self.init(
            id: try message.objectID(\.has_id, \.id).required("id"),
            asset: try message.objectID(\.has_asset, \.asset).required("asset"),
            resource: try message.part(\.resource).required("resource"),
            state: state,
            destination: try message.part(\.destination),
            response: try message.part(\.response),
            failure: message.number(\.has_failure_code, \.failure_code)
                .map { LibraryError(LibraryError.Code(rawValue: $0), message.text(\.failure_reason) ?? "") }
        )
    }
}

extension UploadSettings: ReplyMessage {
    package static let field = ResponseField.uploadSettings
    package static let messageKind = MessageKind(photolibrary__upload_settings__init)

    package func write(to message: Message<Photolibrary__UploadSettings>) {
        message.put(\.has_is_enabled, \.is_enabled, isEnabled)
        message.put(
            \.has_prevents_expensive_network_access,
            \.prevents_expensive_network_access,
            preventsExpensiveNetworkAccess
        )
    }

    package init(reading message: Message<Photolibrary__UploadSettings>) {
        self.init(
            isEnabled: message.flag(\.has_is_enabled, \.is_enabled),
            preventsExpensiveNetworkAccess: message.flag(
                \.has_prevents_expensive_network_access,
                \.prevents_expensive_network_access
            )
        )
    }
}

extension UploadOrigin {
    init(wire text: String) throws(LibraryError) {
        guard let origin = UploadOrigin(text) else {
            throw LibraryError(.invalidRequest, "a server is named as https://host, with a port if need be")
        }
        self = origin
    }
}

extension UploadDestination: MessageValue {
    package static let messageKind = MessageKind(photolibrary__upload_destination__init)

    package func write(to message: Message<Photolibrary__UploadDestination>) {
        message.put(\.origin, origin.text)
        message.put(\.has_is_allowed, \.is_allowed, isAllowed)
        message.put(\.has_allows_local, \.allows_local, allowsLocal)
    }

    package init(reading message: Message<Photolibrary__UploadDestination>) throws(LibraryError) {
        self.init(
            try UploadOrigin(wire: message.text(\.origin).required("origin")),
            isAllowed: try message.flag(\.has_is_allowed, \.is_allowed).required("is_allowed"),
            allowsLocal: message.flag(\.has_allows_local, \.allows_local) ?? false
        )
    }
}

extension UploadQuestion: MessageValue {
    package static let messageKind = MessageKind(photolibrary__upload_question__init)

    package func write(to message: Message<Photolibrary__UploadQuestion>) {
        message.put(\.origin, origin.text)
        message.put(\.has_count, \.count, UInt64(clamping: count))
        message.put(\.has_examples, \.examples, examples)
    }

    package init(reading message: Message<Photolibrary__UploadQuestion>) throws(LibraryError) {
        self.init(
            try UploadOrigin(wire: message.text(\.origin).required("origin")),
            count: Int(clamping: try message.number(\.has_count, \.count).required("count")),
            examples: try message.objectIDs(\.has_examples, \.examples) ?? []
        )
    }
}
