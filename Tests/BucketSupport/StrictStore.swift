package import CloudBuckets
internal import Digests
internal import LibraryModel
internal import LibraryTestSupport
internal import LinuxSystem
internal import LoopbackHTTP
internal import Synchronization

/// A store of S3's kind that does no more than S3 promises, and fails on demand: the oracle for what a bucket is used
/// for. It checks every signature itself, knows no conditional writes, and keeps a list of what it was asked.
package final class StrictStore: Sendable {
    fileprivate struct Object {
        var bytes: [UInt8]
        var tag: String
    }

    fileprivate struct Upload {
        var name: String
        var parts: [Int: Object] = [:]
    }

    fileprivate struct State {
        var objects: [String: Object] = [:]
        /// Before the last write.
        var formerObjects: [String: Object] = [:]
        var uploads: [String: Upload] = [:]
        var uploadCount = 0
        var operations: [StoreOperation] = []
        var faults: [(operation: StoreOperation?, fault: StoreFault)] = []
        var chaos: (percent: Int, random: SeededGenerator)?
        var pageLength = 1_000
        /// Milliseconds that the store's clock is ahead.
        var clockOffset: Int64 = 0
        /// What it was asked in a way that S3 would not have understood.
        var refusals: [String] = []
    }

    private static let bucket = "photos"
    private static let region = "test-region-1"
    private static let accessKey = "TESTACCESSKEY"
    private static let secretKey = "test/secret+key"
    /// Of all parts but the last one.
    private static let leastPartLength = 5 * 1024 * 1024

    private let state = Mutex(State())
    private let server = Mutex<LoopbackServer?>(nil)

    package init() throws {
        let server = try LoopbackServer.start { [weak self] in self?.answer($0) ?? .nothing }
        self.server.withLock { $0 = server }
    }

    deinit { server.withLock { $0?.stop() } }

    // MARK: For tests

    package var endpoint: String { server.withLock { $0?.url ?? "" } }

    /// The URL of the bucket, with a prefix.
    package func url(prefix: String = "library") -> String {
        "s3://\(StrictStore.bucket)/\(prefix)?endpoint=\(endpoint)&region=\(StrictStore.region)"
    }

    /// The credentials of a program that uses it.
    package static let environment = ["AWS_ACCESS_KEY_ID": accessKey, "AWS_SECRET_ACCESS_KEY": secretKey]

    /// The bucket as a client of it.
    package func connect(
        secretKey: String? = nil,
        pace: TransferPace = TransferPace(TransferLimits()),
        journal: UploadJournal? = nil
    ) throws -> S3Bucket {
        guard case .s3(let location) = try BucketURL(url()) else { preconditionFailure("the URL is s3://") }
        var configuration = try S3Configuration(environment: [:])
        configuration.credentials = S3Credentials(
            accessKey: StrictStore.accessKey,
            secretKey: secretKey ?? StrictStore.secretKey
        )
        return try S3Bucket(location, configuration, pace: pace, journal: journal)
    }

    /// The next request of an operation fails so; nil for the next of any.
    package func failNext(_ operation: StoreOperation?, _ fault: StoreFault, times: Int = 1) {
        state.withLock { state in for _ in 0..<times { state.faults.append((operation, fault)) } }
    }

    /// So many requests of a hundred fail, each in a way that is drawn.
    package func beginChaos(percent: Int, seed: UInt64) {
        state.withLock { $0.chaos = (percent, SeededGenerator(seed: seed)) }
    }

    package func endFaults() {
        state.withLock { state in
            state.chaos = nil
            state.faults = []
        }
    }

    package func setPageLength(_ length: Int) { state.withLock { $0.pageLength = length } }
    package func setClock(ahead milliseconds: Int64) { state.withLock { $0.clockOffset = milliseconds } }

    /// What it was asked, in order.
    package var operations: [StoreOperation] { state.withLock { $0.operations } }
    package func forgetOperations() { state.withLock { $0.operations = [] } }
    package var refusals: [String] { state.withLock { $0.refusals } }
    package var names: [String] { state.withLock { $0.objects.keys.sorted() } }
    package var pendingUploads: Int { state.withLock { $0.uploads.count } }
    package func bytes(_ name: String) -> [UInt8]? { state.withLock { $0.objects[name]?.bytes } }
    package func replace(_ name: String, with bytes: [UInt8]) {
        state.withLock { $0.objects[name] = Object(bytes: bytes, tag: StrictStore.tag(bytes)) }
    }

    // MARK: Answers

    private func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
        let root = "/\(StrictStore.bucket)"
        let isBucket = request.path == root
        let name = request.path.hasPrefix(root + "/") ? String(request.path.dropFirst(root.count + 1)) : ""
        return state.withLock { state in
            let now = WallClock.milliseconds() + state.clockOffset
            func dated(_ answer: LoopbackAnswer) -> LoopbackAnswer { answer.adding("Date", StrictStore.date(now)) }
            let signature = StoreSignature(
                accessKey: StrictStore.accessKey,
                secretKey: StrictStore.secretKey,
                region: StrictStore.region
            )
            switch signature.verdict(request, now: now) {
            case .good: break
            case .skewed: return dated(.error(403, "RequestTimeTooSkewed"))
            case .denied: return dated(.error(403, "SignatureDoesNotMatch"))
            }
            guard isBucket || !name.isEmpty, let operation = StoreOperation(request, isBucket: isBucket),
                !request.headers.contains(where: { $0.name.hasPrefix("if-") })
            else {
                state.refusals.append("\(request.method) \(request.target)")
                return dated(.error(501, "NotImplemented"))
            }
            state.operations.append(operation)
            let fault = state.fault(for: operation)
            switch fault {
            case .status(let status, let code)?: return dated(.error(status, code))
            case .later(let seconds)?: return dated(.error(503, "SlowDown").adding("Retry-After", "\(seconds)"))
            case .cutBefore?: return .nothing
            case .nonsense(let text)?: return dated(.answer(200, text))
            case .stale? where operation == .list:
                return dated(StrictStore.list(state.formerObjects, request, state.pageLength))
            case .cutAfter?, .cutAnswer?, .stale?, nil: break
            }
            let answer = dated(StrictStore.perform(operation, name, request, &state))
            switch fault {
            case .cutAfter?: return .nothing
            case .cutAnswer(let count)?: return answer.cut(after: count)
            default: return answer
            }
        }
    }

    private static func perform(
        _ operation: StoreOperation,
        _ name: String,
        _ request: LoopbackRequest,
        _ state: inout State
    ) -> LoopbackAnswer {
        let values = Dictionary(request.query.map { ($0.name, decoded($0.value)) }) { first, _ in first }
        let upload = values["uploadId"] ?? ""
        switch operation {
        case .list: return list(state.objects, request, state.pageLength)
        case .get, .head:
            guard let object = state.objects[name] else { return .error(404, "NoSuchKey") }
            return object.answer(range: request.header("range"))
        case .put:
            state.formerObjects = state.objects
            let object = Object(bytes: request.body, tag: tag(request.body))
            state.objects[name] = object
            return .answer(200, headers: [("ETag", "\"\(object.tag)\"")])
        case .delete:
            state.formerObjects = state.objects
            let text = String(decoding: request.body, as: UTF8.self)
            let keys = text.components(between: "<Key>", and: "</Key>")
            guard request.header("content-md5") != nil, (1...1_000).contains(keys.count) else {
                return .error(400, "MalformedXML")
            }
            for key in keys { state.objects[key] = nil }
            return .xml("<DeleteResult></DeleteResult>")
        case .listUploads:
            let entries = state.uploads.filter { $0.value.name.hasPrefix(values["prefix"] ?? "") }.map {
                "<Upload><Key>\($0.value.name)</Key><UploadId>\($0.key)</UploadId><Initiated>\($0.key)</Initiated>"
                    + "</Upload>"
            }
            return .xml("<ListMultipartUploadsResult>\(entries.joined())</ListMultipartUploadsResult>")
        case .beginUpload:
            state.uploadCount += 1
            let identifier = "upload/\(state.uploadCount)+x="
            state.uploads[identifier] = Upload(name: name)
            return .xml(
                "<InitiateMultipartUploadResult><UploadId>\(identifier)</UploadId></InitiateMultipartUploadResult>"
            )
        case .putPart:
            guard let number = values["partNumber"].flatMap({ Int($0) }), (1...10_000).contains(number) else {
                return .error(400, "InvalidArgument")
            }
            guard state.uploads[upload]?.name == name else { return .error(404, "NoSuchUpload") }
            let part = Object(bytes: request.body, tag: tag(request.body))
            state.uploads[upload]?.parts[number] = part
            return .answer(200, headers: [("ETag", "\"\(part.tag)\"")])
        case .listParts:
            guard let found = state.uploads[upload], found.name == name else { return .error(404, "NoSuchUpload") }
            return listParts(found, after: values["part-number-marker"].flatMap { Int($0) } ?? 0, state.pageLength)
        case .abortUpload:
            guard state.uploads[upload]?.name == name else { return .error(404, "NoSuchUpload") }
            state.uploads[upload] = nil
            return .answer(204, headers: [])
        case .completeUpload:
            guard let found = state.uploads[upload], found.name == name else { return .error(404, "NoSuchUpload") }
            let text = String(decoding: request.body, as: UTF8.self)
            let numbers = text.components(between: "<PartNumber>", and: "</PartNumber>").compactMap { Int($0) }
            let tags = text.components(between: "<ETag>\"", and: "\"</ETag>")
            let parts = numbers.compactMap { found.parts[$0] }
            guard numbers == numbers.sorted(), !numbers.isEmpty, parts.map(\.tag) == tags else {
                return .error(400, "InvalidPart")
            }
            guard parts.dropLast().allSatisfy({ $0.bytes.count >= leastPartLength }) else {
                return .error(400, "EntityTooSmall")
            }
            state.formerObjects = state.objects
            state.uploads[upload] = nil
            let bytes = parts.flatMap(\.bytes)
            let object = Object(bytes: bytes, tag: "\(tag(bytes))-\(parts.count)")
            state.objects[name] = object
            return .xml(
                "<CompleteMultipartUploadResult><ETag>&quot;\(object.tag)&quot;</ETag></CompleteMultipartUploadResult>"
            )
        }
    }

    private static func list(
        _ objects: [String: Object],
        _ request: LoopbackRequest,
        _ pageLength: Int
    ) -> LoopbackAnswer {
        let values = Dictionary(request.query.map { ($0.name, decoded($0.value)) }) { first, _ in first }
        let names = objects.keys.filter { $0.hasPrefix(values["prefix"] ?? "") }.sorted()
            .filter { $0 > values["continuation-token"] ?? "" }
        let page = names.prefix(pageLength)
        let entries = page.compactMap { name in
            objects[name].map {
                "<Contents><Key>\(name)</Key><ETag>&quot;\($0.tag)&quot;</ETag><Size>\($0.bytes.count)</Size>"
                    + "</Contents>"
            }
        }
        let hasMore = names.count > page.count
        let next = hasMore ? "<NextContinuationToken>\(page.last ?? "")</NextContinuationToken>" : ""
        return .xml(
            "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><IsTruncated>\(hasMore)</IsTruncated>"
                + "\(next)\(entries.joined())</ListBucketResult>"
        )
    }

    private static func listParts(_ upload: Upload, after marker: Int, _ pageLength: Int) -> LoopbackAnswer {
        let numbers = upload.parts.keys.filter { $0 > marker }.sorted()
        let page = numbers.prefix(pageLength)
        let entries = page.compactMap { number in
            upload.parts[number].map {
                "<Part><PartNumber>\(number)</PartNumber><ETag>&quot;\($0.tag)&quot;</ETag>"
                    + "<Size>\($0.bytes.count)</Size></Part>"
            }
        }
        let next = "<NextPartNumberMarker>\(page.last ?? 0)</NextPartNumberMarker>"
        return .xml(
            "<ListPartsResult><IsTruncated>\(numbers.count > page.count)</IsTruncated>\(next)\(entries.joined())"
                + "</ListPartsResult>"
        )
    }

    private static func tag(_ bytes: [UInt8]) -> String { MD5.digest(of: bytes).hexadecimal }

    private static func date(_ milliseconds: Int64) -> String {
        let days = milliseconds / 86_400_000
        // Counted from a Thursday, 1970-01-01.
        var rest = days
        var year: Int64 = 1970
        func length(_ year: Int64) -> Int64 { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
        while rest >= length(year) {
            rest -= length(year)
            year += 1
        }
        var month = 0
        let lengths = [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while rest >= lengths[month] {
            rest -= lengths[month]
            month += 1
        }
        let seconds = milliseconds / 1_000 % 86_400
        func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(days % 7)]
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekday), \(two(rest + 1)) \(names[month]) \(year) "
            + "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)) GMT"
    }

    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StrictStore.State {
    fileprivate mutating func fault(for operation: StoreOperation) -> StoreFault? {
        if let index = faults.firstIndex(where: { $0.operation == nil || $0.operation == operation }) {
            return faults.remove(at: index).fault
        }
        guard chaos != nil, (chaos?.random.below(100) ?? 0) < chaos?.percent ?? 0 else { return nil }
        let choices: [StoreFault] = [
            .cutBefore, .cutAfter, .cutAnswer(3), .status(503, "SlowDown"), .status(409, "OperationAborted"),
            .status(412, "PreconditionFailed"), .status(500, "InternalError"), .stale,
        ]
        return choices[chaos?.random.below(choices.count) ?? 0]
    }
}

