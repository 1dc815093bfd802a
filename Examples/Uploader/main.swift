// Uploader: sends the person's photos to a server, and new ones whenever it is started.
//
// The library sends, in the background, also after this program has ended (`PHAssetResourceUploadJob`); it asks the
// person first, by the server's name. It has at most `jobLimit` jobs of an app at once: when they are over it starts
// this program with `--process-upload-jobs`, which takes notice of them and has the next photos sent.
//
// What is still to be sent is in $XDG_STATE_HOME/uploader.json, or in ~/.local/state.
//
//     Uploader --to https://photos.example.org/inbox
//     Uploader
import Photos

exit(await UploaderProgram.run(Array(CommandLine.arguments.dropFirst())))
