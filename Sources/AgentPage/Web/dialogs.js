// Modal dialogs: a question with its answers, and a form that shows an error in place.

import { shown } from "./attention.js";
import { button, element, uniqueID } from "./dom.js";
import { localized } from "./localized.js";

/** Shows a dialog, which `answers(dialog)` closes. Calls `closed` at its end. */
export function ask({ title, body = [], answers, closed = () => {} }) {
    const dialog = open(title, (heading) => [
        heading, ...body,
        element("div", { class: "answers", role: "group", "aria-label": localized("Answers") }, answers(() => dialog.close())),
    ], () => {
        shown();
        closed();
    });
    dialog.querySelector("h2").focus();
    shown();
    return dialog;
}

/**
 * Asks, and returns the name of the answer; null for Cancel, and when the dialog is closed. `answers`: their names,
 * titles and classes. `opened` is called with the dialog.
 */
export function choose({ title, text, answers, opened = () => {} }) {
    return new Promise((resolve) => {
        let chosen = null;
        opened(ask({
            title,
            body: [element("p", { class: "sheet-text" }, text)],
            answers: (close) => [
                ...answers.map((answer) => button(answer.title, () => {
                    chosen = answer.name;
                    close();
                }, { class: answer.class, "data-answer": answer.name })),
                button(localized("Cancel"), close, { "data-answer": "cancel" }),
            ],
            closed: () => resolve(chosen),
        }));
    });
}

/**
 * Shows a form. `submit()` sends it: the form stays, with the reason, when that throws. `others`: further buttons, made
 * from a function that closes the form. Calls `closed` at its end.
 */
export function showForm({ title, fields, submitTitle, submit, others = () => [], closed = () => {} }) {
    const failure = element("p", { class: "form-failure", role: "alert", hidden: true });
    const confirm = element("button", { type: "submit", class: "primary", "data-answer": "submit" }, submitTitle);
    const form = element(
        "form", {
            class: "form",
            onsubmit: async (event) => {
                event.preventDefault();
                confirm.disabled = true;
                try {
                    await submit();
                    dialog.close();
                } catch (error) {
                    failure.textContent = error.message;
                    failure.hidden = false;
                } finally {
                    confirm.disabled = false;
                }
            },
        },
        fields, failure,
        element(
            "div", { class: "answers" }, confirm, others(() => dialog.close()),
            button(localized("Cancel"), () => dialog.close(), { "data-answer": "cancel" })
        )
    );
    const dialog = open(title, (heading) => [heading, form], closed);
    form.querySelector("input, select, textarea")?.focus();
    return dialog;
}

function open(title, content, closed) {
    const id = uniqueID("title");
    const heading = element("h2", { id, tabindex: "-1" }, title);
    const dialog = element("dialog", { class: "sheet question", "aria-labelledby": id }, content(heading));
    dialog.addEventListener("close", () => {
        dialog.remove();
        closed();
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/** A control with its name. */
export function field(name, control) {
    return element("label", { class: "field" }, element("span", { class: "field-name" }, name), control);
}
