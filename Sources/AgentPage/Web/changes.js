// "Allow … to delete 3 photos?"

import { button, element, uniqueID } from "./dom.js";
import { examplesList, showExamples } from "./examples.js";
import { localized } from "./localized.js";
import { identity, sheet } from "./sheet.js";
import { answerPrompt } from "./picker.js";
import { appName, counted, list } from "./words.js";

const kinds = [
    { key: "deletedAssets", say: (what) => localized("delete {what}", { what }), button: localized("Delete") },
    { key: "editedAssets", say: (what) => localized("edit {what}", { what }), button: localized("Edit") },
    { key: "hiddenAssets", say: (what) => localized("hide {what}", { what }), button: localized("Hide") },
    { key: "updatedAssets", say: (what) => localized("change {what}", { what }), button: localized("Change") },
    {
        key: "deletedCollections", say: (what) => localized("delete {what}", { what }), button: localized("Delete"),
        counted: (count) => localized("{count} albums or folders", { count }),
    },
];

export class ChangesView {
    constructor(session, prompt) {
        const { changes } = prompt;
        const app = appName(prompt);
        const parts = kinds.filter(({ key }) => changes[key] > 0);
        const only = parts.length === 1 ? parts[0] : null;
        this.title = localized("Allow Changes?");
        this.examples = examplesList(changes.examples);
        this.heading = element("h1", { tabindex: "-1", id: uniqueID("title") });
        const say = (noun) => {
            const what = (kind) => kind.say((kind.counted ?? counted)(changes[kind.key], noun));
            this.heading.textContent = localized(
                "Allow “{app}” to {what}?", { app, what: list(parts.map(what)) }
            );
        };
        say("item");
        const answer = (kind) => answerPrompt(session, prompt, { answer: kind });
        const deletes = changes.deletedAssets > 0;
        this.sheet = sheet({
            heading: this.heading,
            body: [
                this.examples,
                element("p", { class: "sheet-text" }, deletes
                    ? localized("They were not added by this app. Deleted photos can be recovered on the privacy page.")
                    : localized("They were not added by this app.")),
                identity(prompt, prompt.usage, { showsIcon: true }),
            ],
            answers: [
                button(only?.button ?? localized("Allow"), () => answer("confirm"), {
                    class: deletes || changes.deletedCollections > 0 ? "destructive" : "primary", "data-answer": "confirm",
                }),
                button(localized("Don’t Allow"), () => answer("decline"), { "data-answer": "decline" }),
            ],
            dismiss: () => answer("dismissed"),
        });
        this.node = element("div", { class: "page page-centered" }, this.sheet.node);
        const total = changes.deletedAssets + changes.editedAssets + changes.hiddenAssets + changes.updatedAssets;
        showExamples(this.examples, changes.examples, total, say);
    }

    focus() { this.sheet.focus(); }
}
