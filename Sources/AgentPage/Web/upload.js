// "Allow … to send 3 photos to photos.example.org?"

import { button, element, uniqueID } from "./dom.js";
import { examplesList, showExamples } from "./examples.js";
import { localized, localizedNodes } from "./localized.js";
import { answerPrompt } from "./picker.js";
import { identity, sheet } from "./sheet.js";
import { appName, counted } from "./words.js";

export class UploadView {
    constructor(session, prompt) {
        const { upload } = prompt;
        this.title = localized("Allow Sending Photos?");
        this.examples = examplesList(upload.examples);
        this.heading = element("h1", { tabindex: "-1", id: uniqueID("title") });
        const say = (noun) => {
            this.heading.textContent =
                localized("Allow “{app}” to send {photos} to {server}?", {
                    app: appName(prompt), photos: counted(upload.count, noun), server: upload.host,
                });
        };
        say("item");
        const answer = (kind) => answerPrompt(session, prompt, { answer: kind });
        this.sheet = sheet({
            heading: this.heading,
            body: [
                this.examples,
                element(
                    "p", { class: "sheet-text" },
                    localizedNodes(
                        "From now on it may send what it sees of your library to {server} without asking. You can change "
                            + "that on the privacy page.", { server: element("code", {}, upload.origin) }
                    )
                ),
                identity(prompt, prompt.usage, { showsIcon: true }),
            ],
            answers: [
                button(localized("Allow"), () => answer("allow"), { class: "primary", "data-answer": "allow" }),
                button(localized("Don’t Allow"), () => answer("deny"), { "data-answer": "deny" }),
            ],
            dismiss: () => answer("dismissed"),
        });
        this.node = element("div", { class: "page page-centered" }, this.sheet.node);
        showExamples(this.examples, upload.examples, upload.count, say);
    }

    focus() { this.sheet.focus(); }
}
