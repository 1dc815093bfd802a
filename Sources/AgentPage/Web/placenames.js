// What is said of a place: the agent has a list of towns, and asks nobody.

import { isolated, number } from "./words.js";

/** "Kyoto, Japan"; "Singapore" where the town is the country. */
export function townTitle({ name, country }) { return isolated(name === country ? name : `${name}, ${country}`); }

/** What may be said of a point; null far from all towns. */
export function placeTitle(place) {
    if (!place) return null;
    const town = townTitle(place);
    return { in: town, near: `near ${town}`, away: `${number(place.kilometres)} km from ${town}` }[place.relation];
}
