/// Every command of the tool, in the order of the help.
enum CommandTable {
    static let commands: [CommandDescription] = [
        ImportCommand.description,
        ListCommand.description,
        InfoCommand.description,
        AlbumsCommand.description,
        AlbumCommands.create,
        AlbumCommands.add,
        AlbumCommands.remove,
        ChangeCommands.favorite,
        ChangeCommands.unfavorite,
        ChangeCommands.setDate,
        ChangeCommands.delete,
        ExportCommand.description,
        HistoryCommand.description,
        HistoryCommand.token,
        WatchCommand.description,
        StatsCommand.description,
        VerifyCommand.description,
        PrivacyCommands.list,
        PrivacyCommands.set,
        PrivacyCommands.select,
        PrivacyCommands.deselect,
        AgentCommand.description,
    ]
}
