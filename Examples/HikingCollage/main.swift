// HikingCollage: for each of your hikes, one picture of all the photos that you took on it.
//
// It is the example of Apple's talk "Discover PhotoKit change history" (WWDC22): an app that need not run all the time,
// and that on its next start asks the library only for what changed since. Its change token, and which photos are on
// which collage, are in a state file of its own; a collage is drawn anew only when one of its photos came, went or was
// edited. With --watch it stays and follows changes as they are made.
//
//     HikingCollage --hikes hikes.json --state hikes.state --output Collages
//
// where hikes.json is [{"name": "Ridge walk", "start": "2026-06-14T08:00:00Z", "end": "2026-06-14T17:30:00Z"}, ...].
import Photos

exit(await HikingCollageProgram.run(Array(CommandLine.arguments.dropFirst())))
