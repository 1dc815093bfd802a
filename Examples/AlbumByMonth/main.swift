// AlbumByMonth: keeps an album for every month and a folder for every year.
//
// It sorts the whole library once, and then only changes: its change token is in a file. It stores nothing else: it
// finds albums and folders by title, and adding a photo twice has no effect, so it can be interrupted at any time. With
// limited access it sorts the photos that it may see, into albums of its own.
//
//     AlbumByMonth --state months.state
import Photos

exit(await AlbumByMonthProgram.run(Array(CommandLine.arguments.dropFirst())))
