// Darkroom: edits photos without touching their originals.
//
// An edit is a rendered picture and a recipe (`PHAdjustmentData`) that says how it was made; the original stays, and
// this or any other app can revert the edit. All photos on the command line are changed in one block, or none.
//
//     Darkroom 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --sepia --favorite
//     Darkroom 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --revert
import Photos

exit(await DarkroomProgram.run(Array(CommandLine.arguments.dropFirst())))
