// The gallery in the language of the browser, and kept for when there is no connection.

import { translate } from "./words.js";

translate();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
