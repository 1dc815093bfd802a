// HikingCollage: draws one picture of all photos of each of your hikes.
//
// The example of Apple's talk "Discover PhotoKit change history" (WWDC22): an app that does not run all the time asks
// the library on its next start only for the changes since. Its change token, and which photos are on which collage,
// are in a state file; it redraws a collage only when one of its photos was added, deleted or edited. With --watch it
// keeps running and follows changes.
//
//     HikingCollage --hikes hikes.json --state hikes.state --output Collages
//
// where hikes.json is [{"name": "Ridge walk", "start": "2026-06-14T08:00:00Z", "end": "2026-06-14T17:30:00Z"}, ...].
import Photos

exit(await HikingCollageProgram.run(Array(CommandLine.arguments.dropFirst())))
