"use strict";
// Draws a system at one time on a canvas: the reference in grey and wide, predictions in colour over it; a
// system alone with a colour for each body. The places of all shapes follow from the coordinates of the nodes:
// a point is an offset plus weighted nodes (html_player.hpp). drawn_bodies.cpp draws the same as SVG.
const TRAIL_SHARE = 0.25;       // of the trajectory
const TURN_PER_PIXEL = 0.008;   // rad
const MARGIN = 0.09;            // of the picture, on each side
const WIDTHS = {rod: 2.4, arm: 1.4, outline: 0.7, rope: 1.2, spring: 1.2, dashpot: 1.2, pin: 3.6, sleeve: 1};
const FLASH_SHARE = 0.03;       // of the trajectory, for which a flash lasts after its impact; at least a frame
const DASHES = [[], [8, 3], [2, 3], [10, 3, 2, 3], [14, 4], [6, 2, 1, 2, 1, 2]];

// The state at a position between two frames of x, of shape (frames, n, d), by linear interpolation. null if a
// value is not finite.
function stateAt(x, size, position) {
  const k = Math.min(Math.floor(position), x.length / size - 1), part = position - k;
  const last = (k + 2) * size > x.length;
  const state = new Array(size);
  for (let i = 0; i < size; ++i) {
    const a = x[k * size + i], b = last ? a : x[(k + 1) * size + i];
    if (a === null || (part > 0 && b === null)) return null;
    state[i] = a + part * (b - a);
  }
  return state;
}

// The place of a point [offset, node, weight, node, weight, ...] in a state: offset plus the weighted nodes.
function placeOf(point, state, dimension) {
  const place = point[0].slice();
  for (let w = 1; w < point.length; w += 2)
    for (let axis = 0; axis < dimension; ++axis) place[axis] += point[w + 1] * state[point[w] * dimension + axis];
  return place;
}

// The corners of the convex hull, in order, by Andrew's monotone chain.
function convexHull(points) {
  const sorted = points.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]), hull = [];
  const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  for (const way of [sorted, sorted.slice().reverse()]) {
    const fixed = hull.length + 1;
    for (const p of way) {
      while (hull.length > fixed && turn(hull[hull.length - 2], hull[hull.length - 1], p) <= 0) hull.pop();
      hull.push(p);
    }
    hull.pop();
  }
  return hull;
}

// Whether a face is seen from its front. projection.hpp explains why the loops of such faces, filled, are the
// silhouette.
function looksThisWay(face, corners) {
  let twiceArea = 0;
  face.forEach((corner, k) => {
    const a = corners[corner], b = corners[face[(k + 1) % face.length]];
    twiceArea += a[0] * b[1] - b[0] * a[1];
  });
  return twiceArea < 0;
}

// The borders of the faces that are seen: an edge between two of them is passed in both directions and falls
// out. The others are joined into closed loops of corners.
function silhouetteLoops(faces) {
  const edges = new Map(), loops = [];  // corner -> corners that an edge leads to
  for (const face of faces)
    face.forEach((from, k) => {
      const to = face[(k + 1) % face.length], back = edges.get(to) || [];
      if (back.includes(from)) back.splice(back.indexOf(from), 1);
      else edges.set(from, (edges.get(from) || []).concat([to]));
    });
  for (const [start, leading] of edges)
    while (leading.length) {
      const loop = [];
      for (let corner = start; (edges.get(corner) || []).length; corner = edges.get(corner).pop()) loop.push(corner);
      loops.push(loop);
    }
  return loops;
}

// Owns the canvas, the view (yaw, pitch, zoom, the body that is followed) and the magnification of differences.
// `system` is what player_json() wrote.
class Scene {
  constructor(canvas, system) {
    this.canvas = canvas;
    this.system = system;
    this.size = system.nodes * system.dimension;
    this.yaw = system.yaw;
    this.pitch = system.pitch;
    this.zoom = 1;
    this.magnified = 1;  // of the differences to the truth
    this.followed = null;
    this.alone = !system.submissions.length;
    this.masses = system.spots.filter(spot => spot[0] === "mass");
    this.turns = system.dimension === 3;
    if (this.turns) canvas.classList.add("turns");
  }

