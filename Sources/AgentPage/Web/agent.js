// Shows what waits for the person: the prompt that has waited longest, else the privacy page.
//
// Nothing takes the place of a page that the person is using: what comes meanwhile is said in a banner, and shown when
// they ask for it.

import * as attention from "./attention.js";
import { AccessView, SelectionView } from "./access.js";
import { ChangesView } from "./changes.js";
import { announce, button, element, notify } from "./dom.js";
import { icon } from "./icons.js";
import { PickerView } from "./picker.js";
import { PrivacyView } from "./privacy.js";
import { Session } from "./session.js";
import { appName, counted } from "./words.js";

const views = { access: AccessView, changes: ChangesView, picker: PickerView, selection: SelectionView };

const session = new Session();
const place = document.getElementById("view");
const banners = document.getElementById("banners");

let shown = null;
let view = null;
/** The number of the prompt that waits until the person asks for it. */
let heldBack = null;

function show() {
    if (session.isOver) {
        view?.close?.();
        view = null;
        shown = "over";
        banners.replaceChildren();
        place.replaceChildren(element(
            "div", { class: "page page-centered" },
            element(
                "section", { class: "sheet" }, icon("lock"), element("h1", {}, "This page has been closed"),
                element("p", { class: "sheet-text" }, "Open it again with the command"),
                element("p", { class: "command" }, element("code", {}, "photos agent --open"))
            )
        ));
        return;
    }
    // What is shown stays, also when an older question comes from another agent.
    const prompt = session.prompts.get(shown) ?? session.currentPrompt;
    const isUsed = view instanceof PrivacyView && (view.isBusy || heldBack !== null || attention.isInUse());
    heldBack = prompt !== null && isUsed ? prompt.number : null;
    const key = prompt === null || heldBack !== null ? "privacy" : prompt.number;
    // A picker does not wait for how many photos there are.
    const isReady = session.library !== null || (prompt !== null && prompt.kind !== "access");
    if (isReady && key !== shown) {
        view?.close?.();
        shown = key;
        view = key === "privacy" ? new PrivacyView(show) : new views[prompt.kind](session, prompt);
        place.replaceChildren(view.node);
        attention.shown();
        view.focus();
        if (prompt !== null && key !== "privacy") announce(view.title);
    }
    document.title = `${prompt !== null ? "• " : ""}${view?.title ?? "Photos"}`;
    showBanners(prompt);
}

function showBanners(prompt) {
    const some = [];
    const banner = (name, kind, text, action = null) => some.push(element(
        "div", { class: `banner ${name}`, role: kind }, icon(name === "banner-queue" ? "photos" : "warning"),
        element("span", {}, text), action
    ));
    if (!session.isConnected) {
        banner("banner-lost", "alert", "photos-agent does not answer. Trying again…");
    } else if (!session.hasServer) {
        banner("banner-lost", "alert", "The photo library cannot be reached. Trying again…");
    } else if (session.readOnly !== null) {
        banner("banner-read-only", "status", `Nothing can be changed now: ${session.readOnly}`);
    }
    if (heldBack !== null) {
        banner("banner-queue", "status", `“${appName(prompt)}” is asking for something.`, button("Show", () => {
            view.close();
            view = null;
            shown = null;
            heldBack = null;
            show();
        }));
    } else if (session.prompts.size > 1) {
        const more = session.prompts.size - 1;
        banner("banner-queue", "status", `${counted(more, "more question waits", "more questions wait")}.`);
    }
    // Made anew only when something is different, so that nothing is read aloud twice.
    if (some.map((node) => node.textContent).join() === [...banners.children].map((node) => node.textContent).join()) {
        return;
    }
    banners.replaceChildren(...some);
    // They move everything else.
    attention.moved();
}

session.addEventListener("change", show);
session.addEventListener("withdrawn", ({ detail }) => {
    if (detail === shown) notify("That question is over: the app has taken it back, or it was answered elsewhere.");
});
session.addEventListener("update", ({ detail }) => {
    if (detail.number === shown) view.update?.(detail);
});
session.addEventListener("library", () => view?.libraryChanged?.());
session.start();
