// SQLiteDatabase
