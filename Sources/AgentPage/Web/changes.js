// "Allow … to delete 3 photos?"

import { button, element, uniqueID } from "./dom.js";
import { examplesList, showExamples } from "./examples.js";
import { identity, sheet } from "./sheet.js";
import { answerPrompt } from "./picker.js";
import { appName, counted, list } from "./words.js";

const kinds = [
    { key: "deletedAssets", verb: "delete", button: "Delete", isAssets: true },
    { key: "editedAssets", verb: "edit", button: "Edit", isAssets: true },
    { key: "hiddenAssets", verb: "hide", button: "Hide", isAssets: true },
    { key: "updatedAssets", verb: "change", button: "Change", isAssets: true },
    { key: "deletedCollections", verb: "delete", button: "Delete", isAssets: false },
];

export class ChangesView {
    constructor(session, prompt) {
        const { changes } = prompt;
        const app = appName(prompt);
        const parts = kinds.filter(({ key }) => changes[key] > 0);
        const only = parts.length === 1 ? parts[0] : null;
        this.title = "Allow Changes?";
        this.examples = examplesList(changes.examples);
        this.heading = element("h1", { tabindex: "-1", id: uniqueID("title") });
        const say = (noun) => {
            const what = ({ key, verb, isAssets }) =>
                `${verb} ${isAssets ? counted(changes[key], noun) : counted(changes[key], "album or folder", "albums or folders")}`;
            this.heading.textContent = `Allow “${app}” to ${list(parts.map(what))}?`;
        };
        say("photo");
        const answer = (kind) => answerPrompt(session, prompt, { answer: kind });
        const deletes = changes.deletedAssets > 0;
        this.sheet = sheet({
            heading: this.heading,
            body: [
                this.examples,
                element("p", { class: "sheet-text" }, deletes
                    ? "They were not added by this app. Deleted photos can be recovered on the privacy page."
                    : "They were not added by this app."),
                identity(prompt),
            ],
            answers: [
                button(only?.button ?? "Allow", () => answer("confirm"), {
                    class: deletes || changes.deletedCollections > 0 ? "destructive" : "primary", "data-answer": "confirm",
                }),
                button("Don’t Allow", () => answer("decline"), { "data-answer": "decline" }),
            ],
            dismiss: () => answer("dismissed"),
        });
        this.node = element("div", { class: "page page-centered" }, this.sheet.node);
        const total = changes.deletedAssets + changes.editedAssets + changes.hiddenAssets + changes.updatedAssets;
        showExamples(this.examples, changes.examples, total, say);
    }

    focus() { this.sheet.focus(); }
}