extension StrictStore.Object {
    fileprivate func answer(range: String?) -> LoopbackAnswer {
        let headers = [(name: "ETag", value: "\"\(tag)\"")]
        guard let range else { return .answer(status: 200, headers: headers, body: bytes) }
        guard range.hasPrefix("bytes="), range.hasSuffix("-"), let start = Int(range.dropFirst(6).dropLast()),
            start < bytes.count
        else { return .error(416, "InvalidRange") }
        let part = Array(bytes[start...])
        let content = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        return .answer(status: 206, headers: headers + [("Content-Range", content)], body: part)
    }
}

extension LoopbackAnswer {
    fileprivate static func xml(_ text: String) -> LoopbackAnswer {
        .answer(200, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(text)")
    }

    fileprivate static func error(_ status: Int, _ code: String) -> LoopbackAnswer {
        .answer(status, "<Error><Code>\(code)</Code><Message>made</Message></Error>")
    }

    fileprivate func adding(_ name: String, _ value: String) -> LoopbackAnswer {
        guard case .answer(let status, let headers, let body) = self else { return self }
        return .answer(status: status, headers: headers + [(name, value)], body: body)
    }

    fileprivate func cut(after count: Int) -> LoopbackAnswer {
        guard case .answer(let status, let headers, let body) = self, body.count > count else { return .nothing }
        return .cut(status: status, headers: headers, body: body, after: count)
    }
}

extension String {
    /// What lies between two marks, wherever that is.
    fileprivate func components(between start: String, and end: String) -> [String] {
        split(separator: start, omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)[0])
        }
    }
}
