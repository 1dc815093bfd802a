// The prompt for access, and the prompts for the selection of an app with limited access.

import { get, post, thumbnailPath } from "./api.js";
import { shown } from "./attention.js";
import { button, element, notify, uniqueID } from "./dom.js";
import { durations } from "./durations.js";
import { localized } from "./localized.js";
import { answerPrompt, SelectionEditor } from "./picker.js";
import { appIcon, identity, sheet } from "./sheet.js";
import { allItems } from "./source.js";
import { appName, counted, failed, libraryTitle } from "./words.js";

/** Photos in the picture at the top. */
const collageCount = 5;

/** A row of the newest photos, to show what the question is about. */
function collage() {
    const node = element("div", { class: "collage", "aria-hidden": "true" });
    const fill = async () => {
        const answer = await post("/api/query", {});
        if (answer.count === 0) return;
        const { items } = await get(`/api/query/${answer.query}/items?from=0&count=${collageCount}`);
        const middle = Math.floor((items.length - 1) / 2);
        node.replaceChildren(...items.map((item, index) => element(
            "img", { alt: "", src: thumbnailPath(item), class: index === middle ? "front" : null }
        )));
    };
    // Only decoration: the question is complete without it.
    fill().catch(() => node.remove());
    return node;
}

export class AccessView {
    #session;
    #prompt;
    #editor = null;

    constructor(session, prompt) {
        this.#session = session;
        this.#prompt = prompt;
        const app = appName(prompt);
        const isAddOnly = prompt.level === "addOnly";
        this.title = isAddOnly ? localized("Add to Your Photos?") : localized("Access to Your Photos?");
        const heading = element(
            "h1", { tabindex: "-1", id: uniqueID("title") },
            isAddOnly ? localized("“{app}” would like to add to your photos", { app })
                : localized("“{app}” would like to access your photos", { app })
        );
        const { library } = session;
        const text = isAddOnly ? localized("It can save new photos and videos. It will not see any of yours.")
            : localized(
                "It could see, change and keep copies of what you allow. Your library has {content}.",
                { content: libraryTitle(library) }
            );
        const name = uniqueID("until");
        this.duration = element(
            "fieldset", { class: "choices" },
            element("legend", {}, localized("How long an allowance lasts")),
            durations.map(([value, title], index) => element(
                "label", { class: "choice" },
                element("input", { type: "radio", name, value, checked: index === 0 }), element("span", {}, title)
            ))
        );
        this.silence = element("input", { type: "checkbox", "data-control": "silence" });
        this.withoutPlaces = element("input", { type: "checkbox", "data-control": "withoutPlaces" });
        const options = element(
            "details", { class: "options" },
            element("summary", {}, localized("Options")),
            this.duration,
            isAddOnly ? null : element(
                "label", { class: "choice" }, this.withoutPlaces,
                element("span", {}, localized("Without places: where photos were taken is left out"))
            ),
            element(
                "label", { class: "choice" }, this.silence,
                element("span", {}, localized("Don’t show requests of this app again"))
            )
        );
        const allowAll = button(isAddOnly ? localized("Allow Adding") : localized("Allow All Photos"), () => this.#answer("allowAll"), {
            class: isAddOnly ? "primary" : null, "data-answer": "allowAll",
        });
        const select = button(localized("Select Photos…"), () => this.#selectPhotos(), {
            class: "primary", "data-answer": "select",
        });
        const deny = button(localized("Don’t Allow"), () => this.#answer("deny"), { "data-answer": "deny" });
        const showsCollage = !isAddOnly && library.assets > 0;
        this.sheet = sheet({
            heading,
            picture: showsCollage ? collage() : appIcon(prompt),
            body: [
                element("p", { class: "sheet-text" }, text),
                identity(prompt, prompt.usage, { showsIcon: showsCollage }), options,
            ],
            answers: isAddOnly ? [allowAll, deny] : [select, allowAll, deny],
            dismiss: () => this.#answer("dismissed"),
        });
        this.node = element("div", { class: "page page-centered" }, this.sheet.node);
    }

    focus() { (this.#editor ?? this.sheet).focus(); }

    close() { this.#editor?.close(); }

    libraryChanged() { this.#editor?.libraryChanged(); }

    #answer(answer, assets) {
        const chosen = this.duration.querySelector("input:checked").value;
        const isAllowed = answer === "allowAll" || answer === "allowSelected";
        const until = isAllowed ? durations.find(([value]) => value === chosen)[2]() : null;
        return answerPrompt(this.#session, this.#prompt, {
            answer,
            ...(assets ? { assets } : {}),
            ...(until ? { until } : {}),
            ...(isAllowed && this.withoutPlaces.checked ? { without: ["location"] } : {}),
            ...(this.silence.checked && answer !== "dismissed" ? { silences: true } : {}),
        });
    }

    #selectPhotos() {
        const back = () => {
            this.#editor.close();
            this.#editor = null;
            shown();
            this.node.className = "page page-centered";
            this.node.replaceChildren(this.sheet.node);
            this.sheet.node.querySelector("[data-answer=select]").focus();
        };
        this.#editor = new SelectionEditor({
            app: appName(this.#prompt), selected: [],
            done: (ids) => this.#answer("allowSelected", ids),
            cancel: back,
        });
        this.node.className = "page-full";
        this.node.replaceChildren(this.#editor.node);
        this.#editor.focus();
    }
}

