// The way between the pages that are there without a question.

import { element } from "./dom.js";
import { localized } from "./localized.js";

const pages = [
    ["library", localized("Library"), "#library"], ["privacy", localized("Privacy"), "#"],
    ["cloud", localized("Cloud"), "#cloud"],
];

/** The page that the address names. */
export function currentPlace() {
    return { "#library": "library", "#changes": "whatChanged", "#cloud": "cloud" }[location.hash] ?? "privacy";
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
