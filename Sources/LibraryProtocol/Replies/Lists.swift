package import CLibraryProtocol
package import LibraryModel

// Replies that are lists.

package struct AssetDetailsList: ReplyMessage {
    package static let field = ResponseField.details
    package static let messageKind = MessageKind(photolibrary__asset_details_list__init)

    package var details: [AssetDetails]

    package init(_ details: [AssetDetails]) { self.details = details }

    package func write(to message: Message<Photolibrary__AssetDetailsList>) {
        message.put(\.n_details, \.details, details)
    }

    package init(reading message: Message<Photolibrary__AssetDetailsList>) throws(LibraryError) {
        details = try message.parts(\.n_details, \.details)
    }
}

package struct ResourceList: ReplyMessage {
    package static let field = ResponseField.resources
    package static let messageKind = MessageKind(photolibrary__resource_list__init)

    package var resources: [ResourceInfo]

    package init(_ resources: [ResourceInfo]) { self.resources = resources }

    package func write(to message: Message<Photolibrary__ResourceList>) {
        message.put(\.n_resources, \.resources, resources)
    }

    package init(reading message: Message<Photolibrary__ResourceList>) throws(LibraryError) {
        resources = try message.parts(\.n_resources, \.resources)
    }
}

package struct GrantList: ReplyMessage {
    package static let field = ResponseField.grants
    package static let messageKind = MessageKind(photolibrary__grant_list__init)

    package var grants: [AppGrant]

    package init(_ grants: [AppGrant]) { self.grants = grants }

    package func write(to message: Message<Photolibrary__GrantList>) { message.put(\.n_grants, \.grants, grants) }

    package init(reading message: Message<Photolibrary__GrantList>) throws(LibraryError) {
        grants = try message.parts(\.n_grants, \.grants)
    }
}

package struct DeveloperFolderList: ReplyMessage {
    package static let field = ResponseField.developerFolders
    package static let messageKind = MessageKind(photolibrary__developer_folder_list__init)

    package var folders: [DeveloperFolder]

    package init(_ folders: [DeveloperFolder]) { self.folders = folders }

    package func write(to message: Message<Photolibrary__DeveloperFolderList>) {
        message.put(\.n_folders, \.folders, folders)
    }

    package init(reading message: Message<Photolibrary__DeveloperFolderList>) throws(LibraryError) {
        folders = try message.parts(\.n_folders, \.folders)
    }
}

package struct CloudIdentifierList: ReplyMessage {
    package static let field = ResponseField.cloudIdentifiers
    package static let messageKind = MessageKind(photolibrary__cloud_identifier_list__init)

    package var identifiers: [CloudIdentifier?]

    package init(_ identifiers: [CloudIdentifier?]) { self.identifiers = identifiers }

    package func write(to message: Message<Photolibrary__CloudIdentifierList>) {
        message.put(\.has_identifiers, \.identifiers, identifiers)
    }

    package init(reading message: Message<Photolibrary__CloudIdentifierList>) throws(LibraryError) {
        identifiers = try message.cloudIdentifiers(\.has_identifiers, \.identifiers).required("identifiers")
    }
}

/// Lists of objects, packed one after the other, with the length of each.
package struct LocalIdentifierList: ReplyMessage {
    package static let field = ResponseField.localIdentifiers
    package static let messageKind = MessageKind(photolibrary__local_identifier_list__init)

    package var lists: [[LocalIdentifier]]

    package init(_ lists: [[LocalIdentifier]]) { self.lists = lists }

    package func write(to message: Message<Photolibrary__LocalIdentifierList>) {
        message.put(\.n_counts, \.counts, lists.map { UInt32(clamping: $0.count) })
        message.put(\.has_objects, \.objects, lists.flatMap { $0 })
    }

    package init(reading message: Message<Photolibrary__LocalIdentifierList>) throws(LibraryError) {
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

/// Months and their counts, in two columns.
package struct MonthList: ReplyMessage {
    package static let field = ResponseField.months
    package static let messageKind = MessageKind(photolibrary__months__init)

    package var counts: [MonthCount]

    package init(_ counts: [MonthCount]) { self.counts = counts }

    package func write(to message: Message<Photolibrary__Months>) {
        message.put(\.n_months, \.months, counts.map { $0.month ?? -1 })
        message.put(\.n_counts, \.counts, counts.map { UInt64(clamping: $0.count) })
    }

    package init(reading message: Message<Photolibrary__Months>) throws(LibraryError) {
        let months: [Int32] = message.column(\.n_months, \.months)
        let counts: [UInt64] = message.column(\.n_counts, \.counts)
        guard months.count == counts.count else { throw .malformed("months") }
        self.counts = zip(months, counts).map { MonthCount(month: $0 < 0 ? nil : $0, count: Int(clamping: $1)) }
    }
}

package struct UploadJobList: ReplyMessage {
    package static let field = ResponseField.uploadJobs
    package static let messageKind = MessageKind(photolibrary__upload_job_list__init)

    package var jobs: [UploadJob]

    package init(_ jobs: [UploadJob]) { self.jobs = jobs }

    package func write(to message: Message<Photolibrary__UploadJobList>) { message.put(\.n_jobs, \.jobs, jobs) }

    package init(reading message: Message<Photolibrary__UploadJobList>) throws(LibraryError) {
        jobs = try message.parts(\.n_jobs, \.jobs)
    }
}
