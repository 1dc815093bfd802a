// The way between the pages that are there without a question.

import { element } from "./dom.js";
import { localized } from "./localized.js";

const pages = [
    ["library", localized("Library"), "#library"], ["privacy", localized("Privacy"), "#"],
    ["cloud", localized("Cloud"), "#cloud"],
];

/** The page that the address names. */
export function currentPlace() {
    const [page] = location.hash.split("/");
    return { "#library": "library", "#changes": "whatChanged", "#cloud": "cloud" }[page] ?? "privacy";
}

const parts = ["album", "shelf", "view", "area", "country", "areaTitle", "burst"];

/** The parts of what is looked at that say where it is in the library. */
export function placeIn(criteria) { return Object.fromEntries(parts.map((part) => [part, criteria[part]])); }

/** Whether two are one place in the library. */
export function isSamePlace(one, other) { return JSON.stringify(placeIn(one)) === JSON.stringify(placeIn(other)); }

/**
 * The address of a place in the library. Photos near each other share one with those of a burst, and the browser
 * remembers which they are.
 */
export function addressOf({ album, shelf, view, area, country, burst }) {
    return area || country || burst ? "#library/place" : album ? `#library/album/${album}` : shelf ? `#library/shelf/${shelf}`
        : view ? `#library/view/${view}` : "#library";
}

/** The place in the library that the address names; {} for all photos. */
export function addressedPlace() {
    if (location.hash === "#library/place") return placeIn(history.state?.place ?? {});
    const found = location.hash.match(/^#library\/(?:album\/([0-9A-Fa-f-]+)|shelf\/(hidden|deleted)|view\/(map))$/);
    const [album, shelf, view] = found?.slice(1) ?? [];
    return { album, shelf, view };
}

/** Makes the address that of a place: a new one to go back from, or instead of the present one. */
export function address(place, { isNew }) {
    const arguments_ = [{ place: placeIn(place) }, "", addressOf(place)];
    if (isNew) history.pushState(...arguments_); else history.replaceState(...arguments_);
}

/** Links to all pages, of which `current` is shown. */
export function places(current) {
    return element(
        "nav", { class: "places", "aria-label": localized("Pages") },
        pages.map(([name, title, href]) => element(
            "a", { href, "aria-current": name === current ? "page" : null }, title
        ))
    );
}
