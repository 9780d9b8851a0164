// Tables that sort by a click on a heading, and files to save. Texts are set as text, never as markup.

// The key of a cell: "1.2e-05 [..]" sorts by its number, infinity after all other numbers, and a text without a
// number after those, by its letters.
function sortKey(cell) {
  const text = cell.textContent.trim();
  if (text.startsWith("inf")) return [1, Infinity, text];
  const value = parseFloat(text);
  return Number.isNaN(value) ? [2, 0, text] : [1, value, text];
}

// Rows without a number stay at the end, whichever way the others are sorted.
function sortRows(table, column, ascending) {
  const sign = ascending ? 1 : -1, body = table.tBodies[0];
  const rows = [...body.rows].map(row => [sortKey(row.cells[column]), row]);
  rows.sort(([a], [b]) => a[0] - b[0] || sign * (a[1] === b[1] ? 0 : a[1] < b[1] ? -1 : 1) || sign * a[2].localeCompare(b[2]));
  body.append(...rows.map(([, row]) => row));
}

// Turns each heading into a button. The first click sorts upwards, the next one downwards; aria-sort tells it
// to screen readers.
function startTables() {
  for (const table of document.querySelectorAll("table")) {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...heading.childNodes);
      if (!button.textContent) button.setAttribute("aria-label", "name");
      heading.replaceChildren(button);
      button.addEventListener("click", () => {
        const ascending = heading.getAttribute("aria-sort") !== "ascending";
        headings.forEach(other => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        sortRows(table, column, ascending);
      });
    });
  }
}

// The caption of a table that is wider than the page says that it scrolls; again when the page changes its width.
function startScrolling() {
  const watch = new ResizeObserver(entries => entries.forEach(({target}) =>
    target.previousElementSibling.classList.toggle("scrolls", target.scrollWidth > target.clientWidth + 1)));
  document.querySelectorAll(".table").forEach(table => watch.observe(table));
}

// The browser keeps the text only as long as its address is not revoked, and needs a moment to begin the
// download.
function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Files lie in the page's data, so a page works without a server.
function startDownloads(files) {
  for (const button of document.querySelectorAll(".download")) {
    const name = button.dataset.file;
    button.addEventListener("click", () => save(name, files[name], name.endsWith(".json") ? "application/json" : "text/csv"));
  }
}

// A drawing as a file of its own: the style sheet that all drawings of the page share goes into it.
function standaloneSvg(svg) {
  const copy = svg.cloneNode(true), box = svg.viewBox.baseVal, style = document.createElementNS(svg.namespaceURI, "style");
  copy.querySelectorAll(".pointed").forEach(line => line.remove());
  copy.setAttribute("width", box.width);
  copy.setAttribute("height", box.height);
  style.textContent = document.getElementById("figure-style").textContent + ":root { background: var(--ground); }";
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

// The name of the file is that of the figure.
function addSaveButton(figure, i) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "save-figure";
  button.textContent = "SVG";
  button.setAttribute("aria-label", "Save as SVG: " + figure.querySelector("figcaption").textContent);
  const name = (figure.id || "figure-" + i) + ".svg";
  button.addEventListener("click", () => save(name, standaloneSvg(figure.querySelector("svg")), "image/svg+xml"));
  figure.append(button);
}
