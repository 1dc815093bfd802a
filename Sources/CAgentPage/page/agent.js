"use strict";
const shown = document.getElementById("state");
const refresh = async () => { shown.textContent = JSON.stringify(await (await fetch("/api/state")).json(), null, 2); };
const events = new EventSource("/api/events");
for (const name of ["prompt", "withdrawn", "update", "library", "server"]) events.addEventListener(name, refresh);
refresh();
