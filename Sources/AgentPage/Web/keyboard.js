// The keys of a grid: arrows, Home, End and page keys move, with Shift they select the range; Space selects, Enter
// opens, Control-A selects everything.

/** Handles a key. Dispatches "toggle", "open" and "all" on `grid`. */
export function pressed(event, grid) {
    const { layout } = grid;
    if (event.altKey || layout.count === 0) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key !== "a" && event.key !== "Home" && event.key !== "End") return;
    const from = Math.max(0, grid.active);
    const target = targetOf(event.key, from, grid);
    if (target !== null) {
        grid.activate(target);
        if (event.shiftKey) grid.tell("toggle", { index: grid.active, extend: true });
    } else if (event.key === " ") {
        grid.tell("toggle", { index: from, extend: event.shiftKey });
    } else if (event.key === "Enter") {
        grid.tell("open", { index: from });
    } else if (event.key === "a" && isControl) {
        grid.tell("all", {});
    } else {
        return;
    }
    event.preventDefault();
}

/** The index that a key leads to; null for none. */
function targetOf(key, from, grid) {
    const { layout } = grid;
    const sideways = getComputedStyle(grid.scroller).direction === "rtl" ? -1 : 1;
    const page = Math.max(1, Math.floor(grid.viewHeight / layout.rowHeight) - 1);
    switch (key) {
    case "ArrowRight": return from + sideways;
    case "ArrowLeft": return from - sideways;
    case "ArrowDown": return layout.vertically(from, 1);
    case "ArrowUp": return layout.vertically(from, -1);
    case "PageDown": return layout.vertically(from, page);
    case "PageUp": return layout.vertically(from, -page);
    case "Home": return 0;
    case "End": return layout.count - 1;
    default: return null;
    }
}
