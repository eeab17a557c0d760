"use strict";
// Draws the figures of a page from the JSON beside them: when they come near the screen, and all of them before printing.
const VenueFigures = (() => {
  const NARROW = 560;
  const PRINT_WIDTH = 680;
  const ready = new Map();
  const listeners = [];

  const decoded = (text) => new DOMParser().parseFromString(text || "", "text/html").body.textContent;
  const encoded = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\$/g, "&#36;");

  // Without WebGL the points are drawn as SVG: slower, but there.
  let webgl = null;
  function hasWebGL() {
    if (webgl === null) {
      const context = document.createElement("canvas").getContext("webgl");
      webgl = Boolean(context);
      if (context) context.getExtension("WEBGL_lose_context")?.loseContext();
    }
    return webgl;
  }

  function caption(figure, layout) {
    const title = layout.title || {};
    const subtitle = (title.subtitle || {}).text || "";
    const place = figure.querySelector("figcaption");
    const first = document.createElement("b");
    const second = document.createElement("span");
    first.textContent = decoded(title.text);
    second.textContent = decoded(subtitle);
    place.replaceChildren(first, ...(subtitle ? [second] : []));
    const saved = title.text ? 50 + (subtitle ? 22 : 0) - 10 : 0;
    layout.margin.t -= saved;
    layout.height -= saved;
    layout.title = { text: "" };
  }

  function shorter(text, most) {
    const bold = text.startsWith("<b>");
    const plain = decoded(text);
    const cut = encoded(plain.length > most ? plain.slice(0, most - 1).trimEnd() + "…" : plain);
    return bold ? `<b>${cut}</b>` : cut;
  }

  function fitNarrow(spec) {
    const layout = spec.layout;
    const wishes = (layout.meta || {}).narrow || {};
    layout.annotations = (layout.annotations || []).filter((note) => note.name !== "wide");
    for (const note of layout.annotations.filter((n) => n.name === "side")) note.text = note.text.replace("more at ", "");
    for (const note of layout.annotations.filter((n) => n.name === "label")) note.font.size = Math.min(note.font.size, 10.5);
    for (const axis of [layout.xaxis, layout.yaxis]) {
      if (!axis) continue;
      axis.tickfont = { ...axis.tickfont, size: 11 };
      if (axis.ticktext) axis.ticktext = axis.ticktext.map((text) => shorter(text, 21));
    }
    for (const [name, value] of Object.entries(wishes)) {
      if (name === "xaxis.range") layout.xaxis.range = value;
      if (name === "height") layout.height += value;
    }
    for (const trace of spec.data) {
      if (trace.type === "heatmap") trace.showscale = false;
      if (trace.mode === "markers+text") {
        trace.textfont = { ...trace.textfont, size: 10.5 };
        trace.text = trace.text.map((text) => ` ${shorter(text.trim(), 17)} `);
      }
    }
    layout.dragmode = false;
    layout.margin.l = Math.min(layout.margin.l, 6);
    layout.margin.r = 10;
  }

  // Labels that the edge would cut are pushed in; those that another one covers are hidden, the more important ones come first.
  function declutter(plot) {
    const frame = plot.getBoundingClientRect();
    const taken = [];
    plot.querySelectorAll("g.annotation").forEach((node) => {
      const note = plot.layout.annotations[Number(node.dataset.index)];
      if (!note || note.name !== "label") return;
      node.style.display = "";
      node.style.transform = "";
      let box = node.getBoundingClientRect();
      const push = Math.max(frame.left + 2 - box.left, 0) - Math.max(box.right + 2 - frame.right, 0);
      if (push && Math.abs(push) < box.width / 2) {
        node.style.transform = `translate(${push}px, 0)`;
        box = node.getBoundingClientRect();
      }
      const outside = box.left < frame.left || box.right > frame.right;
      const hit = taken.some((t) => box.left < t.right && t.left < box.right && box.top < t.bottom && t.top < box.bottom);
      if (outside || hit) node.style.display = "none";
      else taken.push(box);
    });
  }

  function specOf(figure) {
    return JSON.parse(figure.querySelector("script[type='application/json']").textContent);
  }

  // A figure without data says why in words, which fold on a narrow screen.
  function say(figure, plot, spec) {
    plot.textContent = (spec.layout.annotations || []).map((note) => decoded(note.text.replaceAll("<br>", " "))).join(" ");
    plot.style.minHeight = "0";
    plot.classList.add("note");
    plot.dataset.drawn = "yes";
    ready.set(figure, Promise.resolve());
    return ready.get(figure);
  }

  function draw(figure) {
    if (ready.has(figure)) return ready.get(figure);
    const plot = figure.querySelector(".plot");
    const spec = specOf(figure);
    caption(figure, spec.layout);
    if (!spec.data.length) return say(figure, plot, spec);
    if (plot.clientWidth < NARROW) fitNarrow(spec);
    const points = spec.data.filter((trace) => trace.type === "scattergl");
    if (points.length && !hasWebGL()) for (const trace of points) trace.type = "scatter";
    plot.style.minHeight = `${spec.layout.height}px`;
    const isMap = spec.layout.dragmode === "pan";
    const config = {
      responsive: true, displaylogo: false, typesetMath: false, displayModeBar: isMap ? "hover" : false,
      modeBarButtons: [["zoomIn2d", "zoomOut2d", "resetScale2d"]],
    };
    const done = Plotly.newPlot(plot, spec.data, spec.layout, config).then(() => {
      plot.on("plotly_afterplot", () => declutter(plot));
      declutter(plot);
      plot.dataset.drawn = "yes";
      listeners.forEach((listener) => listener(figure, plot));
    });
    ready.set(figure, done);
    return done;
  }

  function start() {
    const figures = [...document.querySelectorAll("figure[data-figure]")];
    const watcher = new IntersectionObserver((entries) => entries.filter((e) => e.isIntersecting).forEach((e) => {
      watcher.unobserve(e.target);
      draw(e.target);
    }), { rootMargin: "500px" });
    figures.forEach((figure) => {
      caption(figure, { margin: {}, ...specOf(figure).layout });
      watcher.observe(figure);
    });
    window.addEventListener("beforeprint", () => figures.forEach((figure) => {
      draw(figure);
      const plot = figure.querySelector(".plot");
      if (plot.layout) Plotly.relayout(plot, { width: PRINT_WIDTH });
    }));
    window.addEventListener("afterprint", () => figures.forEach((figure) => {
      const plot = figure.querySelector(".plot");
      if (plot.layout) Plotly.relayout(plot, { width: null, autosize: true });
    }));
  }

  document.addEventListener("DOMContentLoaded", start);
  return { draw, onDraw: (listener) => listeners.push(listener) };
})();
