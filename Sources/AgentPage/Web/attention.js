// Whether the person can have seen what is on the page, and whether they are using it.
//
// A click or a key that was meant for something else must not answer a question that nobody has read. So whenever the
// page shows something new, input is ignored until the person has paused for a moment: clicking on and on never counts.

/** The pause, in milliseconds from the frame in which it is shown. */
const readingTime = 400;
/** Milliseconds after the last input in which the page counts as in use. */
const useTime = 10_000;

const pressing = ["pointerdown", "mousedown", "touchstart", "keydown"];
const others = ["pointerup", "mouseup", "touchend", "keyup", "click", "auxclick", "dblclick", "contextmenu", "submit", "drop"];

let readAt = 0;
let lastUse = -Infinity;
let timer = 0;
/** Whether the current press began too early. */
let isEarlyPress = false;

/** Call when the page shows something new. */
export function shown() {
    lastUse = -Infinity;
    pause();
}

/** Call when the content has moved. */
export function moved() { pause(); }

/** Whether the person is using the page. */
export function isInUse() { return performance.now() - lastUse < useTime; }

function pause() {
    document.documentElement.classList.add("is-unread");
    const begin = () => {
        readAt = performance.now() + readingTime;
        clearTimeout(timer);
        timer = setTimeout(() => document.documentElement.classList.remove("is-unread"), readingTime);
    };
    begin();
    // Counts from the frame in which it was drawn.
    requestAnimationFrame(begin);
}

/** Text in a field decides nothing. */
function isTyping(event) {
    return event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== "Escape"
        && event.target instanceof HTMLInputElement && event.target.type === "search";
}

function look(event) {
    const isPress = pressing.includes(event.type);
    // When the input happened, not when it was processed.
    const isEarly = event.timeStamp < readAt && !isTyping(event);
    if (isPress) isEarlyPress = isEarly;
    // A held key was pressed for the former content.
    const isHeld = event.type === "keydown" && event.repeat && (event.key === "Enter" || event.key === " ")
        && !isTyping(event);
    if (isEarly || isHeld || isEarlyPress) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (isPress && isEarly) pause();
    }
    // Not the end of a press: it may have caused this change.
    if (isPress) lastUse = event.timeStamp;
    // Later input without a press of its own is not part of this one.
    if (event.type === "click" || event.type === "keyup") isEarlyPress = false;
}

for (const name of [...pressing, ...others]) addEventListener(name, look, { capture: true, passive: false });
addEventListener("wheel", (event) => { lastUse = event.timeStamp; }, { capture: true, passive: true });
// On return to the page, a click may be meant for something else too.
document.addEventListener("visibilitychange", pause);
