// AlbumByMonth: keeps an album for every month and a folder for every year.
//
// It sorts the whole library once and from then on only what changed: its change token is in a file of its own. The
// token is all that it remembers: albums and folders are found by their titles, and to add a photo to an album that
// has it changes nothing, so that it may be ended at any moment. With limited access it sorts what it may see, into
// albums of its own.
//
//     AlbumByMonth --state months.state
import Photos

exit(await AlbumByMonthProgram.run(Array(CommandLine.arguments.dropFirst())))
