extension Schema {
    /// When an asset was last edited or its edit reverted, and when an album or folder last changed: for those who see
    /// everything, and what of it a limited owner sees.
    ///
    /// Of edits from before it is known that they were not made after the asset was last changed. When older albums and
    /// folders changed is not known.
    static let editDates = """
        ALTER TABLE asset ADD COLUMN adjusted_date INTEGER;
        UPDATE asset SET adjusted_date = modification_date WHERE row IN (SELECT asset FROM adjustment);
        ALTER TABLE collection ADD COLUMN modification_date INTEGER;
        ALTER TABLE collection ADD COLUMN owner_modification_date INTEGER;
        """
}
