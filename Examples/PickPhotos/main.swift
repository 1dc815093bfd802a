// PickPhotos: the person picks photos and movies, and this program copies them into a folder.
//
// It needs no access to the library: it gets what was picked and nothing else. What is in the folder is selected when
// the picker appears the next time; what the person deselects then is taken out of the folder again.
//
//     PickPhotos --into ~/Slides --only images --ordered --limit 20
import PhotosUI

exit(await PickPhotosProgram.run(Array(CommandLine.arguments.dropFirst())))
