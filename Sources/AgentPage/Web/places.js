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

/** What the address names in the library: {album}, {shelf} or {view}; {} for all photos. */
export function addressedPlace() {
    const found = location.hash.match(/^#library\/(?:album\/([0-9A-Fa-f-]+)|shelf\/(hidden|deleted)|view\/(map))$/);
    const [album, shelf, view] = found?.slice(1) ?? [];
    return { album, shelf, view };
}

/** The address of a place in the library. What is nearer than these has none of its own. */
export function addressOf({ album, shelf, view }) {
    return album ? `#library/album/${album}` : shelf ? `#library/shelf/${shelf}` : view ? `#library/view/${view}` : "#library";
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
