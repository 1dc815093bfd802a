// PhotoJournal: a diary with photos, which may be opened on several machines.
//
// Limited access is enough: for each new entry it asks the person to select photos, and uses exactly those. It also
// puts them into an album of its own. The entries are in a file, with cloud identifiers: on another machine, whose
// library has other local identifiers, they find the same photos where that library is synchronised with this one, and
// photos with the same content where it is not. Where a photo is missing the file's name is shown, and where several
// have the content the person chooses one.
//
// Info.plist beside the program has its name and purpose, and turns off the automatic question for more photos.
//
//     PhotoJournal --journal diary.json new "Walked around the lake."
//     PhotoJournal --journal diary.json list
//     PhotoJournal --journal diary.json choose
import PhotosUI

exit(await PhotoJournalProgram.run(Array(CommandLine.arguments.dropFirst())))