  // Chooses the part of space to show: all of the true motion, and walls, whose pieces have two ends. Predictions may leave
  // it, and the curve of a Track may go on beyond it.
  frame(trajectory) {
    this.trajectory = trajectory;
    const d = this.system.dimension, low = new Array(d).fill(Infinity), high = new Array(d).fill(-Infinity);
    const see = place => place.forEach((value, axis) => {
      low[axis] = Math.min(low[axis], value);
      high[axis] = Math.max(high[axis], value);
    });
    const frames = trajectory.truth.length / this.size, step = Math.max(1, Math.floor(frames / 200));
    const ends = ([kind, a, b]) => this.system.symbols[kind]?.direction ? [a] : [a, b];
    const points = this.system.spots.map(s => s[1]).concat(this.system.lines.flatMap(ends), this.system.tips.map(t => t[0]),
                                                           this.system.surfaces.flatMap(([corners]) => corners));
    for (let k = 0; k < frames; k += step) {
      const state = stateAt(trajectory.truth, this.size, k);
      if (state) points.forEach(point => see(placeOf(point, state, d)));
    }
    this.system.curves.filter(curve => curve.length === 2).forEach(ends => ends.forEach(see));
    this.middle = low.map((value, axis) => (value + high[axis]) / 2);
    this.extent = low.map((value, axis) => Math.max(high[axis] - value, 1e-12));
    this.radius = Math.hypot(...this.extent) / 2;
  }

  // By a drag of so many pixels; the pitch ends when one looks straight down or up.
  turn(dx, dy) {
    this.yaw += dx * TURN_PER_PIXEL;
    this.pitch = Math.max(-1.57, Math.min(1.57, this.pitch + dy * TURN_PER_PIXEL));
  }

  zoomBy(factor) { this.zoom = Math.max(0.1, Math.min(1e6, this.zoom * factor)); }

  // The state of prediction i with its difference from the reference magnified; i = -1 is the reference.
  stateOf(i, position) {
    const truth = stateAt(this.trajectory.truth, this.size, position);
    if (i < 0 || !truth) return truth;
    const off = stateAt(this.trajectory.off[i], this.size, position);
    return off && truth.map((value, k) => value + this.magnified * off[k]);
  }

  // Coordinates in space -> pixels of the canvas.
  project(place) {
    const [across, up] = this.flat(place.map((value, axis) => value - this.centre[axis]));
    return [this.width / 2 + this.scale * across, this.height / 2 - this.scale * up];
  }

  // The view: a rotation by yaw about the axis that points up, then by pitch; what remains is across and up.
  flat(p) {
    if (p.length === 1) return [p[0], 0];
    if (p.length === 2) return p;
    const u = this.system.up, a = p[(u + 1) % 3], b = p[(u + 2) % 3], c = p[u];
    const right = a * Math.cos(this.yaw) - b * Math.sin(this.yaw), away = a * Math.sin(this.yaw) + b * Math.cos(this.yaw);
    return [right, c * Math.cos(this.pitch) + away * Math.sin(this.pitch)];
  }

  // Takes the size that the page gives the canvas, in the pixels of the screen, and sets scale and centre: the
  // middle of the motion, or the body that is followed.
  resize(position) {
    const ratio = window.devicePixelRatio || 1, box = this.canvas.getBoundingClientRect();
    this.width = box.width;
    this.height = box.height;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    this.pen = this.canvas.getContext("2d");
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const room = 1 - 2 * MARGIN;
    this.scale = this.zoom * (this.turns ? room * Math.min(this.width, this.height) / (2 * this.radius)
                                         : room * Math.min(this.width / this.extent[0], this.height / (this.extent[1] || 1e-12)));
    const truth = this.followed === null ? null : this.stateOf(-1, position);
    this.centre = truth ? placeOf(this.masses[this.followed][1], truth, this.system.dimension) : this.middle;
  }

