package import CLibraryProtocol
package import LibraryModel

// Texts and files' figures of assets.

extension AssetDetails: MessageValue {
    package static let messageKind = MessageKind(photolibrary__asset_details__init)

    package func write(to message: Message<Photolibrary__AssetDetails>) {
        guard exists else { return }
        message.put(\.has_exists, \.exists, true)
        message.put(\.title, title)
        message.put(\.caption, caption)
        message.put(\.n_keywords, \.keywords, keywords)
        message.put(\.filename, filename)
        message.put(\.has_file_size, \.file_size, UInt64(clamping: fileSize))
        message.put(\.has_adjusted_date, \.adjusted_date, adjustedDate)
        message.put(\.camera_make, cameraMake)
        message.put(\.camera_model, cameraModel)
    }

    package init(reading message: Message<Photolibrary__AssetDetails>) {
        self.init()
        exists = message.flag(\.has_exists, \.exists) ?? false
        title = message.text(\.title)
        caption = message.text(\.caption)
        keywords = message.texts(\.n_keywords, \.keywords)
        filename = message.text(\.filename) ?? ""
        fileSize = Int64(clamping: message.number(\.has_file_size, \.file_size) ?? 0)
        adjustedDate = message.number(\.has_adjusted_date, \.adjusted_date)
        cameraMake = message.text(\.camera_make)
        cameraModel = message.text(\.camera_model)
    }
}
