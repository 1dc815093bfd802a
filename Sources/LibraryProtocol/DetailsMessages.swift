internal import CLibraryProtocol
internal import LibraryModel

// DetailsCall and AssetDetailsList.

extension MessageArena {
    func detailsCall(_ assets: [ObjectID]) -> UnsafeMutablePointer<Photolibrary__DetailsCall> {
        let message = unsafe make(photolibrary__details_call__init)
        unsafe message.pointee.assets = unsafe bytes(assets)
        return unsafe message
    }

    func detailsList(_ details: [AssetDetails]) -> UnsafeMutablePointer<Photolibrary__AssetDetailsList> {
        let message = unsafe make(photolibrary__asset_details_list__init)
        unsafe (message.pointee.n_details, message.pointee.details) = unsafe list(
            details.map { unsafe assetDetails($0) }
        )
        return unsafe message
    }

    private func assetDetails(_ details: AssetDetails) -> UnsafeMutablePointer<Photolibrary__AssetDetails> {
        let message = unsafe make(photolibrary__asset_details__init)
        guard details.exists else { return unsafe message }
        unsafe message.pointee.has_exists = 1
        unsafe message.pointee.exists = 1
        if let title = details.title { unsafe message.pointee.title = unsafe string(title) }
        if let caption = details.caption { unsafe message.pointee.caption = unsafe string(caption) }
        unsafe (message.pointee.n_keywords, message.pointee.keywords) = unsafe strings(details.keywords)
        unsafe message.pointee.filename = unsafe string(details.filename)
        unsafe message.pointee.has_file_size = 1
        unsafe message.pointee.file_size = UInt64(clamping: details.fileSize)
        if let date = details.adjustedDate {
            unsafe message.pointee.has_adjusted_date = 1
            unsafe message.pointee.adjusted_date = date
        }
        if let make = details.cameraMake { unsafe message.pointee.camera_make = unsafe string(make) }
        if let model = details.cameraModel { unsafe message.pointee.camera_model = unsafe string(model) }
        return unsafe message
    }
}

extension AssetDetails {
    init(decoding message: Photolibrary__AssetDetails) {
        self.init()
        exists = unsafe message.exists != 0
        title = unsafe decodeOptionalString(message.title)
        caption = unsafe decodeOptionalString(message.caption)
        keywords = unsafe decodeStrings(message.n_keywords, message.keywords)
        filename = unsafe decodeString(message.filename)
        fileSize = unsafe Int64(clamping: message.file_size)
        adjustedDate = unsafe message.has_adjusted_date != 0 ? message.adjusted_date : nil
        cameraMake = unsafe decodeOptionalString(message.camera_make)
        cameraModel = unsafe decodeOptionalString(message.camera_model)
    }
}
