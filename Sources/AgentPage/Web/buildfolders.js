// A developer's folders of builds, on the privacy page.

import { get, isCancellation, post } from "./api.js";
import { field, showForm } from "./dialogs.js";
import { announce, button, element, notify } from "./dom.js";
import { localized } from "./localized.js";
import { failed, isolated, recentDate } from "./words.js";

const day = 86_400_000;
/** Name, title, and milliseconds. */
const terms = [
    ["day", localized("For 1 day"), day], ["week", localized("For 1 week"), 7 * day],
    ["month", localized("For 4 weeks"), 28 * day],
];

export class BuildFolders {
    #load = null;
    #free;
    /** Stays the same one, so that it has the focus again after the form. */
    #adding = element("li", { class: "row" }, button(localized("Add a Folder of Builds…"), () => this.#add(), {
        "data-folder": "",
    }));

    /** Calls `free` when the person is no longer busy. */
    constructor(free) {
        this.#free = free;
        this.node = element("section", { class: "group" });
        this.#show([]);
    }

    close() { this.#load?.abort(); }

    async reload() {
        this.#load?.abort();
        const load = new AbortController();
        this.#load = load;
        try {
            this.#show((await get("/api/developer", load.signal)).folders);
        } catch (error) {
            if (!isCancellation(error)) this.#show([]);
        }
    }

    #show(folders) {
        const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.folder ?? "" : null;
        this.node.replaceChildren(
            element("h2", {}, localized("For developers")),
            element(
                "ul", { class: "rows" }, folders.map((folder) => this.#row(folder)), this.#adding
            ),
            element("p", { class: "group-note" },
                localized("A program in a folder of builds keeps what you allowed it when it is built anew."))
        );
        if (focused === null) return;
        (this.node.querySelector(`[data-folder="${CSS.escape(focused)}"]`) ?? this.node.querySelector("[data-folder='']"))
            .focus();
    }

    #row({ folder, title, until, problem }) {
        return element(
            "li", { class: "row" },
            element(
                "span", { class: "row-text" },
                element("span", { class: "row-title", dir: "auto" }, title),
                element("span", { class: "row-note" }, localized("Ends {date}", { date: recentDate(until) })),
                problem === null ? null : element(
                    "span", { class: "row-note row-warning" }, localized("Does not count: {reason}", { reason: problem })
                )
            ),
            button(localized("End"), () => this.#end(folder, title), {
                "data-folder": folder, "aria-label": localized("End {folder}", { folder: isolated(title) }),
            })
        );
    }

    async #end(folder, title) {
        try {
            await post("/api/developer/end", { folder });
            announce(localized("{folder} is no folder of builds any more.", { folder: isolated(title) }));
        } catch (error) {
            notify(failed(error));
        }
        this.reload();
    }

    #add() {
        const folder = element("input", {
            type: "text", name: "folder", required: true, autocomplete: "off", spellcheck: "false", dir: "auto",
            placeholder: "/home/me/app/.build",
        });
        const term = element(
            "select", { name: "until" }, terms.map(([value, title]) => element("option", { value }, title))
        );
        showForm({
            title: localized("Folder of Builds"),
            fields: [
                element("p", { class: "sheet-text" },
                    localized("Each program in it asks once, as any other; after a new build it is not asked again.")),
                field(localized("Folder"), folder), field(localized("Lasts"), term),
                element("p", { class: "sheet-text" },
                    localized("Nobody but you and root may be able to write to it, to the folders above it and to the "
                        + "program, or it does not count. Programs that you run yourself could still put another program "
                        + "in its place: name a folder that only your builds write to, and none that a sandboxed app was "
                        + "given. It ends by itself; then the next build has to ask.")),
            ],
            submitTitle: localized("Add"),
            submit: async () => {
                const time = terms.find(([value]) => value === term.value)[2];
                await post("/api/developer/set", {
                    folder: folder.value, until: new Date(Date.now() + time).toISOString(),
                });
                announce(localized("{folder} is a folder of builds.", { folder: isolated(folder.value) }));
                await this.reload();
            },
            closed: () => this.#free(),
        });
    }
}
