// An app's picker, and the editor of the selection of an app with limited access.

import { isCancellation, post } from "./api.js";
import { PhotoBrowser } from "./browser.js";
import { element, notify } from "./dom.js";
import { localized } from "./localized.js";
import { Selection } from "./selection.js";
import { appName, counted, failed } from "./words.js";

/** An app's picker. */
export class PickerView {
    #prompt;
    #selection;
    #session;
    #browser;
    #isSending = false;
    #isDirty = false;
    #isAnswered = false;
    #leftOut;

    constructor(session, prompt) {
        const { picker } = prompt;
        const app = appName(prompt);
        this.#session = session;
        this.#prompt = prompt;
        const selection = new Selection({
            limit: picker.selectionLimit, isOrdered: picker.isOrdered, preselected: picker.preselected,
        });
        this.#selection = selection;
        this.#leftOut = new LeftOut(picker.without);
        const picksAtOnce = picker.selectionLimit === 1 && !picker.isContinuous;
        this.#browser = new PhotoBrowser(selection, {
            title: picker.selectionLimit === 1 ? localized("Choose a Photo") : localized("Choose Photos"),
            subtitle: () => {
                const { count, limit } = selection;
                if (count > limit) {
                    return localized("{app} takes {items} at most: take {count} out.", {
                        app, items: counted(limit), count: count - limit,
                    });
                }
                return limit > 1 && limit < 1000 ? localized("{app} gets only what you choose. Up to {limit}.", { app, limit })
                    : localized("{app} gets only what you choose.", { app });
            },
            criteria: { prompt: prompt.number },
            searchText: picker.searchText,
            disabled: new Set(picker.disabled),
            tools: this.#leftOut.node,
            picksAtOnce,
            allowsDrag: !picker.isOrdered && !picksAtOnce && picker.selectionLimit !== 1,
            confirmTitle: (count) => (count > 0 ? localized("Add ({count})", { count }) : localized("Add")),
            canConfirm: () => selection.count <= selection.limit
                && (selection.count > 0 || selection.preselected.length > 0),
            limitNotice: () => localized("{app} takes {items} at most.", {
                app, items: counted(selection.limit),
            }),
            confirm: () => this.#answer({
                answer: "picked", assets: selection.answer, without: this.#leftOut.names,
            }),
            cancel: () => this.#answer({ answer: "dismissed" }),
        });
        this.node = this.#browser.node;
        this.title = localized("Choose Photos");
        if (picker.isContinuous) {
            selection.addEventListener("change", () => this.#send());
            this.#leftOut.node.addEventListener("change", () => this.#send());
        }
    }

    focus() { this.#browser.focus(); }
    close() { this.#browser.close(); }
    libraryChanged() { this.#browser.libraryChanged(); }

    /** The app has changed its picker. */
    update(update) {
        const selection = this.#selection;
        if (update.selectionLimit !== undefined && update.selectionLimit !== null) {
            selection.limit = update.selectionLimit;
        }
        if (typeof update.searchText === "string") this.#browser.searchFor(update.searchText);
        if (update.deselected?.length > 0) selection.remove(update.deselected);
        if (update.move) selection.move(update.move.asset, update.move.after ?? null);
        this.#browser.refresh();
    }

    /** Sends the current selection to the app, one request at a time. */
    async #send() {
        this.#isDirty = true;
        if (this.#isSending) return;
        this.#isSending = true;
        try {
            while (this.#isDirty && !this.#isAnswered) {
                this.#isDirty = false;
                await post(`/api/prompts/${this.#prompt.number}/picking`, {
                    assets: this.#selection.answer, without: this.#leftOut.names,
                });
            }
        } catch (error) {
            if (!isCancellation(error) && !this.#isAnswered) notify(error.message);
        } finally {
            this.#isSending = false;
        }
    }

    async #answer(answer) {
        if (this.#isAnswered) return;
        this.#isAnswered = true;
        this.#isAnswered = await answerPrompt(this.#session, this.#prompt, answer);
    }
}

/** What files are handed over without. What the app does not want by itself is left out in any case. */
class LeftOut {
    #boxes;

    constructor(names) {
        const box = (name, title) => {
            const isFixed = names.includes(name);
            const input = element("input", { type: "checkbox", "data-control": name, checked: !isFixed, disabled: isFixed });
            return { name, input, node: element("label", { class: "choice" }, input, element("span", {}, title)) };
        };
        this.#boxes = [
            box("location", localized("Include location")),
            box("captions", localized("Include captions and keywords")),
        ];
        this.node = element(
            "details", { class: "options picker-options" },
            element("summary", {}, localized("Options")), this.#boxes.map(({ node }) => node)
        );
    }

    get names() { return this.#boxes.filter(({ input }) => !input.checked).map(({ name }) => name); }
}

/** Edits which photos an app may see. */
export class SelectionEditor {
    #browser;

    /** Ends with `done(selected, before)` or `cancel()`. */
    constructor({ app, selected, done, cancel }) {
        const selection = new Selection({ preselected: selected });
        this.#browser = new PhotoBrowser(selection, {
            title: localized("Select Photos"),
            subtitle: () => localized("{app} will see only these: {items}.", { app, items: counted(selection.count) }),
            criteria: {},
            disabled: new Set(),
            allowsDrag: true,
            confirmTitle: () => localized("Done"),
            canConfirm: () => true,
            limitNotice: () => "",
            confirm: () => done(selection.ids),
            cancel,
        });
        this.node = this.#browser.node;
        this.title = localized("Select Photos");
    }

    focus() { this.#browser.focus(); }
    close() { this.#browser.close(); }
    libraryChanged() { this.#browser.libraryChanged(); }
}

/** Sends an answer. Returns false when that failed and the question is still open. */
export async function answerPrompt(session, prompt, answer) {
    // A second press while the first one is on its way.
    if (session.isAnswered(prompt.number)) return true;
    try {
        await session.answer(prompt.number, () => post(`/api/prompts/${prompt.number}/answer`, answer));
    } catch (error) {
        if (error.status !== 409) {
            notify(failed(error));
            return false;
        }
        notify(localized(
            "{app} no longer waits: it has taken its question back, or it was answered elsewhere.", { app: appName(prompt) }
        ));
    }
    return true;
}
