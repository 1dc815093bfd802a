// The form for what is written of photos: title, caption, keywords, rating, date and place, of one or many at once.

import { field, showForm } from "./dialogs.js";
import { element } from "./dom.js";
import { localized } from "./localized.js";
import { counted } from "./words.js";

function keywordsOf(text) {
    return [...new Set(text.split(/[,，、]/).map((word) => word.trim()).filter((word) => word !== ""))];
}

/** A date as the field writes it: by the person's clock. */
function localText(date) {
    if (!date || isNaN(new Date(date))) return "";
    const time = new Date(date);
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** `details` of the photo, null for many. `send(body)` gets what is to change. */
export function showPhotoForm(count, details, send) {
    const isOne = details !== null;
    const unchanged = isOne ? null : localized("Unchanged");
    const text = (name, value) => element("input", {
        type: "text", name, value: value ?? "", placeholder: unchanged, autocomplete: "off", dir: "auto",
    });
    const title = text("title", details?.title);
    const caption = element("textarea", { name: "caption", rows: "3", placeholder: unchanged, dir: "auto" },
        details?.caption ?? "");
    const keywords = text("keywords", (details?.keywords ?? []).join(", "));
    const removed = isOne ? null : text("removed", "");
    if (!isOne) keywords.placeholder = "";
    if (removed) removed.placeholder = "";
    const rating = element(
        "select", { name: "rating" },
        isOne ? null : element("option", { value: "" }, localized("Unchanged")),
        [0, 1, 2, 3, 4, 5].map((stars) => element(
            "option", { value: stars, selected: isOne && stars === details.rating },
            stars === 0 ? localized("None") : "★".repeat(stars)
        ))
    );
    const formerDate = localText(details?.date);
    const date = element("input", { type: "datetime-local", name: "date", step: "1", value: formerDate });
    const formerPlace = details?.place ? `${details.place.latitude}, ${details.place.longitude}` : "";
    const place = text("place", formerPlace);
    showForm({
        title: isOne ? localized("Edit Photo") : localized("Edit {name}", { name: counted(count) }),
        submitTitle: localized("Save"),
        fields: [
            field(localized("Title"), title), field(localized("Caption"), caption),
            field(isOne ? localized("Keywords, with commas between them")
                : localized("Add keywords, with commas between them"), keywords),
            removed ? field(localized("Remove keywords"), removed) : null,
            field(localized("Rating"), rating), field(localized("Date"), date),
            field(localized("Place: a town, or degrees north and east"), place),
        ],
        submit: async () => {
            const body = {};
            const put = (name, control, former) => {
                if (control.value !== former) body[name] = control.value;
            };
            put("title", title, details?.title ?? "");
            put("caption", caption, details?.caption ?? "");
            const words = keywordsOf(keywords.value);
            const former = details?.keywords ?? [];
            const added = words.filter((word) => !former.includes(word));
            const gone = isOne ? former.filter((word) => !words.includes(word)) : keywordsOf(removed.value);
            if (added.length > 0) body.addedKeywords = added;
            if (gone.length > 0) body.removedKeywords = gone;
            if (rating.value !== "" && Number(rating.value) !== details?.rating) body.rating = Number(rating.value);
            if (date.value !== formerDate) body.date = date.value === "" ? "" : new Date(date.value).toISOString();
            put("place", place, formerPlace);
            if (Object.keys(body).length > 0) await send(body);
        },
    });
}
