// The controls of an animation: play and pause, time, speed, trajectory, zoom, and which predictions are shown.
// start.js makes one Player for each system of the page; it owns a Scene and a Strip, which draw. Names come
// from submissions and are set as text, never as markup.
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const FIRST_SHARE = 0.04;  // of a trajectory, at which it is first shown
const PLAY_SECONDS = 10;  // of a trajectory that is too short or too long to be watched in real time

// Three digits, with a power of ten where plain digits would be long. null stands for a number that is not
// finite.
function number(value) {
  if (value === null) return "not finite";
  if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)) return value.toExponential(2);
  return String(Number(value.toPrecision(3)));
}

// The colours of the page's style sheet as they are now: they change with the reader's choice of light or dark.
function pageColours() {
  const style = getComputedStyle(document.documentElement), get = name => style.getPropertyValue("--" + name).trim();
  return {ink: get("ink"), soft: get("soft"), grid: get("grid"), truth: get("truth"), lines: [0, 1, 2, 3, 4, 5, 6, 7].map(i => get("line-" + shade(i))),
          bodies: [0, 1, 2, 3, 4, 5, 6, 7].map(i => get("body-" + i))};
}

// The series in the accent colour: the first one, until a reader points at another. All others are grey.
let accented = 0;
function shade(series) { return series === accented ? 0 : series === 0 ? accented : series; }

// Gives the accent to a series in the charts and animations of the page.
function accentuate(series) {
  accented = series;
  document.querySelectorAll(".series, .key").forEach(group => {
    const [found] = /\bc[0-7]\b/.exec(group.getAttribute("class")) || [];
    if (found) group.classList.replace(found, "c" + shade(Number(group.dataset.own ??= found.slice(1))));
  });
  document.dispatchEvent(new Event("accent"));
}

// Pointing at a curve or its name gives it the accent.
function startAccents() {
  document.querySelectorAll(".chart").forEach(chart => chart.addEventListener("pointerover", event => {
    const group = event.target.closest(".series, .key"), [found] = /\bc[0-7]\b/.exec(group?.getAttribute("class") || "") || [];
    if (found) accentuate(Number(group.dataset.own ?? found.slice(1)));
  }));
}

// A piece of line in the colour and dash of a series, for the legend.
function dashedLine(colour, dash) {
  const namespace = document.querySelector("svg").namespaceURI, line = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  line.setAttribute("viewBox", "0 0 30 10");
  line.setAttribute("aria-hidden", "true");
  path.setAttribute("d", "M0 5H30");
  path.setAttribute("stroke-dasharray", DASHES[dash % DASHES.length].join(" ") || "none");
  path.style.stroke = colour;
  path.style.strokeWidth = "3";
  line.append(path);
  return line;
}

// `system` is the object that player_json() wrote (html_player.hpp), `element` the block of controls of
// player.html.
class Player {
  constructor(element, system) {
    this.system = system;
    this.part = name => element.querySelector("." + name);
    this.scene = new Scene(this.part("scene"), system);
    this.strip = new Strip(this.part("strip"), system);
    this.shown = system.submissions.map(() => true);
    this.playing = false;
    this.speed = 1;
    this.fillSpeeds();
    this.fillFollow();
    this.fillLegend();
    this.choose(0);
    this.listen();
  }

  get frames() { return this.trajectory.truth.length / this.scene.size; }
  // In the unit of the system's time.
  timeOf(position) { return position * this.trajectory.stride * this.system.dt; }

  // Speed 1 is real time if the motion lasts 1 s to 60 s; else a whole trajectory takes PLAY_SECONDS at speed
  // 1.
  fillSpeeds() {
    const seconds = this.system.dt * (this.system.samples - 1);
    this.realTime = seconds >= 1 && seconds <= 60;
    this.secondsPerSecond = this.realTime ? 1 : seconds / PLAY_SECONDS;
    for (const speed of SPEEDS) {
      const option = document.createElement("option");
      option.value = speed;
      option.textContent = speed === 1 && this.realTime ? "real time" : "\u00d7" + speed;
      option.selected = speed === 1;
      this.part("speed").append(option);
    }
  }

  // The bodies that the picture can follow; -1, which player.html has, means none.
  fillFollow() {
    this.scene.masses.forEach((mass, i) => {
      const option = document.createElement("option");
      option.value = i;
      option.textContent = mass[2];
      this.part("follow").append(option);
    });
  }

  // One line for the reference and one for each prediction, with a box to hide it and the error at the time
  // that is shown. A system alone has no strip and no magnifier.
  fillLegend() {
    const add = (name, colour, dash, changed) => {
      const item = document.createElement("li"), label = document.createElement("label");
      const swatch = document.createElement("span"), text = document.createElement("span"), error = document.createElement("span");
      swatch.className = "swatch";
      const paint = () => swatch.replaceChildren(dashedLine(colour(), dash));
      paint();
      document.addEventListener("accent", paint);
      text.className = "name";
      text.textContent = name;
      error.className = "error";
      if (changed) {
        const box = document.createElement("input");
        box.type = "checkbox";
        box.checked = true;
        box.addEventListener("change", () => changed(box.checked));
        label.append(box);
        item.addEventListener("pointerenter", () => accentuate(dash));
        box.addEventListener("focus", () => accentuate(dash));
      }
      label.append(swatch, text, error);
      item.append(label);
      this.part("legend").append(item);
      return error;
    };
    const many = this.system.submissions.length > 0;
    this.part("magnifier").hidden = !many;
    this.part("strip").hidden = !many;
    add("reference", () => "var(--truth)", 0, null).textContent = many ? "relative error" : "";
    this.errors = this.system.submissions.map((submission, i) =>
      add(submission.label, () => "var(--line-" + shade(submission.colour) + ")", submission.colour, on => { this.shown[i] = on; this.show(); }));
  }

