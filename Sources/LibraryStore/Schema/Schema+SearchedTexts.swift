extension Schema {
    /// Cameras as people say them, make and model; and indexes of what people look for by words, so that a search reads
    /// neither assets nor resources.
    static let searchedTexts = """
        ALTER TABLE asset ADD COLUMN camera TEXT
            GENERATED ALWAYS AS (ifnull(camera_make || ' ', '') || ifnull(camera_model, '')) VIRTUAL;
        CREATE INDEX asset_by_camera ON asset (camera);
        CREATE INDEX resource_by_filename ON resource (filename, asset) WHERE kind <= 3;
        """
}
