// Darkroom: edits photos without touching their originals.
//
// The edit is a rendered picture and a recipe (`PHAdjustmentData`) that says how it was made; the original stays, and
// the edit can be taken back by this or any other app. All photos that are named are changed in one step, or none is.
//
//     Darkroom 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --sepia --favorite
//     Darkroom 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --revert
import Photos

exit(await DarkroomProgram.run(Array(CommandLine.arguments.dropFirst())))