/** The app asks for more photos, or has begun to read with an earlier selection. */
export class SelectionView {
    #session;
    #prompt;
    #inner;

    constructor(session, prompt) {
        this.#session = session;
        this.#prompt = prompt;
        this.title = localized("Select Photos");
        this.node = element("div");
        if (prompt.selection.isAutomatic) this.#ask(); else this.#edit();
    }

    focus() { this.#inner.focus(); }
    close() { this.#inner.close?.(); }
    libraryChanged() { this.#inner.libraryChanged?.(); }

    #show(inner, layout) {
        this.#inner?.close?.();
        this.#inner = inner;
        this.node.className = layout;
        this.node.replaceChildren(inner.node);
    }

    #ask() {
        const app = appName(this.#prompt);
        const count = this.#prompt.selection.selected.length;
        const heading = element(
            "h1", { tabindex: "-1", id: uniqueID("title") }, localized("“{app}” can see {items}", { app, items: counted(count) })
        );
        // Dismisses instead of sending the list: photos that the app adds meanwhile must stay selected.
        const keep = () => answerPrompt(this.#session, this.#prompt, { answer: "dismissed" });
        this.#show(sheet({
            heading,
            picture: appIcon(this.#prompt),
            body: [
                element("p", { class: "sheet-text" }, localized("You selected them for this app. You can select more, or others.")),
                identity(this.#prompt),
            ],
            answers: [
                button(localized("Select More Photos…"), () => { this.#edit(); this.focus(); }, {
                    class: "primary", "data-answer": "select",
                }),
                button(localized("Keep Current Selection"), keep, { "data-answer": "keep" }),
            ],
            dismiss: keep,
        }), "page page-centered");
    }

    #edit() {
        this.#show(new SelectionEditor({
            app: appName(this.#prompt),
            selected: this.#prompt.selection.selected,
            done: (assets) => this.#finish(assets),
            cancel: () => answerPrompt(this.#session, this.#prompt, { answer: "dismissed" }),
        }), "page-full");
    }

    /** The answer replaces the whole selection, so it includes what the app has added meanwhile. */
    async #finish(assets) {
        try {
            const before = new Set(this.#prompt.selection.selected);
            const now = await allItems({ app: this.#prompt.app });
            const added = now.map((item) => item.id).filter((id) => !before.has(id));
            await answerPrompt(this.#session, this.#prompt, {
                answer: "selection", assets: [...new Set([...assets, ...added])],
            });
        } catch (error) {
            notify(failed(error));
        }
    }
}
