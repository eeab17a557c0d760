"use strict";
// The list beside the map: search, venue and theme narrow the list and dim the other points of the map.
document.addEventListener("DOMContentLoaded", () => {
  const panel = document.getElementById("panel");
  if (!panel) return;
  const STEP = 60;
  const LONG = 25;
  const search = panel.querySelector("input[type='search']");
  const [venue, theme] = [panel.querySelector("select.venue"), panel.querySelector("select.theme")];
  const [count, results, list, reading] = [".count", ".results", ".list", ".reading"].map((name) => panel.querySelector(name));
  let map = null;
  let shown = STEP;
  let timer = 0;

  function reader(open) {
    list.hidden = open;
    reading.hidden = !open;
  }

  function matches(paper) {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return (!venue || !venue.value || paper.venue === venue.value)
      && (theme.value === "" || String(paper.topic) === theme.value)
      && words.every((word) => paper.words.includes(word));
  }

  function item(paper) {
    const row = document.createElement("li");
    const button = VenuePapers.element("button", VenuePapers.heading(paper), { type: "button" });
    button.append(VenuePapers.element("small", VenuePapers.origin(paper)));
    button.addEventListener("click", () => VenuePapers.open(paper.id));
    row.append(button);
    return row;
  }

  function more() {
    const row = document.createElement("li");
    const button = VenuePapers.element("button", "show more", { type: "button" });
    button.addEventListener("click", () => {
      shown += STEP * 5;
      update();
    });
    row.append(button);
    return row;
  }

  function dim(found, all) {
    if (!map) return;
    const ids = new Set(found.map((paper) => paper.id));
    const picked = map.data.map((trace) => {
      if (!Array.isArray(trace.customdata) || found.length === all.length) return null;
      return trace.customdata.flatMap((data, i) => (ids.has(data[0]) ? [i] : []));
    });
    Plotly.restyle(map, { selectedpoints: picked, "unselected.marker.opacity": 0.07 });
  }

  async function update() {
    const { papers } = await VenuePapers.load();
    const found = papers.filter(matches);
    count.textContent = found.length === papers.length ? `${papers.length.toLocaleString("en")} papers; click one, here or on the map, to read its abstract`
      : `${found.length.toLocaleString("en")} of ${papers.length.toLocaleString("en")} papers`;
    results.replaceChildren(...found.slice(0, shown).map(item), ...(found.length > shown ? [more()] : []));
    dim(found, papers);
  }

  function soon() {
    shown = STEP;
    reader(false);
    clearTimeout(timer);
    timer = setTimeout(update, 150);
  }

  search.addEventListener("input", soon);
  for (const select of [venue, theme]) if (select) select.addEventListener("change", soon);
  reading.querySelector(".back").addEventListener("click", () => reader(false));
  document.addEventListener("paper-opened", () => {
    reader(true);
    if (panel.getBoundingClientRect().top > window.innerHeight - 120) panel.scrollIntoView({ block: "start" });
  });
  document.querySelectorAll("button[data-topic]").forEach((button) => button.addEventListener("click", () => {
    theme.value = button.dataset.topic;
    soon();
    document.getElementById("map").scrollIntoView();
  }));
  // A long table shows its beginning; paper and browsers without scripts show all of it.
  const rows = [...document.querySelectorAll("table.themes tbody tr")];
  if (rows.length > LONG) {
    const button = VenuePapers.element("button", `show all ${rows.length} themes`, { type: "button", className: "plain show-all" });
    button.addEventListener("click", () => {
      rows.forEach((row) => { row.hidden = false; });
      button.remove();
    });
    rows.slice(LONG - 5).forEach((row) => { row.hidden = true; });
    document.querySelector("table.themes").after(button);
  }
  VenueFigures.onDraw((figure, plot) => {
    if (figure.dataset.figure !== "paper_map") return;
    map = plot;
    update();
  });
  update().catch(() => { count.textContent = "This browser is too old to unpack the abstracts."; });
});
