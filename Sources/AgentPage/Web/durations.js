// How long access lasts.

import { localized } from "./localized.js";

/** Name, title, and the date from now, or null for never. */
export const durations = [
    ["always", localized("Until I change it"), () => null],
    ["hour", localized("For 1 hour"), () => new Date(Date.now() + 3_600_000).toISOString()],
    ["today", localized("Until the end of today"), () => {
        const now = new Date();
        return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).toISOString();
    }],
];
