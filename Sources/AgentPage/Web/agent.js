// Shows the prompt that has waited longest, else the page that the address names: of privacy, or of the cloud.
//
// A prompt does not replace a page that the person is using: a banner announces it, and shows it on request.

import * as attention from "./attention.js";
import { AccessView, SelectionView } from "./access.js";
import { ChangesView } from "./changes.js";
import { CloudView } from "./cloud.js";
import { announce, button, element, forgetAnnouncements, notify } from "./dom.js";
import { icon } from "./icons.js";
import { LibraryView } from "./library.js";
import { localized } from "./localized.js";
import { PickerView } from "./picker.js";
import { currentPlace } from "./places.js";
import { PrivacyView } from "./privacy.js";
import { Session } from "./session.js";
import { UploadView } from "./upload.js";
import { WhatChangedView } from "./whatchanged.js";
import { appName } from "./words.js";

const views = {
    access: AccessView, changes: ChangesView, picker: PickerView, selection: SelectionView, upload: UploadView,
};

const standing = { library: LibraryView, whatChanged: WhatChangedView, privacy: PrivacyView, cloud: CloudView };

const session = new Session();
const place = document.getElementById("view");
const banners = document.getElementById("banners");

let shown = null;
let view = null;
/** The number of a prompt that is only announced in the banner. */
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
                "section", { class: "sheet" }, icon("lock"), element("h1", {}, localized("This page has been closed")),
                element("p", { class: "sheet-text" }, localized("Open it again with the command")),
                element("p", { class: "command" }, element("code", {}, "photos agent --open"))
            )
        ));
        return;
    }
    // The current prompt stays, even when another agent leaves us an older one.
    const prompt = session.prompts.get(shown) ?? session.currentPrompt;
    const isUsed = shown in standing && view !== null && (view.isBusy || heldBack !== null || attention.isInUse());
    heldBack = prompt !== null && isUsed ? prompt.number : null;
    const key = prompt === null || heldBack !== null ? currentPlace() : prompt.number;
    // A picker does not need the size of the library.
    const isReady = session.library !== null || (prompt !== null && prompt.kind !== "access");
    if (isReady && key !== shown) {
        view?.close?.();
        shown = key;
        forgetAnnouncements();
        view = key in standing ? new standing[key](show) : new views[prompt.kind](session, prompt);
        place.replaceChildren(view.node);
        attention.shown();
        view.focus();
        if (!(key in standing)) announce(view.title);
    }
    document.title = `${prompt !== null ? "• " : ""}${view?.title ?? localized("Photos")}`;
    showBanners(prompt);
}

function showBanners(prompt) {
    const some = [];
    const banner = (name, kind, text, action = null) => some.push(element(
        "div", { class: `banner ${name}`, role: kind }, icon(name === "banner-queue" ? "photos" : "warning"),
        element("span", {}, text), action
    ));
    if (!session.isConnected) {
        banner("banner-lost", "alert", localized("photos-agent does not answer. Trying again…"));
    } else if (!session.hasServer) {
        banner("banner-lost", "alert", localized("The photo library cannot be reached. Trying again…"));
    } else if (session.readOnly !== null) {
        banner("banner-read-only", "status", localized("Nothing can be changed now: {reason}", { reason: session.readOnly }));
    }
    if (heldBack !== null) {
        const text = localized("“{app}” is asking for something.", { app: appName(prompt) });
        banner("banner-queue", "status", text, button(localized("Show"), () => {
            view.close();
            view = null;
            shown = null;
            heldBack = null;
            show();
        }));
    } else if (session.prompts.size > 1) {
        const more = session.prompts.size - 1;
        banner("banner-queue", "status", localized("{count} more questions wait.", { count: more }));
    }
    // Replaced only when something differs, so that nothing is read aloud twice.
    if (some.map((node) => node.textContent).join() === [...banners.children].map((node) => node.textContent).join()) {
        return;
    }
    banners.replaceChildren(...some);
    // Banners move the rest of the page.
    attention.moved();
}

session.addEventListener("change", show);
session.addEventListener("withdrawn", ({ detail }) => {
    if (detail === shown) notify(localized("That question is over: the app withdrew it, or it was answered elsewhere."));
});
session.addEventListener("update", ({ detail }) => {
    if (detail.number === shown) view.update?.(detail);
});
session.addEventListener("cloud", () => view?.cloudChanged?.());
addEventListener("hashchange", () => { if (shown in standing) show(); });
// Also between places that share an address.
addEventListener("popstate", () => { if (currentPlace() === shown) view?.addressChanged?.(); });
session.addEventListener("library", () => view?.libraryChanged?.());
session.start();
