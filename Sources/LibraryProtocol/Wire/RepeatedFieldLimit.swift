internal import CLibraryProtocol
internal import LibraryModel

/// The most entries of a repeated field in one message of a request, and the memory of each.
///
/// `UnpackCost` enforces it on the packed bytes, before unpacking; nothing checks it a second time.
struct RepeatedFieldLimit: Sendable {
    var maximum: Int
    /// Bytes of the Swift value of an entry.
    var valueSize: Int
    /// Distinguishes the limits of one message.
    var slot: Int
    private var name: StaticString
    /// The address of the field's descriptor.
    private var field: UInt

    private init<Fields, Value>(
        _ kind: MessageKind<Fields>,
        _ number: UInt32,
        slot: Int = 0,
        atMost maximum: Int,
        _ value: Value.Type,
        _ name: StaticString
    ) {
        guard let field = unsafe protobuf_c_message_descriptor_get_field(kind.descriptor, number) else {
            preconditionFailure("a limit of a field that the schema does not have")
        }
        self.field = UInt(bitPattern: field)
        self.maximum = maximum
        self.slot = slot
        valueSize = MemoryLayout<Value>.stride
        self.name = name
    }

    var error: LibraryError {
        LibraryError(.limitExceeded, "\(name) at most \(maximum)", details: ["maximum": "\(maximum)"])
    }

    private static let all = lists + columns

    private static let lists: [RepeatedFieldLimit] = [
        RepeatedFieldLimit(
            MessageKind(photolibrary__perform_call__init),
            2,
            atMost: ChangeBlock.maximumOperations,
            ChangeOperation.self,
            "operations of a change block:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__asset_creation__init),
            2,
            atMost: AssetCreation.maximumResources,
            StagedResourceUse.self,
            "files of an asset:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__asset_completion__init),
            2,
            atMost: AssetCreation.maximumResources,
            StagedResourceUse.self,
            "files of an asset:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__keywords__init),
            1,
            atMost: AssetUpdate.maximumKeywords,
            String.self,
            "keywords of an asset:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__asset_update__init),
            15,
            atMost: AssetUpdate.maximumKeywords,
            String.self,
            "keywords to take away:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__asset_update__init),
            16,
            slot: 1,
            atMost: AssetUpdate.maximumKeywords,
            String.self,
            "keywords to add:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__predicate__init),
            1,
            atMost: PredicateProgram.maximumInstructions,
            PredicateInstruction.self,
            "instructions of a predicate:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__fetch_call__init),
            6,
            atMost: FetchRequest.maximumSortKeys,
            SortKey.self,
            "keys of a sort order:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__load_call__init),
            3,
            atMost: AssetPage.maximumRowsInMemory,
            RowHint.self,
            "hints of a page:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__history_call__init),
            6,
            atMost: HistoryFilter.maximumApps,
            String.self,
            "apps of a filter of history:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__upload_request__init),
            3,
            atMost: UploadRequest.maximumHeaders,
            HeaderField.self,
            "header fields of an upload job:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__apply_synced_call__init),
            3,
            atMost: SyncedBatch.maximumChanges,
            SyncedChange.self,
            "objects of a batch of another device:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__cloud_report__init),
            9,
            atMost: CloudReport.maximumDevices,
            CloudDevice.self,
            "devices of a report:"
        ),
        RepeatedFieldLimit(
            MessageKind(photolibrary__cloud_report__init),
            10,
            slot: 1,
            atMost: CloudReport.maximumProblems,
            String.self,
            "problems of a report:"
        ),
    ]

    /// Of an object of another device.
    private static let columns: [RepeatedFieldLimit] = {
        func column<Value>(
            _ number: UInt32,
            slot: Int,
            _ maximum: Int,
            _ value: Value.Type,
            _ name: StaticString
        ) -> RepeatedFieldLimit {
            RepeatedFieldLimit(
                MessageKind(photolibrary__synced_object__init),
                number,
                slot: slot,
                atMost: maximum,
                value,
                name
            )
        }
        let fields = SyncedChange.maximumFields
        return [
            column(5, slot: 0, fields, SyncedChange.Field.self, "fields of an object:"),
            column(6, slot: 1, fields, UInt32.self, "values of an object:"),
            column(8, slot: 2, fields, UInt32.self, "files of an object's fields:"),
            column(10, slot: 3, fields, SyncedChange.Elements.self, "sets of an object:"),
            column(11, slot: 4, fields, UInt32.self, "sizes of an object's sets:"),
            column(12, slot: 5, SyncedChange.maximumElements, [UInt8].self, "elements of an object's sets:"),
        ]
    }()

    /// The limit of a field; nil for fields of replies and of HELLO.
    static func of(_ field: UnsafePointer<ProtobufCFieldDescriptor>) -> RepeatedFieldLimit? {
        let address = UInt(bitPattern: field)
        return all.first { $0.field == address }
    }
}
