// What is said of a place: the agent has a list of towns, and asks nobody.

import { localized } from "./localized.js";
import { isolated } from "./words.js";

/** "Kyoto, Japan"; "Singapore" where the town is the country. */
export function townTitle({ name, country }) { return isolated(name === country ? name : `${name}, ${country}`); }

/** What may be said of a point; null far from all towns. */
export function placeTitle(place) {
    if (!place) return null;
    const town = townTitle(place);
    const { relation, kilometres } = place;
    if (relation === "in") return town;
    return relation === "near" ? localized("near {place}", { place: town })
        : localized("{kilometres} km from {place}", { kilometres, place: town });
}
