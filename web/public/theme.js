// Sets theme and language before the first paint, so that nothing flashes.
(function () {
  try {
    var kept = JSON.parse(localStorage.getItem("cradle.settings") || "{}");
    if (kept.theme === "dark" || kept.theme === "light") document.documentElement.dataset.theme = kept.theme;
    if (kept.lang) document.documentElement.lang = kept.lang;
  } catch (e) {}
})();
