// A question in the centre of the page.

import { shown } from "./attention.js";
import { element, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { appName, bareName, evidenceTitle, quoted } from "./words.js";

/** `heading` is an <h1> with an id; `dismiss` leaves the question undecided. */
export function sheet({ heading, picture = null, body, answers, dismiss }) {
    const node = element(
        "section",
        {
            class: "sheet", role: "dialog", "aria-labelledby": heading.id,
            onkeydown: (event) => {
                if (event.key !== "Escape") return;
                event.preventDefault();
                dismiss();
            },
        },
        iconButton(icon("close"), localized("Decide later"), dismiss, { class: "icon-button sheet-close" }),
        picture, heading, ...body, element("div", { class: "answers", role: "group" }, answers)
    );
    shown();
    return { node, focus() { heading.focus(); } };
}

/**
 * Who asks: the evidence, and, marked as such, the app's own claims. `showsIcon`: with the icon that the program is
 * installed with, where no other picture of the app is near.
 */
export function identity(app, usage = app.usage, { showsIcon = false } = {}) {
    const claims = [];
    if (app.claimedName && app.claimedName !== bareName(app)) claims.push([localized("Calls itself"), app.claimedName]);
    if (app.claimedScript) claims.push([localized("Says it runs"), app.claimedScript]);
    if (usage) claims.push([localized("Says why"), usage]);
    return element(
        "div", { class: "identity" },
        element(
            "div", { class: "evidence" },
            showsIcon && app.evidence.hasIcon ? appIcon(app) : null,
            element(
                "dl", {}, element("dt", {}, evidenceTitle(app.evidence)),
                element("dd", { dir: "auto" }, app.evidence.text)
            )
        ),
        app.warnings.map((text) => element("p", { class: "warning" }, icon("warning"), element("span", {}, text))),
        claims.length === 0 ? null : element(
            "div", { class: "claim", role: "group", "aria-label": localized("What the app says of itself, not verified") },
            element("p", { class: "claim-title" }, localized("The app’s own words – not verified")),
            element("dl", {}, claims.flatMap(([name, value]) => [
                element("dt", {}, name), element("dd", { dir: "auto" }, quoted(value)),
            ]))
        )
    );
}

/** The icon that an app's program is installed with; else its monogram. */
export function appIcon(app) {
    if (!app.evidence.hasIcon) return monogram(app);
    const icon = element("img", {
        class: "app-icon", alt: "", src: `/api/apps/icon?app=${encodeURIComponent(app.app)}`,
        onerror: () => icon.replaceWith(monogram(app)),
    });
    return icon;
}

/** The first letter of an app's name, on one of eight colours chosen by its identity. */
function monogram(app) {
    const [name, identity] = [appName(app), app.app];
    let sum = 0;
    for (const character of identity) sum = (sum * 31 + character.codePointAt(0)) % 65_521;
    const letter = [...name].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? "•";
    return element("span", { class: `monogram tone-${sum % 8}`, "aria-hidden": "true" }, letter.toUpperCase());
}
