// Controls of an animation: play and pause, time, speed, trajectory, which predictions. Names are set as text, never as
// markup.

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const PLAY_SECONDS = 10;  // of a trajectory that is too short or too long to be watched in real time

function number(value) {
  if (value === null) return "not finite";
  if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)) return value.toExponential(2);
  return String(Number(value.toPrecision(3)));
}

function pageColours() {
  const style = getComputedStyle(document.documentElement), get = name => style.getPropertyValue("--" + name).trim();
  return {ink: get("ink"), soft: get("soft"), grid: get("grid"), truth: get("truth"), lines: [0, 1, 2, 3, 4, 5, 6, 7].map(i => get("line-" + i))};
}

// log Err of the shown predictions over the trajectory, and where the animation is.
class Strip {
  constructor(canvas, system) {
    this.canvas = canvas;
    this.system = system;
    this.left = 44;
  }

  range(trajectory) {
    let low = Infinity, high = -Infinity;
    trajectory.err.forEach(err => err.forEach(value => {
      if (value > 0) low = Math.min(low, value), high = Math.max(high, value);
    }));
    this.low = Math.floor(Math.log10(Math.max(low, 1e-17)) - 1e-9);
    this.high = Math.ceil(Math.log10(high) + 1e-9);
    if (!(this.high > this.low)) this.low = -1, this.high = 0;
  }

  draw(trajectory, position, shown, colours) {
    const ratio = window.devicePixelRatio || 1, box = this.canvas.getBoundingClientRect(), pen = this.canvas.getContext("2d");
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const frames = trajectory.err[0].length, top = 18, bottom = box.height - 6;
    const across = k => this.left + (box.width - this.left - 4) * k / (frames - 1);
    const down = value => bottom - (bottom - top) * (Math.log10(value) - this.low) / (this.high - this.low);
    pen.font = "11px sans-serif";
    pen.fillStyle = colours.soft;
    pen.fillText("relative error", this.left, 11);
    pen.textAlign = "right";
    const step = Math.ceil((this.high - this.low) / 4);
    for (let power = this.low; power <= this.high; power += step) {
      pen.fillText("1e" + power, this.left - 6, down(10 ** power) + 4);
      pen.strokeStyle = colours.grid;
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(this.left, down(10 ** power));
      pen.lineTo(box.width - 4, down(10 ** power));
      pen.stroke();
    }
    trajectory.err.forEach((err, i) => {
      if (!shown[i]) return;
      pen.strokeStyle = colours.lines[this.system.submissions[i].colour];
      pen.lineWidth = 1.6;
      pen.beginPath();
      let drawing = false;
      err.forEach((value, k) => {
        if (value > 0) drawing ? pen.lineTo(across(k), down(Math.max(value, 10 ** this.low))) : pen.moveTo(across(k), down(Math.max(value, 10 ** this.low)));
        drawing = value > 0;
      });
      pen.stroke();
    });
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(across(position), top - 4);
    pen.lineTo(across(position), bottom);
    pen.stroke();
  }

  positionAt(pixel, frames) {
    const share = (pixel - this.left) / (this.canvas.getBoundingClientRect().width - this.left - 4);
    return Math.max(0, Math.min(frames - 1, Math.round(share * (frames - 1))));
  }
}

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
    this.fillLegend();
    this.choose(0);
    this.listen();
  }

  get frames() { return this.trajectory.err[0].length; }
  timeOf(position) { return position * this.trajectory.stride * this.system.dt; }

  // 1 is real time where that can be watched.
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

  fillLegend() {
    const add = (name, colour, changed) => {
      const item = document.createElement("li"), label = document.createElement("label");
      const swatch = document.createElement("span"), text = document.createElement("span"), error = document.createElement("span");
      swatch.className = "swatch";
      swatch.style.background = "var(--" + colour + ")";
      text.className = "name";
      text.textContent = name;
      error.className = "error";
      if (changed) {
        const box = document.createElement("input");
        box.type = "checkbox";
        box.checked = true;
        box.addEventListener("change", () => changed(box.checked));
        label.append(box);
      }
      label.append(swatch, text, error);
      item.append(label);
      this.part("legend").append(item);
      return error;
    };
    add("truth", "truth", null).textContent = "relative error";
    this.errors = this.system.submissions.map((submission, i) =>
      add(submission.label, "line-" + submission.colour, on => { this.shown[i] = on; this.show(); }));
  }

  choose(i) {
    this.trajectory = this.system.trajectories[i];
    this.scene.frame(this.trajectory);
    this.strip.range(this.trajectory);
    this.part("seek").max = this.frames - 1;
    this.seek(0);
  }

  seek(position) {
    this.position = position;
    this.show();
  }

  play(on) {
    if (on && this.position >= this.frames - 1) this.position = 0;
    this.playing = on;
    this.before = null;
    this.part("play").textContent = on ? "Pause" : "Play";
    this.part("play").setAttribute("aria-pressed", String(on));
    if (on) requestAnimationFrame(now => this.step(now));
  }

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

  show() {
    const colours = pageColours(), k = Math.round(this.position);
    this.scene.draw(this.position, this.shown, this.part("trails").checked, colours);
    this.strip.draw(this.trajectory, this.position, this.shown, colours);
    this.part("seek").value = k;
    const time = number(this.timeOf(this.position)) + " s";
    this.part("time").textContent = "t = " + time + " of " + number(this.timeOf(this.frames - 1)) + " s";
    this.part("seek").setAttribute("aria-valuetext", time);
    this.errors.forEach((error, i) => { error.textContent = number(this.trajectory.err[i][k]); });
  }

  listen() {
    const on = (name, event, action) => this.part(name).addEventListener(event, action);
    on("play", "click", () => this.play(!this.playing));
    on("seek", "input", () => this.seek(Number(this.part("seek").value)));
    on("speed", "change", () => { this.speed = Number(this.part("speed").value); });
    on("trajectory", "change", () => this.choose(Number(this.part("trajectory").value)));
    on("trails", "change", () => this.show());
    on("strip", "pointerdown", event => this.seek(this.strip.positionAt(event.offsetX, this.frames)));
    on("scene", "keydown", event => this.key(event));
    if (this.scene.turns) this.listenToTurns();
    new ResizeObserver(() => this.show()).observe(this.part("scene"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
  }

  key(event) {
    const turns = {ArrowLeft: [-12, 0], ArrowRight: [12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12]};
    if (event.key === " ") this.play(!this.playing);
    else if (turns[event.key] && this.scene.turns) this.scene.turn(...turns[event.key]), this.show();
    else return;
    event.preventDefault();
  }

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

// The first animation starts by itself when it is seen, unless the reader prefers a page at rest.
function start() {
  const systems = JSON.parse(document.getElementById("data").textContent);
  const players = [...document.querySelectorAll(".player")].map(element => new Player(element, systems[Number(element.dataset.number)]));
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
  place.textContent = "The animation failed: " + event.message;
});
start();
