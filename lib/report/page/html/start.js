// The page begins here, after all other scripts are loaded: it reads the data that page.cpp wrote, and starts
// tables, downloads, charts and players. The first animation plays by itself when it comes into view, unless
// the reader asks for less motion. Before printing, folded parts are opened.
function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  startTables();
  startScrolling();
  startAccents();
  startDownloads(data.files);
  data.charts.forEach(chart => new PointedChart(chart));
  [...document.querySelectorAll("figure")].filter(figure => figure.querySelector("svg")).forEach(addSaveButton);
  const players = [...document.querySelectorAll(".player")].map(element => new Player(element, data.players[Number(element.dataset.number)]));
  window.addEventListener("beforeprint", () => document.querySelectorAll("details:not(.remark)").forEach(details => { details.open = true; }));
  if (!players.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const seen = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting)) return;
    seen.disconnect();
    players[0].play(true);
  });
  seen.observe(players[0].part("scene"));
}

addEventListener("error", event => {
  const place = document.getElementById("script-error");
  place.hidden = false;
  place.textContent = "A script of this page failed: " + event.message;
});
start();
