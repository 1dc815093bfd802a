// One app on the privacy page.

import { post } from "./api.js";
import { AppPhotos } from "./appphotos.js";
import { shown } from "./attention.js";
import { announce, button, element, notify, uniqueID } from "./dom.js";
import { durations } from "./durations.js";
import { AppHistory } from "./history.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { SelectionEditor } from "./picker.js";
import { appIcon, identity } from "./sheet.js";
import { allItems } from "./source.js";
import { appName, capitalized, counted, dayName, failed, recentDate } from "./words.js";

export class AppDetails {
    isEditing = false;
    #app;
    #actions;
    #history;
    #isClosed = false;
    #editor = null;
    #picked;
    #selected;

    /** `actions`: changed() after a change, free() after editing, layout(node, isFull) to show a node. */
    constructor(app, actions) {
        this.#app = app;
        this.#actions = actions;
        this.#history = new AppHistory(app.app, () => { if (!this.isEditing && !this.#isClosed) this.#show(); });
        this.#picked = new AppPhotos(app.app, "picked", () => actions.changed());
        this.#selected = new AppPhotos(app.app, "selected", () => actions.changed());
        this.#show();
    }

    get identity() { return this.#app.app; }

    close() {
        this.#isClosed = true;
        this.#history.close();
        this.#picked.close();
        this.#selected.close();
        this.#editor?.close();
    }

    libraryChanged() {
        if (this.isEditing) this.#editor.libraryChanged(); else this.#history.load();
    }

    update(app) {
        this.#app = app;
        if (!this.isEditing) this.#show();
    }

    /** Sends a change, and says so when it fails. */
    async #send(path, body, done, succeeded = () => announce(done)) {
        try {
            await post(path, { app: this.#app.app, ...body });
            succeeded();
        } catch (error) {
            notify(failed(error));
        }
        this.#actions.changed();
    }

    #show() {
        const app = this.#app;
        const name = appName(app);
        // Restores the focus after the page was rebuilt.
        const focused = document.activeElement?.dataset?.control;
        this.heading = element("h1", { tabindex: "-1" }, name);
        const node = element(
            "div", { class: "column" },
            element("a", { class: "back", href: "#", "data-control": "back" }, icon("back"), localized("All Apps")),
            element("header", { class: "app-header" }, appIcon(app), this.heading),
            identity(app, null),
            app.onlyUsedPicker ? null : this.#accessSection(),
            app.onlyUsedPicker ? null : this.#addingSection(),
            app.pickedCount > 0 || app.onlyUsedPicker ? this.#picksSection() : null,
            app.uploadDestinations.length > 0 ? this.#sendingSection() : null,
            this.#behaviourSection(),
            app.days.length > 0 ? this.#daysSection() : null,
            app.onlyUsedPicker ? null : this.#history.section
        );
        this.#actions.layout(node, false);
        if (focused) node.querySelector(`[data-control="${CSS.escape(focused)}"]`)?.focus();
    }

    #section(title, note, ...rows) {
        return element(
            "section", { class: "group" },
            element("h2", {}, title),
            element("div", { class: "rows" }, rows),
            note ? element("p", { class: "group-note" }, note) : null
        );
    }