  // Draws everything anew. shown[i] says whether prediction i is drawn; colours maps names to CSS colours.
  draw(position, shown, trails, colours) {
    this.resize(position);
    this.pen.clearRect(0, 0, this.width, this.height);
    this.pen.lineCap = this.pen.lineJoin = "round";
    this.system.curves.forEach(curve => this.path(curve.map(place => this.project(place)),
                                                  ...curve.length === 2 ? [colours.soft, 1.2] : [colours.grid, 3]));
    if (this.turns) this.drawAxes(colours.soft);
    this.drawMotion(-1, position, trails, colours.truth, 2.2, colours);
    const last = this.system.submissions.findIndex(submission => submission.colour === accented);
    const order = this.system.submissions.map((submission, i) => i).sort((a, b) => (a === last) - (b === last));
    for (const i of order)  // the accented one over all others
      if (shown[i]) this.drawMotion(i, position, trails, colours.lines[this.system.submissions[i].colour], i === last ? 1.25 : 1, colours);
    this.drawFlashes(position, colours.ink);
    this.drawScaleBar(colours.soft);
  }

  // A ring that grows and fades where and when the reference has an impact; the samples next to it show it, too.
  drawFlashes(position, colour) {
    const last = Math.max(1, FLASH_SHARE * this.trajectory.truth.length / this.size);
    for (const [at, place] of this.trajectory.impacts) {
      const age = (position - at) / last;
      if (position - at < -1 || age > 1) continue;
      const [across, down] = this.project(place);
      this.pen.globalAlpha = 1 - Math.max(0, age);
      this.pen.strokeStyle = colour;
      this.pen.lineWidth = 2.6;
      this.pen.beginPath();
      this.pen.arc(across, down, 7 + 9 * Math.max(0, age), 0, 2 * Math.PI);
      this.pen.stroke();
    }
    this.pen.globalAlpha = 1;
  }

  // One motion: trails, then shapes, lines and spots. Nothing but trails is drawn while the state is not
  // finite.
  drawMotion(i, position, trails, colour, width, colours) {
    const own = number => this.alone && number !== null ? colours.bodies[number] : colour;
    if (trails) this.system.tips.forEach(([tip, number]) => this.drawTrail(i, position, tip, own(number), width));
    const state = this.stateOf(i, position);
    if (!state) return;
    const at = point => this.project(placeOf(point, state, this.system.dimension));
    this.drawShapes(at, own);
    for (const [corners, faces, creases, number] of this.system.surfaces)
      this.drawSurface(corners.map(at), faces, creases, own(number));
    for (const [kind, a, b, , number] of this.system.lines) this.drawLine(kind, at(a), at(b), own(number), width);
    for (const [kind, point, , size, number] of this.system.spots)
      this.drawSpot(kind, at(point), size, own(number), width, colours);
  }

  // Bodies with outlines have convex shapes, so that the convex hull of the projected outline is the
  // silhouette.
  drawShapes(at, own) {
    const corners = new Map(), colour = new Map();
    for (const [kind, a, b, body, number] of this.system.lines)
      if (kind === "outline") corners.set(body, (corners.get(body) || []).concat([at(a), at(b)])), colour.set(body, own(number));
    for (const [body, points] of corners) this.drawLoops([convexHull(points)], colour.get(body));
  }

  // The silhouette of a mesh, and the creases of which at least one face is seen; those without faces always are.
  drawSurface(corners, faces, creases, colour) {
    const near = faces.map(face => looksThisWay(face, corners));
    this.drawLoops(silhouetteLoops(faces.filter((face, i) => near[i])).map(loop => loop.map(i => corners[i])), colour);
    for (const [a, b, left, right] of creases)
      if (left < 0 || near[left] || near[right]) this.path([corners[a], corners[b]], colour, 0.9);
  }

