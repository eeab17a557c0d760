"use strict";
// The table of papers, unpacked when first needed; a click on a point of the map opens the paper's abstract.
const VenuePapers = (() => {
  let wanted = null;

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  async function packed() {
    const inline = document.getElementById("papers-data");
    if (inline) return inline.textContent;
    if (!window.VENUE_PAPERS) {
      await new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = "assets/papers-data.js";
        script.onload = resolve;
        script.onerror = reject;
        document.head.append(script);
      });
    }
    return window.VENUE_PAPERS;
  }

  function load() {
    wanted = wanted || packed().then(unpack).then((table) => {
      const papers = table.rows.map((row) => Object.fromEntries(table.columns.map((name, i) => [name, row[i]])));
      for (const paper of papers) {
        paper.theme = table.themes[paper.topic] ?? "no theme";
        paper.words = `${paper.title || ""} ${paper.abstract}`.toLowerCase();
      }
      return { papers, byId: new Map(papers.map((paper) => [paper.id, paper])), themes: table.themes };
    });
    return wanted;
  }

  const firstWords = (text) => (text.length > 100 ? text.slice(0, text.lastIndexOf(" ", 100)) + "…" : text);
  const heading = (paper) => paper.title || firstWords(paper.abstract);
  const origin = (paper) => `${[paper.venue, paper.year].filter(Boolean).join(" ")} · ${paper.theme}`;

  function element(name, text, attributes = {}) {
    return Object.assign(document.createElement(name), { textContent: text }, attributes);
  }

  function show(paper, place) {
    const parts = [element("h3", heading(paper)), element("small", origin(paper)), element("p", paper.abstract)];
    if (/^https?:\/\//.test(paper.url || "")) {
      parts.push(element("a", "the paper's page", { href: paper.url, rel: "noopener noreferrer", target: "_blank" }));
    }
    place.replaceChildren(...parts);
    place.scrollTop = 0;
  }

  async function open(id) {
    const paper = (await load()).byId.get(id);
    if (!paper) return;
    const panel = document.getElementById("panel");
    const place = document.querySelector(panel ? "#panel .abstract" : "dialog.reader .abstract");
    show(paper, place);
    if (panel) document.dispatchEvent(new CustomEvent("paper-opened"));
    else document.querySelector("dialog.reader").showModal();
  }

  VenueFigures.onDraw((figure, plot) => {
    if (!plot.data.some((trace) => Array.isArray(trace.customdata) && trace.meta && trace.meta.venue)) return;
    plot.on("plotly_click", (event) => open(event.points[0].customdata[0]));
  });

  document.addEventListener("DOMContentLoaded", () => {
    const dialog = document.querySelector("dialog.reader");
    if (!dialog) return;
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.matches(".close")) dialog.close();
    });
  });

  return { load, open, heading, origin, element };
})();
