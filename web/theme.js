// Before the first paint: theme and language, so that nothing flashes, and the texts are on their way.
(() => {
  let kept = {};
  let fonts = null;
  try {
    fonts = localStorage.getItem("cradle.fonts");
    kept = JSON.parse(localStorage.getItem("cradle.settings") || "{}");
  } catch {
    // Without storage the system's own settings serve.
  }
  const { documentElement: root, currentScript } = document;
  if (kept.theme === "dark" || kept.theme === "light") root.dataset.theme = kept.theme;
  if (fonts) root.dataset.fonts = fonts;
  if (kept.lang) root.lang = kept.lang;
  const texts = JSON.parse(currentScript.dataset.texts);
  const wished = [kept.lang, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  const href = texts[wished.find((lang) => lang in texts)];
  if (href)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
})();
