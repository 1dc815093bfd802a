// What the person has seen, and whether they are in the middle of something.
//
// A click or a key that was meant for what was there before must not answer a question that nobody has read. So
// whenever the page puts something else in front of the person, what they do does not count until they have paused for
// a moment: clicks that go on and on answer nothing.

/** The pause, in milliseconds from the frame in which it is shown. */
const readingTime = 400;
/** Whoever has done something within so many milliseconds is in the middle of it. */
const useTime = 10_000;

const pressing = ["pointerdown", "mousedown", "touchstart", "keydown"];
const others = ["pointerup", "mouseup", "touchend", "keyup", "click", "auxclick", "dblclick", "contextmenu", "submit", "drop"];

let readAt = 0;
let lastUse = -Infinity;
let timer = 0;
/** The press that goes on began too early. */
let isEarlyPress = false;

/** Something else is in front of the person now. */
export function shown() {
    lastUse = -Infinity;
    pause();
}

/** What is in front of the person lies elsewhere than before. */
export function moved() { pause(); }

/** Whether the person does something with what is in front of them. */
export function isInUse() { return performance.now() - lastUse < useTime; }

function pause() {
    document.documentElement.classList.add("is-unread");
    const begin = () => {
        readAt = performance.now() + readingTime;
        clearTimeout(timer);
        timer = setTimeout(() => document.documentElement.classList.remove("is-unread"), readingTime);
    };
    begin();
    // A page that takes long to be drawn is not seen before.
    requestAnimationFrame(begin);
}

/** Text that goes into a field decides nothing. */
function isTyping(event) {
    return event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== "Escape"
        && event.target instanceof HTMLInputElement && event.target.type === "search";
}

function look(event) {
    const isPress = pressing.includes(event.type);
    // When it was done, not when the page came to look at it.
    const isEarly = event.timeStamp < readAt && !isTyping(event);
    if (isPress) isEarlyPress = isEarly;
    // A key that is held was pressed for what was there before.
    const isHeld = event.type === "keydown" && event.repeat && (event.key === "Enter" || event.key === " ")
        && !isTyping(event);
    if (isEarly || isHeld || isEarlyPress) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (isPress && isEarly) pause();
    }
    // Not what ends a press: it may have been what brought this about.
    if (isPress) lastUse = event.timeStamp;
    // What follows without a press of its own is nobody's early press.
    if (event.type === "click" || event.type === "keyup") isEarlyPress = false;
}

for (const name of [...pressing, ...others]) addEventListener(name, look, { capture: true, passive: false });
addEventListener("wheel", (event) => { lastUse = event.timeStamp; }, { capture: true, passive: true });
// Coming back to the page is another moment in which a click may be meant for something else.
document.addEventListener("visibilitychange", pause);
