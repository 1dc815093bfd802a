// Numbers, times and apps in words.

import { locale, localized, number } from "./localized.js";

export { number };

const monthNames = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const dayNames = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
const localDays = new Intl.DateTimeFormat(locale, { dateStyle: "full" });
const longDates = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const times = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const lists = new Intl.ListFormat(locale, { type: "conjunction" });
const [language] = locale.split("-");
/** What stands between the parts of a name. */
const comma = { ja: "、", zh: "，" }[language] ?? ", ";
/** Of months and days the browser has ranges of digits alone for these languages. */
const rangeMark = { ja: "〜", zh: "至" }[language];

const nouns = {
    photo: (count) => localized("{count} photos", { count }),
    video: (count) => localized("{count} videos", { count }),
    item: (count) => localized("{count} items", { count }),
    album: (count) => localized("{count} albums", { count }),
    folder: (count) => localized("{count} folders", { count }),
    place: (count) => localized("{count} places", { count }),
};

/**
 * "1 item", "1,234 items"; `noun` may also be "photo" or "video", where all are known to be that, "album", "folder" or
 * "place".
 */
export function counted(count, noun = "item") { return nouns[noun](count); }

export function capitalized(text) { return text.slice(0, 1).toUpperCase() + text.slice(1); }

export function list(parts) { return lists.format(parts); }

/** The first instant of a month, given as year * 12 + month - 1, or of a day of one. */
function instant({ month, day }) {
    const year = Math.floor(month / 12);
    return new Date(Date.UTC(year, month - year * 12, day ?? 1));
}

/** The title of a month or of a day; of several, `earliest` is the last one in the order of the page. */
export function partTitle({ month, day = null, earliest = null }) {
    if (month === null || month === undefined) return localized("No Date");
    const format = day === null ? monthNames : dayNames;
    const latest = instant({ month, day });
    const first = earliest === null ? latest : instant(earliest);
    if (earliest === null || isNaN(first) || isNaN(latest)) return formatted(format, latest);
    return rangeMark === undefined ? format.formatRange(first, latest)
        : format.format(first) + rangeMark + format.format(latest);
}

export function longDate(text) { return formatted(longDates, new Date(text)); }

/** Photos may have any date; JavaScript's dates span 270,000 years. */
function formatted(format, date) { return isNaN(date) ? localized("a date out of time") : format.format(date); }

/** The time of day, as "14:05". */
export function clock(text) { return formatted(times, new Date(text)); }

/** "Today", "Yesterday", "Monday, 12 June 2023". */
export function dayTitle(text) {
    const date = new Date(text);
    if (isNaN(date)) return formatted(days, date);
    const distance = daysFromToday(date);
    return distance === 0 ? localized("Today") : distance === -1 ? localized("Yesterday") : localDays.format(date);
}

function daysFromToday(date) {
    const day = (value) => new Date(value.getFullYear(), value.getMonth(), value.getDate()).getTime();
    return Math.round((day(date) - day(new Date())) / 86_400_000);
}

/** "today at 14:05", "yesterday at 9:30", "12 Jun 2023". */
export function recentDate(text) {
    const date = new Date(text);
    if (isNaN(date)) return formatted(days, date);
    const distance = daysFromToday(date);
    const time = times.format(date);
    if (distance === 0) return localized("today at {time}", { time });
    if (distance === -1) return localized("yesterday at {time}", { time });
    if (distance === 1) return localized("tomorrow at {time}", { time });
    return days.format(date);
}

/** "today", "yesterday", "12 Jun 2023", of a date such as 2023-06-12. */
export function dayName(text) {
    const [year, month, day] = text.split("-").map(Number);
    const date = new Date(year, month - 1, day);
    const now = new Date();
    const distance = Math.round((new Date(now.getFullYear(), now.getMonth(), now.getDate()) - date) / 86_400_000);
    return { 0: localized("today"), 1: localized("yesterday") }[distance] ?? formatted(days, date);
}

/** "0:12", "1:02:03"; not "0:00" for what lasts less than a second. */
export function duration(seconds) {
    const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0;
    const two = (value) => String(value).padStart(2, "0");
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function fileSize(bytes) {
    const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
    let [value, unit] = [bytes, 0];
    while (value >= 1000 && unit < units.length - 1) {
        value /= 1000;
        unit += 1;
    }
    return new Intl.NumberFormat(locale, {
        style: "unit", unit: units[unit], unitDisplay: "short", maximumFractionDigits: unit > 1 ? 1 : 0,
    }).format(value);
}

/** The name of a photo for screen readers. */
export function itemTitle(item) {
    const video = () => localized("Video, {length}", { length: duration(item.duration ?? 0) });
    const kind = {
        image: () => localized("Photo"), video, livePhoto: () => localized("Live Photo"),
    }[item.kind] ?? (() => localized("Item"));
    const parts = [kind(), item.date ? longDate(item.date) : localized("no date")];
    if (item.favorite) parts.push(localized("favorite"));
    if (item.burst) parts.push(localized("burst"));
    return inRow(...parts);
}

/** Parts of a name, one after the other. */
export function inRow(...parts) { return parts.join(comma); }

/** Says that what the person wanted has failed. */
export function failed(error) { return localized("That failed: {reason}", { reason: error.message }); }

/** Isolates the writing direction of a foreign text, as <bdi> does, where no elements are possible. */
export function isolated(text) { return `\u2068${text}\u2069`; }

/** The name of an app by evidence: by which it is installed, else of its file or package, never its claim. */
export function appName(app) { return isolated(bareName(app)); }

/** The name without isolation, for comparisons. */
export function bareName(app) {
    const { name, text } = app.evidence;
    if (name) return name;
    const parts = text.split(app.evidence.kind === "flatpak" ? "." : "/").filter((part) => part !== "");
    return parts.at(-1) ?? text;
}

/** The kind of evidence. */
export function evidenceTitle(evidence) {
    return { program: localized("Program"), flatpak: "Flatpak", snap: "Snap" }[evidence.kind] ?? localized("App");
}

/** "1,234 photos and 56 videos". */
export function libraryTitle(library) {
    const parts = [];
    if (library.images > 0 || library.videos === 0) parts.push(counted(library.images, "photo"));
    if (library.videos > 0) parts.push(counted(library.videos, "video"));
    return lists.format(parts);
}

/** A text that somebody wrote, in the quotation marks of the person's language. */
export function quoted(text) { return localized("“{text}”", { text: isolated(text) }); }

/** What was done, as "added 12 photos and changed 1 album “Alps”". */
export function changeWords({ photos, albums, folders, titles = [], hasDetails }) {
    const parts = [];
    const verbs = [
        [(what) => localized("added {what}", { what }), "inserted"],
        [(what) => localized("restored {what}", { what }), "restored"],
        [(what) => localized("deleted {what}", { what }), "deleted"],
        [(what) => localized("changed {what}", { what }), "updated"],
    ];
    for (const [said, kind] of verbs) {
        const some = [
            photos[kind] > 0 ? counted(photos[kind]) : null,
            albums[kind] > 0 ? counted(albums[kind], "album") : null,
            folders[kind] > 0 ? counted(folders[kind], "folder") : null,
        ].filter((part) => part !== null);
        if (some.length > 0) parts.push(said(list(some)));
    }
    if (parts.length === 0) return hasDetails ? localized("changed nothing") : localized("changed what is no longer known");
    const names = titles.map(quoted);
    return list(parts) + (names.length > 0 ? `: ${list(names)}` : "");
}
