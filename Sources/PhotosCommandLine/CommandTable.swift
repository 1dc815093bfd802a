/// Every command of the tool, in the order of the help.
enum CommandTable {
    static let commands: [CommandDescription] =
        [
            ImportCommand.description,
            ListCommand.description,
            InfoCommand.description,
            OpenCommand.description,
            EditCommand.description,
            ChangeCommands.favorite,
            ChangeCommands.unfavorite,
            ChangeCommands.setDate,
            ChangeCommands.delete,
            TrashCommands.list,
            TrashCommands.restore,
            TrashCommands.empty,
            UndoCommand.description,
            ExportCommand.description,
            AlbumsCommand.description,
        ]
        + CollectionCommands.albums + [
            MemberCommands.addPhotos, MemberCommands.removePhotos, MemberCommands.sortPhotos,
        ]
        + CollectionCommands.folders + [MemberCommands.moveIntoFolder, MemberCommands.moveOutOfFolder] + owners

    private static let owners: [CommandDescription] = [
        HistoryCommand.description,
        HistoryCommand.token,
        WatchCommand.description,
        StatsCommand.description,
        VerifyCommand.description,
        PrivacyListCommand.description,
        PrivacyShowCommands.show,
        PrivacyCommands.set,
        PrivacyCommands.select,
        PrivacyCommands.deselect,
        PrivacyShowCommands.selection,
        PrivacyCommands.preferences,
        PrivacyCommands.destination,
        PrivacyChangesCommands.changes,
        PrivacyChangesCommands.undo,
        PrivacyCommands.revoke,
        PrivacyCommands.forget,
        PrivacyDeveloperCommand.description,
        CloudSetup.setup,
        CloudSetup.join,
        CloudCommands.status,
        CloudCommands.sync,
        CloudCommands.pause,
        CloudCommands.resume,
        CloudLimit.limit,
        CloudCommands.devices,
        CloudCommands.forget,
        CloudCommands.verify,
        CloudOptimize.description,
        CloudSetup.key,
        CloudCommands.off,
        AgentCommand.description,
        DoctorCommand.description,
        CompletionsCommand.completions,
        CompletionsCommand.manual,
    ]
}
