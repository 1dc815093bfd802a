// Shows what waits for the person: the prompt that has waited longest, else the privacy page.

import { AccessView, SelectionView } from "./access.js";
import { ChangesView } from "./changes.js";
import { announce, button, element } from "./dom.js";
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
/** The person has put this prompt aside to finish something. */
let isHeldBack = false;

function show() {
    if (session.isOver) {
        view?.close();
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
    const prompt = session.currentPrompt;
    isHeldBack = prompt !== null && view instanceof PrivacyView && view.isBusy;
    const key = prompt === null || isHeldBack ? "privacy" : prompt.number;
    // A picker does not wait for how many photos there are.
    const isReady = session.library !== null || (prompt !== null && prompt.kind !== "access");
    if (isReady && key !== shown) {
        view?.close();
        shown = key;
        view = key === "privacy" ? new PrivacyView(show) : new views[prompt.kind](session, prompt);
        place.replaceChildren(view.node);
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
    if (isHeldBack) {
        banner("banner-queue", "status", `“${appName(prompt)}” is asking for something.`, button("Show", () => {
            view.close();
            view = null;
            shown = null;
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
}

session.addEventListener("change", show);
session.addEventListener("withdrawn", ({ detail }) => {
    if (detail === shown) announce("The app no longer waits for an answer.");
});
session.addEventListener("update", ({ detail }) => {
    if (detail.number === shown) view.update?.(detail);
});
session.addEventListener("library", () => view?.libraryChanged?.());
session.start();
