// The photos that a question is about, some of them as small pictures.

import { items, thumbnailPath } from "./api.js";
import { element } from "./dom.js";
import { itemTitle, number } from "./words.js";

export function examplesList(examples) {
    return element("ul", { class: "examples", hidden: examples.length === 0 });
}

/** Fills the list. Calls `say` with what all of them are called, once that is known: a "photo", a "video" or an "item". */
export async function showExamples(list, examples, total, say) {
    let found;
    try {
        found = (await items(examples)).filter((item) => item !== null);
    } catch (error) {
        list.replaceChildren(element("li", { class: "sheet-text" }, error.message));
        return;
    }
    const videos = found.filter((item) => item.kind === "video").length;
    say(found.length < total || videos > 0 && videos < total ? "item" : videos > 0 ? "video" : "photo");
    const shown = found.slice(0, 6);
    list.replaceChildren(
        ...shown.map((item) => element("li", {}, element("img", { alt: itemTitle(item), src: thumbnailPath(item) }))),
        ...(total > shown.length && shown.length > 0
            ? [element("li", { class: "examples-more" }, `+${number(total - shown.length)}`)] : [])
    );
}
