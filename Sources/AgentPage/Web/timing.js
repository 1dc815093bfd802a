// The browser's own timings, for whoever measures: `performance.getEntriesByType("measure")`.
//
// - first-thumbnail, first-screen: from the page being asked for to the first and to all thumbnails of the first
//   screen.
// - month: from asking for a month to all its thumbnails on the screen being there.
// - search: from a change of the search to its results being laid out.

const running = new Map();
const once = new Set();

/** Begins what `finish` ends. A second beginning replaces the first. */
export function begin(name) { running.set(name, performance.now()); }

/** Ends it; does nothing if it has not begun. */
export function finish(name) {
    const start = running.get(name);
    if (start === undefined) return;
    running.delete(name);
    measure(name, start);
}

/** Measures from the time that the page was asked for, the first time only. */
export function firstTime(name) {
    if (once.has(name)) return;
    once.add(name);
    measure(name, 0);
}

function measure(name, start) {
    // A picture that has just been decoded is on the screen after the next frame.
    requestAnimationFrame(() => performance.measure(name, { start, end: performance.now() }));
}
