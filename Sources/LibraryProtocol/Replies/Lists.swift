internal import CLibraryProtocol
internal import LibraryModel

// Results that are lists.

struct AssetDetailsList: MessageValue {
    static let messageKind = MessageKind(photolibrary__asset_details_list__init)

    var details: [AssetDetails]

    init(_ details: [AssetDetails]) { self.details = details }

    func write(to message: Message<Photolibrary__AssetDetailsList>) { message.put(\.n_details, \.details, details) }

    init(reading message: Message<Photolibrary__AssetDetailsList>) throws(LibraryError) {
        details = try message.parts(\.n_details, \.details)
    }
}

struct ResourceList: MessageValue {
    static let messageKind = MessageKind(photolibrary__resource_list__init)

    var resources: [ResourceInfo]

    init(_ resources: [ResourceInfo]) { self.resources = resources }

    func write(to message: Message<Photolibrary__ResourceList>) { message.put(\.n_resources, \.resources, resources) }

    init(reading message: Message<Photolibrary__ResourceList>) throws(LibraryError) {
        resources = try message.parts(\.n_resources, \.resources)
    }
}

struct GrantList: MessageValue {
    static let messageKind = MessageKind(photolibrary__grant_list__init)

    var grants: [AppGrant]

    init(_ grants: [AppGrant]) { self.grants = grants }

    func write(to message: Message<Photolibrary__GrantList>) { message.put(\.n_grants, \.grants, grants) }

    init(reading message: Message<Photolibrary__GrantList>) throws(LibraryError) {
        grants = try message.parts(\.n_grants, \.grants)
    }
}

struct CloudIdentifierList: MessageValue {
    static let messageKind = MessageKind(photolibrary__cloud_identifier_list__init)

    var identifiers: [CloudIdentifier?]

    init(_ identifiers: [CloudIdentifier?]) { self.identifiers = identifiers }

    func write(to message: Message<Photolibrary__CloudIdentifierList>) {
        message.put(\.has_identifiers, \.identifiers, identifiers)
    }

    init(reading message: Message<Photolibrary__CloudIdentifierList>) throws(LibraryError) {
        identifiers = try message.cloudIdentifiers(\.has_identifiers, \.identifiers).required("identifiers")
    }
}

/// Lists in a row, and how long each is.
struct LocalIdentifierList: MessageValue {
    static let messageKind = MessageKind(photolibrary__local_identifier_list__init)

    var lists: [[LocalIdentifier]]

    init(_ lists: [[LocalIdentifier]]) { self.lists = lists }

    func write(to message: Message<Photolibrary__LocalIdentifierList>) {
        message.put(\.n_counts, \.counts, lists.map { UInt32(clamping: $0.count) })
        message.put(\.has_objects, \.objects, lists.flatMap { $0 })
    }

    init(reading message: Message<Photolibrary__LocalIdentifierList>) throws(LibraryError) {
        var objects = try message.localIdentifiers(\.has_objects, \.objects).required("objects")[...]
        lists = []
        for count in message.column(\.n_counts, \.counts) {
            guard count <= objects.count else { throw .malformed("counts") }
            lists.append(Array(objects.prefix(Int(count))))
            objects = objects.dropFirst(Int(count))
        }
        guard objects.isEmpty else { throw .malformed("counts") }
    }
}

/// Months and counts in columns.
struct MonthList: MessageValue {
    static let messageKind = MessageKind(photolibrary__months__init)

    var counts: [MonthCount]

    init(_ counts: [MonthCount]) { self.counts = counts }

    func write(to message: Message<Photolibrary__Months>) {
        message.put(\.n_months, \.months, counts.map { $0.month ?? -1 })
        message.put(\.n_counts, \.counts, counts.map { UInt64(clamping: $0.count) })
    }

    init(reading message: Message<Photolibrary__Months>) throws(LibraryError) {
        let months: [Int32] = message.column(\.n_months, \.months)
        let counts: [UInt64] = message.column(\.n_counts, \.counts)
        guard months.count == counts.count else { throw .malformed("months") }
        self.counts = zip(months, counts).map { MonthCount(month: $0 < 0 ? nil : $0, count: Int(clamping: $1)) }
    }
}
