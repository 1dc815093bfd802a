/// An edit: the recipe (`PHAdjustmentData`) and the rendered files.
package struct EditValue: Hashable, Sendable {
    package var formatIdentifier: String
    package var formatVersion: String
    package var data: [UInt8]
    package var rendered: ResourceList

    package init(formatIdentifier: String, formatVersion: String, data: [UInt8], rendered: ResourceList) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
        self.rendered = rendered
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(counted: formatIdentifier.utf8)
        writer.put(counted: formatVersion.utf8)
        writer.put(counted: data)
        rendered.write(to: &writer)
        return writer.bytes
    }

    package init(bytes: [UInt8]) throws(SyncFailure) {
        var reader = ByteReader(bytes)
        formatIdentifier = try reader.text(upTo: ResourceList.maximumTextLength)
        formatVersion = try reader.text(upTo: ResourceList.maximumTextLength)
        data = try reader.counted(upTo: Fragment.maximumValueLength)
        rendered = try ResourceList(from: &reader)
        try reader.finish()
    }
}
