// What the pages say, in the language of the browser. WORDS is filled in where the site is written.

/** @type {Record<string, Record<string, string>>} */
const WORDS = /*WORDS*/ {};

/** The language of the pages. */
export const LANGUAGE = navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in WORDS) ?? "en";

/** A text by its name, with the values filled in. @param {string} name @param {...unknown} values @returns {string} */
export function words(name, ...values) {
  return (WORDS[LANGUAGE]?.[name] ?? name).replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)]));
}

/** Lets what stands on the page be in its language. */
export function translate() {
  document.documentElement.lang = LANGUAGE;
  for (const each of document.querySelectorAll("[data-words]")) {
    each.textContent = JSON.parse(each.getAttribute("data-words") ?? "{}")[LANGUAGE] ?? each.textContent;
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    const label = JSON.parse(each.getAttribute("data-label") ?? "{}")[LANGUAGE];
    if (label) each.setAttribute("aria-label", label);
  }
}
