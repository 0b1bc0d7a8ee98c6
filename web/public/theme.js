// Sets theme and language before the first paint, so that nothing flashes.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("cradle.settings") || "{}");
    if (kept.theme === "dark" || kept.theme === "light") document.documentElement.dataset.theme = kept.theme;
    if (kept.lang) document.documentElement.lang = kept.lang;
  } catch {
    // Without storage the system's own settings serve.
  }
})();
