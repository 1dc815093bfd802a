// Camera: adds photos to the library, and may do nothing else.
//
// An app that only adds asks for the access level `.addOnly`: it can put photos in, and sees none, not even its own.
// Files that are named are added as they are; without any, the camera "takes" pictures of a landscape that it makes up.
//
//     Camera --count 2
//     Camera IMG_0001.jpg IMG_0002.jpg
//
// Standard output has the local identifier of each new asset, a line each.
import Photos

exit(await CameraProgram.run(Array(CommandLine.arguments.dropFirst())))
