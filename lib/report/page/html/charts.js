// Shows the values of a chart where a reader points, or moves with the arrow keys. One object for each chart of
// the page; `chart` is what chart_json() wrote, and the SVG drawing is already in the page.
class PointedChart {
  constructor(chart) {
    this.chart = chart;
    this.svg = document.getElementById("chart-" + chart.id);
    this.places = this.placesOf();
    this.place = -1;
    this.text = document.createElement("p");
    this.text.className = "pointed-values";
    this.text.setAttribute("aria-live", "polite");
    this.svg.parentElement.after(this.text);
    this.svg.addEventListener("pointermove", event => this.point(this.nearest(event)));
    this.svg.addEventListener("pointerleave", () => this.point(-1));
    this.svg.addEventListener("keydown", event => this.key(event));
    this.svg.addEventListener("blur", () => this.point(-1));
  }

  // Pixels of the drawing, which chart_svg() wrote as attributes data-left and so on.
  edge(name) { return Number(this.svg.dataset[name]); }

  // The places with something to read: each x of a curve, each row.
  placesOf() {
    if (this.chart.kind === "rows") return this.chart.rows.map((name, i) => i);
    const all = new Set(this.chart.series.flatMap(s => s.x).filter(x => x !== null));
    return [...all].sort((a, b) => a - b);
  }

  // The scale of the axis along which the reader moves; the same formula as (1) of chart.hpp.
  pixelOf(place) {
    const rows = this.chart.kind === "rows", axis = rows ? this.chart.up : this.chart.across;
    const from = rows ? this.edge("top") : this.edge("left"), to = rows ? this.edge("bottom") : this.edge("right");
    const share = axis.log ? Math.log(place / axis.low) / Math.log(axis.high / axis.low) : (place - axis.low) / (axis.high - axis.low);
    return from + (to - from) * share;
  }

  // The number of the place that is nearest to the pointer. The drawing may be shown larger or smaller than its
  // own pixels.
  nearest(event) {
    const box = this.svg.getBoundingClientRect(), scale = this.svg.viewBox.baseVal.width / box.width;
    const at = this.chart.kind === "rows" ? (event.clientY - box.top) * scale : (event.clientX - box.left) * scale;
    let best = -1, least = Infinity;
    this.places.forEach((place, i) => {
      const away = Math.abs(this.pixelOf(place) - at);
      if (away < least) best = i, least = away;
    });
    return best;
  }

  key(event) {
    const steps = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1};
    if (event.key === "Escape") this.point(-1);
    else if (event.key === "Home") this.point(0);
    else if (event.key === "End") this.point(this.places.length - 1);
    else if (steps[event.key]) this.point(Math.max(0, Math.min(this.places.length - 1, this.place + steps[event.key])));
    else return;
    event.preventDefault();
  }

  // Shows place i; -1 shows nothing.
  point(i) {
    if (i === this.place) return;
    this.place = i;
    this.svg.querySelectorAll(".pointed").forEach(line => line.remove());
    this.text.replaceChildren();
    if (i < 0) return;
    this.drawLine(this.pixelOf(this.places[i]));
    this.say(this.places[i]);
  }

  // A vertical line through a chart of curves. Rows need none: their names are beside them.
  drawLine(at) {
    if (this.chart.kind === "rows") return;
    const line = document.createElementNS(this.svg.namespaceURI, "path");
    line.setAttribute("class", "pointed");
    line.setAttribute("d", "M" + at + " " + this.edge("top") + "V" + this.edge("bottom"));
    this.svg.append(line);
  }

  // Writes the values of all series at a place below the drawing, each in the colour of its series.
  say(place) {
    const rows = this.chart.kind === "rows", head = document.createElement("span");
    head.textContent = rows ? this.chart.rows[place] : this.chart.across.name.split(" (")[0] + " " + number(place);
    this.text.append(head);
    this.chart.series.forEach((series, i) => {
      const k = this.indexAt(series, place);
      if (k < 0) return;
      const value = rows ? series.x[k] : series.y[k], span = document.createElement("span"), name = document.createElement("b");
      const colour = this.svg.querySelector("[data-series='" + i + "']").getAttribute("class").split(" ").pop();
      span.className = colour;
      name.textContent = series.label;
      const low = series.low.length ? series.low[k] : null, high = series.high.length ? series.high[k] : null;
      span.append(name, " " + number(value) + (low === null || high === null ? "" : " [" + number(low) + ", " + number(high) + "]"));
      this.text.append(span);
    });
  }

  // The point of a series at a place; -1 if it has none there.
  indexAt(series, place) {
    if (this.chart.kind === "rows") return series.y.indexOf(place);
    if (this.chart.kind === "curves") return series.x.indexOf(place);
    let last = -1;  // a step holds until the next one
    series.x.forEach((x, k) => { if (x !== null && x <= place) last = k; });
    return last;
  }
}
