// Camera: adds photos to the library, without reading it.
//
// An app that only adds requests the access level `.addOnly`: it can add photos and sees none, not even its own. It
// adds the files on its command line unchanged; without any, it "takes" pictures of a generated landscape.
//
//     Camera --count 2
//     Camera IMG_0001.jpg IMG_0002.jpg
//
// Prints the local identifier of each new asset, one per line.
import Photos

exit(await CameraProgram.run(Array(CommandLine.arguments.dropFirst())))
