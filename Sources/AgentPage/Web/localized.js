// What the page says, in the person's language: `language.js` has the catalogue, as the agent serves it.
//
// A key is the English text, where another language says a word differently by its meaning with that after a bar:
// "Place|of an album". {name} is a place for a value, and `count` chooses the form of the plural.

import { language, phrases } from "./language.js";

/** The person's own variant of the language, for numbers and dates: "en-GB" where the page speaks "en". */
export const locale = navigator.languages.find((tag) => tag.split("-")[0] === language.split("-")[0]) ?? language;

const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

export function number(value) { return numbers.format(value); }

/** Numbers as people read them, everything else as it is. */
function written(value) { return typeof value === "number" ? number(value) : value; }

function form(key, { count }) {
    const phrase = phrases[key] ?? key.split("|")[0];
    return typeof phrase === "string" ? phrase : phrase[plurals.select(count)] ?? phrase.other;
}

/** A text with its values. */
export function localized(key, values = {}) { return localizedNodes(key, values).join(""); }

/** The same as a list, in which values may be elements. */
export function localizedNodes(key, values) {
    return form(key, values).split(/(\{\w+\})/).filter((part) => part !== "").map((part) => {
        const name = part.startsWith("{") ? part.slice(1, -1) : null;
        return name !== null && name in values ? written(values[name]) : part;
    });
}
