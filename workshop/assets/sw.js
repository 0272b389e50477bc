// Keeps the site for when there is no connection. LIST is filled in where the site is written.

const { edition, pages, heavy } = /*LIST*/ { edition: "", pages: [], heavy: [] };
const CACHE = `rulerun-${edition}`;

/** @param {string[] | [string, string][]} files */
async function keep(files) {
  const cache = await caches.open(CACHE);
  await Promise.all(files.map(async (file) => {
    const [address, integrity] = Array.isArray(file) ? file : [file, ""];
    if (await cache.match(address)) return;
    const found = await fetch(new Request(address, integrity ? { integrity, mode: "cors" } : {}));
    if (found.ok) await cache.put(address, found);
  }));
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep(pages));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("rulerun-") && name !== CACHE) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("message", (event) => {
  event.waitUntil(keep(heavy).then(
    () => event.source?.postMessage({ kept: true }),
    (fault) => event.source?.postMessage({ kept: false, why: String(fault?.name ?? fault) }),
  ));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  })());
});
