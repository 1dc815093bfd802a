// The privacy page: every app, what it may do, what it got and what it did.

import { get, isCancellation } from "./api.js";
import { BuildFolders } from "./buildfolders.js";
import { button, element } from "./dom.js";
import { icon } from "./icons.js";
import { AppDetails } from "./app.js";
import { localized } from "./localized.js";
import { places } from "./places.js";
import { appIcon } from "./sheet.js";
import { appName, capitalized, dayName, recentDate } from "./words.js";

/** The address of an app's page. */
export function appPath(app) { return `#app=${encodeURIComponent(app)}`; }

function appInPath() {
    return location.hash.startsWith("#app=") ? decodeURIComponent(location.hash.slice("#app=".length)) : null;
}

export class PrivacyView {
    #apps = null;
    #error = null;
    #details = null;
    #load = null;
    #free;
    #folders;
    #onHash = () => { this.#show(); this.focus(); };

    /** Calls `free` when the person is no longer busy. */
    constructor(free) {
        this.#free = free;
        this.#folders = new BuildFolders(free);
        this.title = localized("Photo Privacy");
        this.node = element("div");
        addEventListener("hashchange", this.#onHash);
        this.#show();
        this.reload();
    }

    /** Whether the person is editing, which a prompt must not interrupt. */
    get isBusy() { return this.#details?.isEditing === true || document.querySelector("dialog[open]") !== null; }

    focus() { (this.#details ?? this).heading?.focus(); }

    close() {
        removeEventListener("hashchange", this.#onHash);
        this.#load?.abort();
        this.#folders.close();
        this.#details?.close();
    }

    libraryChanged() {
        this.#details?.libraryChanged();
        this.reload();
    }

    async reload() {
        this.#folders.reload();
        this.#load?.abort();
        const load = new AbortController();
        this.#load = load;
        try {
            this.#apps = (await get("/api/apps", load.signal)).apps;
            this.#error = null;
        } catch (error) {
            if (isCancellation(error)) return;
            this.#error = error;
        }
        this.#show();
    }

    #show() {
        const identity = appInPath();
        const app = this.#apps?.find((app) => app.app === identity) ?? null;
        if (identity !== null && this.#apps === null && this.#error === null) return;
        if (app === null) {
            this.#details?.close();
            this.#details = null;
            this.#showList();
        } else if (this.#details?.identity === identity) {
            this.#details.update(app);
        } else {
            this.#details?.close();
            this.#details = new AppDetails(app, {
                changed: () => this.reload(),
                free: () => this.#free(),
                layout: (node, isFull) => {
                    this.node.className = isFull ? "page-full" : "page";
                    this.node.replaceChildren(node);
                },
            });
        }
    }

    #showList() {
        const active = document.activeElement;
        const focused = this.node.contains(active) ? active.getAttribute("href") : null;
        this.heading = element("h1", { tabindex: "-1" }, localized("Photo Privacy"));
        const apps = this.#apps ?? [];
        const asked = apps.filter((app) => !app.onlyUsedPicker);
        const pickerOnly = apps.filter((app) => app.onlyUsedPicker);
        this.node.className = "page";
        this.node.replaceChildren(
            element(
                "div", { class: "column" },
                places("privacy"),
                element(
                    "header", { class: "page-header" }, this.heading,
                    element("p", { class: "page-lead" },
                        localized("Apps ask before they see your photos. What you allowed can be changed here at any "
                            + "time, at once."))
                ),
                this.#error ? element("div", { class: "notice" }, icon("warning"),
                    element("p", {}, localized("The apps cannot be listed: {reason}", { reason: this.#error.message })),
                    button(localized("Try Again"), () => this.reload())) : null,
                asked.length > 0 ? this.#section(localized("Asked for access"), asked, null) : null,
                pickerOnly.length > 0 ? this.#section(
                    localized("Only used the picker"), pickerOnly,
                    localized("These apps never saw your library. They got only the photos that you picked for them.")
                ) : null,
                this.#apps !== null && apps.length === 0 ? element(
                    "div", { class: "empty empty-page" }, icon("lock"),
                    element("p", {}, localized("No app has asked for your photos yet."))
                ) : null,
                this.#folders.node,
                apps.length > 0 ? element(
                    "footer", { class: "page-footer" },
                    element("a", { href: "/api/apps/export", download: "photo-privacy.json" }, localized("Export as JSON"))
                ) : null
            )
        );
        if (this.#folders.node.contains(active)) active.focus();
        if (focused) this.node.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
    }

    #section(title, apps, note) {
        const sorted = [...apps].sort((one, other) => (other.lastUsed ?? "").localeCompare(one.lastUsed ?? ""));
        return element(
            "section", { class: "group" },
            element("h2", {}, title),
            element("ul", { class: "rows" }, sorted.map((app) => element("li", {}, this.#row(app)))),
            note ? element("p", { class: "group-note" }, note) : null
        );
    }

    #row(app) {
        const name = appName(app);
        const used = app.onlyUsedPicker
            ? app.lastPicked && localized("Last picked {date}", { date: recentDate(app.lastPicked) })
            : app.lastUsed ? localized("Last used {date}", { date: recentDate(app.lastUsed) }) : localized("Never used");
        return element(
            "a", { class: "row", href: appPath(app.app) },
            appIcon(app),
            element(
                "span", { class: "row-text" },
                element("span", { class: "row-title" }, name),
                element("span", { class: "row-note", dir: "auto" }, app.evidence.text),
                used ? element("span", { class: "row-note" }, used) : null,
                app.days.length > 0 ? element(
                    "span", { class: "row-note" }, `${capitalized(dayName(app.days[0].date))}: ${app.days[0].summary}`
                ) : null,
                app.warnings.map((text) => element("span", { class: "row-note row-warning" }, text))
            ),
            element("span", { class: "row-value" }, capitalized(app.summary)),
            icon("forward")
        );
    }
}
