// How long access lasts.

/** Name, title, and the date from now, or null for never. */
export const durations = [
    ["always", "Until I change it", () => null],
    ["hour", "For 1 hour", () => new Date(Date.now() + 3_600_000).toISOString()],
    ["today", "Until the end of today", () => {
        const now = new Date();
        return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).toISOString();
    }],
];
