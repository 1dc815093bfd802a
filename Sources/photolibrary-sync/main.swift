internal import CloudSyncProcess

// Closures written here would belong to the main actor, so there is one call and nothing else.
SyncProgram.run()
