// Keeps the pages for when there is no connection.

if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
