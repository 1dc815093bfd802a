// "Allow … to send 3 photos to photos.example.org?"

import { button, element, uniqueID } from "./dom.js";
import { examplesList, showExamples } from "./examples.js";
import { answerPrompt } from "./picker.js";
import { identity, sheet } from "./sheet.js";
import { appName, counted } from "./words.js";

export class UploadView {
    constructor(session, prompt) {
        const { upload } = prompt;
        this.title = "Allow Sending Photos?";
        this.examples = examplesList(upload.examples);
        this.heading = element("h1", { tabindex: "-1", id: uniqueID("title") });
        const say = (noun) => {
            this.heading.textContent =
                `Allow “${appName(prompt)}” to send ${counted(upload.count, noun)} to ${upload.host}?`;
        };
        say("photo");
        const answer = (kind) => answerPrompt(session, prompt, { answer: kind });
        this.sheet = sheet({
            heading: this.heading,
            body: [
                this.examples,
                element(
                    "p", { class: "sheet-text" },
                    "From now on it may send what it sees of your library to ", element("code", {}, upload.origin),
                    " without asking. You can change that on the privacy page."
                ),
                identity(prompt),
            ],
            answers: [
                button("Allow", () => answer("allow"), { class: "primary", "data-answer": "allow" }),
                button("Don’t Allow", () => answer("deny"), { "data-answer": "deny" }),
            ],
            dismiss: () => answer("dismissed"),
        });
        this.node = element("div", { class: "page page-centered" }, this.sheet.node);
        showExamples(this.examples, upload.examples, upload.count, say);
    }

    focus() { this.sheet.focus(); }
}
