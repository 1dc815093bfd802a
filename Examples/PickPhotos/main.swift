// PickPhotos: the person picks photos and movies, and this program copies them into a folder.
//
// It needs no access to the library: it gets the picked items and nothing else. The next picker has the items in the
// folder preselected; deselected ones are deleted from the folder.
//
//     PickPhotos --into ~/Slides --only images --ordered --limit 20
import PhotosUI

exit(await PickPhotosProgram.run(Array(CommandLine.arguments.dropFirst())))
