extension Schema {
    /// What program the person's decision about an app is for. NULL where that is not known yet, and for apps whose
    /// programs are updated under a name of their own.
    static let programs = """
        ALTER TABLE app ADD COLUMN program_content TEXT;
        ALTER TABLE app ADD COLUMN program_stamp TEXT;
        """
}
