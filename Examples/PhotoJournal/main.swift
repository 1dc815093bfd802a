// PhotoJournal: a diary with photos.
//
// It is content with limited access: with every new entry it asks the person which photos belong to it, and uses
// exactly those. They are in an album of its own as well. Entries are in a file of its own.
//
// Info.plist beside the program says who asks and why, and that the program itself asks for more photos.
//
//     PhotoJournal --journal diary.json new "Walked around the lake."
//     PhotoJournal --journal diary.json list
import PhotosUI

exit(await PhotoJournalProgram.run(Array(CommandLine.arguments.dropFirst())))
