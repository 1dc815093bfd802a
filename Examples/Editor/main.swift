// Editor: rotates, crops and desaturates a photo, step by step.
//
// The steps are the recipe of the edit (`PHAdjustmentData`). Another run reads the recipe, appends its own steps, and
// renders all of them from the original, so repeated editing loses no quality. `--revert` reverts the edit.
//
//     Editor 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --turn right --crop 0.1,0,0.8,1
//     Editor 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --black-and-white
//     Editor 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --show
//     Editor 9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001 --revert
import Photos

exit(await EditorProgram.run(Array(CommandLine.arguments.dropFirst())))
