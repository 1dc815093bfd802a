// Elements, made without markup: whatever comes from the library or from an app becomes a text node, never HTML.

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

/** A button that says what it does. */
export function button(title, action, attributes = {}) {
    return element("button", { type: "button", onclick: action, ...attributes }, title);
}

/** A button that shows a picture; its name is read aloud and shown on pointing. */
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

/** Says something to people who listen to the page. */
export function announce(text) {
    const region = document.getElementById("announcements");
    // The same words twice are said twice only if the region was empty in between.
    region.textContent = "";
    requestAnimationFrame(() => { region.textContent = text; });
}

let noticeTimer = 0;

/** Says something for a few seconds at the foot of the page, and aloud. */
export function notify(text) {
    announce(text);
    document.querySelector(".toast")?.remove();
    clearTimeout(noticeTimer);
    const toast = element("div", { class: "toast", "aria-hidden": "true" }, text);
    // Modal dialogs lie above everything else.
    (document.querySelector("dialog[open]") ?? document.body).append(toast);
    noticeTimer = setTimeout(() => toast.remove(), 4000);
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
    };
}
