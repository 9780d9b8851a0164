// The strip below an animation: the logarithm of the error of each shown prediction over the trajectory, a tick at each
// impact, and a line at the time that is shown. A click moves the animation there.
// `system` is what player_json() wrote, as for Scene. `left` is the room for the labels of decades [px].
class Strip {
  constructor(canvas, system) {
    this.canvas = canvas;
    this.system = system;
    this.left = 44;
  }

  // Whole decades that hold all errors of models after the given state, which has none to speak of. Those of reference
  // rollouts count where nothing else is shown. What is smaller, or below 1e-17, is drawn at the lower edge.
  range(trajectory) {
    const models = trajectory.err.filter((_, i) => !this.system.submissions[i].reference);
    let low = Infinity, high = -Infinity;
    (models.length ? models : trajectory.err).forEach(err => err.forEach((value, k) => {
      if (value > 0 && k > 0) low = Math.min(low, value), high = Math.max(high, value);
    }));
    this.low = Math.floor(Math.log10(Math.max(low, 1e-17)) - 1e-9);
    this.high = Math.ceil(Math.log10(high) + 1e-9);
    if (!(this.high > this.low)) this.low = -1, this.high = 0;
  }

  // Draws everything anew. A curve begins after the given state, and is interrupted where its error is zero or not finite.
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
      pen.setLineDash(DASHES[this.system.submissions[i].colour % DASHES.length]);
      pen.beginPath();
      let drawing = false;
      err.forEach((value, k) => {
        const seen = value > 0 && k > 0;
        if (seen) drawing ? pen.lineTo(across(k), down(Math.max(value, 10 ** this.low))) : pen.moveTo(across(k), down(Math.max(value, 10 ** this.low)));
        drawing = seen;
      });
      pen.stroke();
    });
    pen.setLineDash([]);
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const [at] of trajectory.impacts) {
      pen.moveTo(across(at), bottom);
      pen.lineTo(across(at), bottom - 6);
    }
    pen.moveTo(across(position), top - 4);
    pen.lineTo(across(position), bottom);
    pen.stroke();
  }

  // The frame under a pixel of the strip.
  positionAt(pixel, frames) {
    const share = (pixel - this.left) / (this.canvas.getBoundingClientRect().width - this.left - 4);
    return Math.max(0, Math.min(frames - 1, Math.round(share * (frames - 1))));
  }
}