  // Shows trajectory i a moment after its start, where all predictions still lie on the reference. The part of space that is shown follows from the trajectory.
  choose(i) {
    this.trajectory = this.system.trajectories[i];
    this.scene.frame(this.trajectory);
    this.strip.range(this.trajectory);
    this.part("choice").hidden = this.system.trajectories.length < 2;
    this.part("seek").max = this.frames - 1;
    this.seek(Math.round(FIRST_SHARE * (this.frames - 1)));
  }

  // Positions count frames and may lie between two.
  seek(position) {
    this.position = position;
    this.show();
  }

  // Begins at the start again after the end.
  play(on) {
    if (on && this.position >= this.frames - 1) this.position = FIRST_SHARE * (this.frames - 1);
    this.playing = on;
    this.before = null;
    this.part("play").textContent = on ? "Pause" : "Play";
    this.part("play").setAttribute("aria-pressed", String(on));
    if (on) requestAnimationFrame(now => this.step(now));
  }

  // One frame of playing. Position counts frames and need not be whole: the scene interpolates. A page that was
  // hidden for a while continues where it was, since one step is 0.1 s at most.
  step(now) {
    if (!this.playing) return;
    const seconds = this.before === null ? 0 : Math.min(0.1, (now - this.before) / 1000);
    this.before = now;
    const frameTime = this.trajectory.stride * this.system.dt;
    this.position = Math.min(this.frames - 1, this.position + seconds * this.speed * this.secondsPerSecond / frameTime);
    this.show();
    if (this.position >= this.frames - 1) return this.play(false);
    requestAnimationFrame(next => this.step(next));
  }

  // Draws everything for the present position and brings the controls into agreement with it.
  show() {
    const colours = pageColours(), k = Math.round(this.position);
    this.scene.draw(this.position, this.shown, this.part("trails").checked, colours);
    if (this.errors.length) this.strip.draw(this.trajectory, this.position, this.shown, colours);
    this.part("seek").value = k;
    const time = number(this.timeOf(this.position)) + " " + this.system.time;
    this.part("time").textContent = "t = " + time + " of " + number(this.timeOf(this.frames - 1)) + " " + this.system.time;
    this.part("seek").setAttribute("aria-valuetext", time);
    this.errors.forEach((error, i) => { error.textContent = number(this.trajectory.err[i][k]); });
  }

  // Connects the controls. A wheel zooms only with the control key or when the picture has the focus, since it
  // would otherwise stop the page from scrolling.
  listen() {
    const on = (name, event, action) => this.part(name).addEventListener(event, action);
    on("play", "click", () => this.play(!this.playing));
    on("seek", "input", () => this.seek(Number(this.part("seek").value)));
    on("speed", "change", () => { this.speed = Number(this.part("speed").value); });
    on("trajectory", "change", () => this.choose(Number(this.part("trajectory").value)));
    on("trails", "change", () => this.show());
    on("follow", "change", () => {
      const body = Number(this.part("follow").value);
      this.scene.followed = body < 0 ? null : body;
      this.show();
    });
    on("magnify", "input", () => this.magnify(Number(this.part("magnify").value)));
    on("zoom-in", "click", () => this.zoom(1.3));
    on("zoom-out", "click", () => this.zoom(1 / 1.3));
    on("zoom-all", "click", () => this.zoom(0));
    this.part("scene").addEventListener("wheel", event => {
      if (!event.ctrlKey && document.activeElement !== this.part("scene")) return;  // else the page scrolls
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300));
    }, {passive: false});
    on("strip", "pointerdown", event => this.seek(this.strip.positionAt(event.offsetX, this.frames)));
    on("scene", "keydown", event => this.key(event));
    if (this.scene.turns) this.listenToTurns();
    new ResizeObserver(() => this.show()).observe(this.part("scene"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
    document.addEventListener("accent", () => this.show());
  }

  // Factor 0 shows everything again.
  zoom(factor) {
    if (factor === 0) this.scene.zoom = 1;
    else this.scene.zoomBy(factor);
    this.show();
  }

  // Shows predictions with their difference from the reference enlarged by 10^power, so that small errors can
  // be seen.
  magnify(power) {
    this.scene.magnified = 10 ** power;
    this.part("magnified").textContent = power === 0 ? "\u00d7 1" : "\u00d7 10^" + power;
    this.show();
  }

  key(event) {
    const turns = {ArrowLeft: [-12, 0], ArrowRight: [12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12]};
    if (event.key === " ") this.play(!this.playing);
    else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.zoom(0);
    else if (turns[event.key] && this.scene.turns) this.scene.turn(...turns[event.key]), this.show();
    else return;
    event.preventDefault();
  }

  // Dragging the picture turns it, with the pointer captured so that a drag may leave the picture.
  listenToTurns() {
    const canvas = this.part("scene");
    let from = null;
    canvas.addEventListener("pointerdown", event => {
      from = [event.clientX, event.clientY];
      if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      if (!from) return;
      this.scene.turn(event.clientX - from[0], event.clientY - from[1]);
      from = [event.clientX, event.clientY];
      this.show();
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { from = null; });
  }
}

