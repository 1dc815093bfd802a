// Timings for benchmarks: `performance.getEntriesByType("measure")`.
//
// - first-thumbnail, first-screen: from the page being asked for to the first and to all thumbnails of the first
//   screen.
// - month: from asking for a month to all its thumbnails on the screen being there.
// - search: from a change of the search to its results being laid out.

const running = new Map();
const once = new Set();

/** Starts a measurement; replaces one that was started before. */
export function begin(name) { running.set(name, performance.now()); }

/** Ends it, if it was started. */
export function finish(name) {
    const start = running.get(name);
    if (start === undefined) return;
    running.delete(name);
    measure(name, start);
}

/** Measures from the start of navigation, the first time only. */
export function firstTime(name) {
    if (once.has(name)) return;
    once.add(name);
    measure(name, 0);
}

function measure(name, start) {
    // A decoded picture is on the screen after the next frame.
    requestAnimationFrame(() => performance.measure(name, { start, end: performance.now() }));
}