    #radios(title, level, current, choices, extra = () => null) {
        const name = uniqueID("status");
        const isRestricted = current === "restricted";
        return element(
            "fieldset", { class: "radios", disabled: isRestricted },
            element("legend", { class: "unseen" }, title),
            choices.map(([status, label]) => [
                element(
                    "label", { class: "row" },
                    element("input", {
                        type: "radio", name, value: status, checked: status === current,
                        "data-control": `${level}-${status}`,
                        onchange: () => this.#grant(level, status, label),
                    }),
                    element("span", { class: "row-text" }, label)
                ),
                extra(status),
            ])
        );
    }

    #grant(level, status, label) {
        if (level === "readWrite" && status === "limited" && this.#app.selectedCount === 0) {
            this.#edit(true);
            return;
        }
        this.#send("/api/apps/grant", { level, status }, `${appName(this.#app)}: ${label}`);
    }

    #accessSection() {
        const app = this.#app;
        const isRestricted = app.readWrite === "restricted";
        if (app.readWrite === "limited") this.#selected.update(app.selectedCount);
        const change = (status) => (status === "limited" && app.readWrite === "limited" ? [
            element(
                "div", { class: "row row-indented" },
                element("span", { class: "row-text" }, counted(app.selectedCount)),
                button(localized("See and Change…"), () => this.#edit(false), { "data-control": "selection" })
            ),
            this.#selected.node,
        ] : null);
        return this.#section(
            localized("Your photos"),
            isRestricted ? localized("An administrator has set this. It cannot be changed here.") : null,
            this.#radios(localized("Access to your photos"), "readWrite", app.readWrite, [
                ["authorized", localized("Full access")], ["limited", localized("Limited to selected photos")], ["denied", localized("No access")],
                ["notDetermined", localized("Ask next time")],
            ], change),
            this.#endRow()
        );
    }

    #endRow() {
        const app = this.#app;
        if (app.readWrite !== "authorized" && app.readWrite !== "limited") return null;
        const select = element(
            "select",
            {
                "aria-label": localized("When access ends"), "data-control": "until",
                onchange: () => {
                    const until = durations.find(([value]) => value === select.value)?.[2]() ?? null;
                    this.#send(
                        "/api/apps/grant", { level: "readWrite", status: app.readWrite, ...(until ? { until } : {}) },
                        localized("Changed")
                    );
                },
            },
            app.until ? element("option", { value: "current", selected: true }, localized("Ends {date}", { date: recentDate(app.until) })) : null,
            durations.map(([value, title]) => element(
                "option", { value, selected: !app.until && value === "always" }, title
            ))
        );
        return element("div", { class: "row" }, element("span", { class: "row-text" }, localized("Lasts")), select);
    }

    #addingSection() {
        const app = this.#app;
        if (app.addOnly === "notDetermined" && app.readWrite !== "notDetermined") return null;
        return this.#section(
            localized("Adding photos"),
            app.addOnly === "restricted" ? localized("An administrator has set this. It cannot be changed here.")
                : localized("An app that may only add sees none of your photos."),
            this.#radios(localized("Adding photos"), "addOnly", app.addOnly, [
                ["authorized", localized("Allow")], ["denied", localized("Don’t allow")], ["notDetermined", localized("Ask next time")],
            ])
        );
    }

    #picksSection() {
        const app = this.#app;
        const when = app.lastPicked ? localized("Last picked {date}.", { date: recentDate(app.lastPicked) }) : "";
        const readable = app.readablePickCount;
        this.#picked.update(readable);
        const now = readable > 0 ? localized("It can read {count} of them now", { count: readable })
            : localized("It can read none of them any more");
        return this.#section(
            localized("Picked photos"),
            app.onlyUsedPicker ? `${localized("This app never saw your library. It got only what you picked.")} ${when}` : when,
            element(
                "div", { class: "row" },
                element(
                    "span", { class: "row-text" },
                    element("span", {}, localized("You picked {items} for it", { items: counted(app.pickedCount) })),
                    element("span", { class: "row-note", "data-control": "readable" }, now)
                ),
                readable > 0 ? button(localized("End Access"), () => this.#revokePicks(), {
                    "data-control": "revokePicks",
                }) : null
            ),
            this.#picked.node
        );
    }

    #sendingSection() {
        const app = this.#app;
        return this.#section(
            localized("Sending photos"), localized("Servers that you were asked about."),
            app.uploadDestinations.map((destination) => element(
                "div", { class: "row" },
                element(
                    "span", { class: "row-text" },
                    element("span", {}, destination.origin),
                    element(
                        "span", { class: "row-note" },
                        destination.isAllowed ? localized("It may send what it sees of your library")
                            : localized("It may not send anything")
                    )
                ),
                button(localized("Ask Again"), () => this.#send(
                    "/api/apps/destination", { origin: destination.origin },
                    `${destination.origin}: ${localized("Ask Again")}`
                ), {
                    "data-control": "destination",
                    "aria-label": localized("Ask again before it sends to {server}", { server: destination.origin }),
                })
            ))
        );
    }

    async #revokePicks() {
        await this.#send("/api/apps/revokePicks", {}, "", () => notify(localized("It can no longer read what you picked.")));
    }

    /** What it did, by day. */
    #daysSection() {
        return this.#section(
            localized("Lately"), localized("Each photo counts once a day."),
            this.#app.days.map((day) => element(
                "div", { class: "row" },
                element(
                    "span", { class: "row-text" },
                    element("span", {}, capitalized(dayName(day.date))),
                    element("span", { class: "row-note" }, day.summary)
                )
            ))
        );
    }

    #behaviourSection() {
        const app = this.#app;
        const toggle = (control, title, note, isOn) => element(
            "label", { class: "row" },
            element(
                "span", { class: "row-text" }, element("span", {}, title), element("span", { class: "row-note" }, note)
            ),
            element("input", {
                type: "checkbox", role: "switch", class: "switch", checked: isOn, "data-control": control,
                onchange: (event) => this.#send("/api/apps/preferences", { [control]: event.target.checked }, localized("Changed")),
            })
        );
        return this.#section(
            localized("Requests"), null,
            app.onlyUsedPicker ? null : toggle(
                "confirmsChanges", localized("Confirm changes"),
                localized("Before it deletes or changes photos that it did not add."), app.confirmsChanges
            ),
            toggle(
                "hidesPlaces", localized("Without places"),
                localized("It gets no coordinates, and files without them."), app.hidesPlaces
            ),
            toggle(
                "isSilenced", localized("Don’t show its requests"), localized("They are turned down without asking you."),
                app.isSilenced
            )
        );
    }

    /** Edits the app's selection. `grants`: also gives it limited access. */
    async #edit(grants) {
        const app = this.#app;
        let before;
        try {
            before = grants && app.selectedCount === 0 ? []
                : (await allItems({ app: app.app })).map((item) => item.id);
        } catch (error) {
            notify(failed(error));
            this.#actions.changed();
            return;
        }
        if (this.#isClosed) return;
        this.isEditing = true;
        const end = () => {
            this.isEditing = false;
            this.#editor.close();
            this.#editor = null;
            this.#show();
            shown();
            this.heading.focus();
            this.#actions.changed();
            this.#actions.free();
        };
        this.#editor = new SelectionEditor({
            app: appName(app), selected: before,
            done: async (after) => {
                const [had, has] = [new Set(before), new Set(after)];
                const add = after.filter((id) => !had.has(id));
                const remove = before.filter((id) => !has.has(id));
                try {
                    if (add.length + remove.length > 0) await post("/api/apps/select", { app: app.app, add, remove });
                    if (grants) {
                        await post("/api/apps/grant", { app: app.app, level: "readWrite", status: "limited" });
                    }
                    announce(localized("“{app}” can see {items}", { app: appName(app), items: counted(after.length) }));
                } catch (error) {
                    notify(failed(error));
                }
                end();
            },
            cancel: end,
        });
        this.#actions.layout(this.#editor.node, true);
        this.#editor.focus();
    }
}
