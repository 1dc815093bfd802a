// Creates elements without markup: text from the library or from apps becomes a text node, never HTML.

import { localized } from "./localized.js";

/** An element. `on…` attributes are listeners; null, undefined and false leave an attribute out. */
export function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (key.startsWith("on")) {
            node.addEventListener(key.slice(2), value);
        } else {
            node.setAttribute(key, value === true ? "" : String(value));
        }
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return node;
}

/** A button with a text. */
export function button(title, action, attributes = {}) {
    return element("button", { type: "button", onclick: action, ...attributes }, title);
}

/** A button with an icon; its name is the tooltip and is read aloud. */
export function iconButton(picture, name, action, attributes = {}) {
    return element(
        "button",
        { type: "button", class: "icon-button", "aria-label": name, title: name, onclick: action, ...attributes },
        picture
    );
}

let lastNumber = 0;

/** An id that no other element has. */
export function uniqueID(prefix) {
    lastNumber += 1;
    return `${prefix}-${lastNumber}`;
}

/** The topmost modal dialog; undefined for none. */
function topDialog() { return [...document.querySelectorAll("dialog[open]")].at(-1); }

/** What is read aloud: of a modal dialog a region of its own, since everything else is out of reach then. */
function announcements() {
    const dialog = topDialog();
    if (dialog === undefined) return document.getElementById("announcements");
    const known = dialog.querySelector(":scope > .announcements");
    if (known !== null) return known;
    const region = element("div", { class: "announcements unseen", role: "status", "aria-live": "polite" });
    dialog.append(region);
    return region;
}

/** Announces a text to screen readers. */
export function announce(text) {
    // A repeated text is announced only if the region was empty in between.
    announcements().textContent = "";
    // A dialog may be over by then.
    requestAnimationFrame(() => { announcements().textContent = text; });
}

/** Takes back what is about a page that is no longer there. */
export function forgetAnnouncements() {
    document.getElementById("announcements").textContent = "";
    document.querySelector(".toast")?.remove();
}

let noticeTimer = 0;

/**
 * Shows a message at the foot of the page for a few seconds, and announces it. `action` {title, run}: a button that
 * stays longer.
 */
export function notify(text, action = null) {
    announce(action === null ? text : localized("{text} “{action}” is at the end of the page.", { text, action: action.title }));
    document.querySelector(".toast")?.remove();
    clearTimeout(noticeTimer);
    let from = null;
    const toast = element(
        "div", { class: "toast" }, element("span", { "aria-hidden": "true" }, text),
        action === null ? null : button(action.title, () => {
            toast.remove();
            // The button was the only place that could have the focus there.
            if (from?.isConnected) from.focus();
            action.run();
        }, { class: "toast-action", onfocus: ({ relatedTarget }) => { from = relatedTarget; } })
    );
    putInView(toast);
    noticeTimer = setTimeout(() => toast.remove(), action === null ? 4000 : 60_000);
}

/** A modal dialog covers everything else: a notice is in it, and outlives it. */
function putInView(toast) {
    const dialog = topDialog();
    (dialog ?? document.body).append(toast);
    dialog?.addEventListener("close", () => { if (dialog.contains(toast)) putInView(toast); }, { once: true });
}

/** Makes a row of controls one stop of the Tab key, with arrow keys going between them. */
export function rove(container, selector) {
    const controls = [...container.querySelectorAll(selector)];
    const current = controls.find((control) => control.getAttribute("aria-current")) ?? controls[0];
    for (const control of controls) control.tabIndex = control === current ? 0 : -1;
    container.onkeydown = (event) => {
        const all = [...container.querySelectorAll(selector)];
        const at = all.indexOf(event.target);
        if (at < 0) return;
        const sideways = getComputedStyle(container).direction === "rtl" ? -1 : 1;
        const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: sideways, ArrowLeft: -sideways }[event.key];
        const target = event.key === "Home" ? all[0] : event.key === "End" ? all.at(-1) : step && all[at + step];
        if (!target) return;
        event.preventDefault();
        for (const control of all) control.tabIndex = control === target ? 0 : -1;
        target.focus();
        target.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
}