  // Outlines with a faint fill, so that bodies behind stay visible.
  drawLoops(loops, colour) {
    this.pen.strokeStyle = this.pen.fillStyle = colour;
    this.pen.lineWidth = 1.4;
    this.pen.beginPath();
    for (const loop of loops) {
      loop.forEach(([across, down], i) => i ? this.pen.lineTo(across, down) : this.pen.moveTo(across, down));
      this.pen.closePath();
    }
    this.pen.stroke();
    this.pen.globalAlpha = 0.12;
    this.pen.fill();
    this.pen.globalAlpha = 1;
  }

  // The way of a tip during the last quarter of the trajectory, fainter the longer ago.
  drawTrail(i, position, point, colour, width) {
    const frames = this.trajectory.truth.length / this.size, length = Math.max(2, Math.round(TRAIL_SHARE * frames));
    const first = Math.max(0, Math.floor(position) - length);
    let before = null;
    for (let k = first; k < position + 1; ++k) {
      const at = Math.min(k, position), state = this.stateOf(i, at);
      const here = state && this.project(placeOf(point, state, this.system.dimension));
      this.pen.globalAlpha = 0.75 * (1 - (position - at) / (length + 1));
      if (before && here) this.path([before, here], colour, 1.2 * width);
      before = here;
    }
    this.pen.globalAlpha = 1;
  }

  path(points, colour, width) {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.beginPath();
    points.forEach(([across, down], i) => i ? this.pen.lineTo(across, down) : this.pen.moveTo(across, down));
    this.pen.stroke();
  }

  // A line from end to end, or the symbol of its kind along it. The symbol of a direction has a fixed size, and is
  // drawn shorter as it turns away.
  drawLine(kind, a, b, colour, width) {
    const symbol = this.system.symbols[kind], ends = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(...ends) || 1;
    const unit = symbol && symbol.direction ? 1 / this.scale : 1;
    const place = ([along, side]) => [a[0] + along * unit * ends[0] - side * ends[1] / length,
                                      a[1] + along * unit * ends[1] + side * ends[0] / length];
    const lines = symbol ? symbol.lines.map(line => line.map(place)) : [[a, b]];
    lines.forEach(line => this.path(line, colour, WIDTHS[kind] * width));
  }

  // Squares are fixed in space, discs move; the disc of a mass grows with the mass.
  drawSpot(kind, [across, down], size, colour, width, colours) {
    const pen = this.pen;
    pen.beginPath();
    if (kind === "fixed" || kind === "magnet") {
      pen.fillStyle = kind === "fixed" ? colours.ink : colours.soft;
      pen.rect(across - 3.5, down - 3.5, 7, 7);
      return pen.fill();
    }
    const radius = kind === "mass" ? 3 + 5 * size + (width > 1 ? 2 : 0) : 2 + width;
    pen.arc(across, down, radius, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  }

  label(text, across, down, colour) {
    this.pen.fillStyle = colour;
    this.pen.font = "12px sans-serif";
    this.pen.textAlign = "center";
    this.pen.fillText(text, across, down);
  }

  // A bar of 1, 2 or 5 times a power of ten, about a fifth of the width.
  drawScaleBar(colour) {
    const wanted = this.width / 5 / this.scale, power = 10 ** Math.floor(Math.log10(wanted));
    const length = power * [5, 2, 1].find(factor => factor * power <= wanted * (1 + 1e-9));
    const right = this.width - 12, left = right - length * this.scale, y = this.height - 10;
    this.path([[left, y - 4], [left, y], [right, y], [right, y - 4]], colour, 1.4);
    this.scaleText = number(length) + " " + this.system.length;
    this.label(this.scaleText, (left + right) / 2, y - 7, colour);
  }

  // The directions of space in a corner, so that a picture that was turned can be read.
  drawAxes(colour) {
    const length = 26, corner = [38, this.height - 38];
    ["x", "y", "z"].forEach((name, axis) => {
      const [across, up] = this.flat([0, 1, 2].map(i => i === axis ? 1 : 0));
      this.path([corner, [corner[0] + length * across, corner[1] - length * up]], colour, 1.2);
      this.label(name, corner[0] + 1.35 * length * across, corner[1] - 1.35 * length * up + 4, colour);
    });
  }
}
