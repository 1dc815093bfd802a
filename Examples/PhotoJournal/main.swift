// PhotoJournal: a diary with photos.
//
// Limited access is enough: for each new entry it asks the person to select photos, and uses exactly those. It also
// puts them into an album of its own. The entries are in a file.
//
// Info.plist beside the program has its name and purpose, and turns off the automatic question for more photos.
//
//     PhotoJournal --journal diary.json new "Walked around the lake."
//     PhotoJournal --journal diary.json list
import PhotosUI

exit(await PhotoJournalProgram.run(Array(CommandLine.arguments.dropFirst())))
