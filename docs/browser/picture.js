// A law as bars, with the shares of observed plays as dots.

const HEIGHT = 280, LEFT = 52, RIGHT = 12, TOP = 14, BOTTOM = 44;
const MOST = 400; // bars
const LONGEST = 12; // letters of a name below a bar; the table has it whole
const SHOWN = 0.9995; // of the chance, in the bars of a long law

function shape(name, attributes, text) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  if (text !== undefined) found.textContent = text;
  return found;
}

// A step of 1, 2 or 5 times a power of ten that divides a length into about `parts`.
function stepOf(length, parts) {
  const rough = length / parts, power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((times) => times * power >= rough);
}

function numberOf(text) {
  const [top, below = 1] = text.split("/").map(Number);
  return top / below;
}

const cut = (name = "") => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

function shown(rows) {
  let sum = 0;
  const end = rows.findIndex((row) => (sum += row.float) >= SHOWN);
  const long = rows.length > 40 && end >= 0;
  return rows.slice(0, Math.min(MOST, long ? end + 1 : rows.length));
}

function placesOf(rows, isNumber) {
  const values = rows.map((row) => numberOf(row.outcome));
  const low = Math.min(...values), span = Math.max(...values) - low;
  const gaps = values.slice(1).map((value, i) => value - values[i]).filter((gap) => gap > 0);
  const gap = gaps.length ? Math.min(...gaps) : 1;
  if (!isNumber || values.some(Number.isNaN) || span / gap > 4 * MOST) {
    return { at: (i) => i, count: rows.length, label: (i) => cut(rows[i]?.outcome), least: 0 };
  }
  return {
    at: (i) => (values[i] - low) / gap,
    count: span / gap + 1,
    label: (i) => String(Number((low + i * gap).toFixed(6))).replace("-", "−"),
    least: low / gap,
    of: (value) => (value - low) / gap,
  };
}

export function picture(field) {
  const WIDTH = innerWidth < 560 ? 340 : 680; // its text is not made smaller on a phone
  const rows = shown(field.law), places = placesOf(rows, field.is_number);
  const total = Object.values(field.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const shares = rows.map((row) => (total ? (field.counts[row.outcome] ?? 0) / total : 0));
  const most = Math.max(...rows.map((row) => row.float), ...shares);
  const step = stepOf(most, 4), top = Math.ceil(most / step - 1e-9) * step;
  const wide = (WIDTH - LEFT - RIGHT) / places.count, bar = Math.min(96, Math.max(wide * 0.78, 0.8));
  const x = (place) => LEFT + (place + 0.5) * wide;
  const y = (chance) => HEIGHT - BOTTOM - (chance / top) * (HEIGHT - TOP - BOTTOM);
  const words = `The law of ${field.name}: the chance of each value, as in the table below.`;
  const sheet = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words });
  const digits = Math.max(0, -Math.floor(Math.log10(step * 100) + 1e-9));
  for (let chance = 0; chance <= top + step / 2; chance += step) {
    const line = { x1: LEFT, x2: WIDTH - RIGHT, y1: y(chance), y2: y(chance), class: "grid" };
    const label = { x: LEFT - 8, y: y(chance) + 4, "text-anchor": "end" };
    sheet.append(shape("line", line), shape("text", label, `${(chance * 100).toFixed(digits)} %`));
  }
  rows.forEach((row, i) => {
    const attributes = { x: x(places.at(i)) - bar / 2, y: y(row.float), width: bar, class: "bar" };
    const one = shape("rect", { ...attributes, height: Math.max(0, y(0) - y(row.float)) });
    one.append(shape("title", {}, `${row.outcome}: ${row.decimals}`));
    sheet.append(one);
    if (total) {
      const dot = { cx: x(places.at(i)), cy: y(shares[i]), r: Math.min(4, Math.max(2, bar / 3)) };
      sheet.append(shape("circle", { ...dot, class: "seen" }));
    }
  });
  const longest = Math.max(...rows.map((row) => cut(row.outcome).length));
  const often = Math.max(1, Math.ceil((places.count * (longest * 7.5 + 12)) / (WIDTH - LEFT - RIGHT)));
  const every = often === 1 ? 1 : Math.max(1, stepOf(often, 1));
  const first = (every - (Math.round(places.least) % every)) % every;
  for (let place = first; place < places.count; place += every) {
    const label = { x: x(place), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" };
    sheet.append(shape("text", label, places.label(place)));
  }
  const middle = { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" };
  sheet.append(shape("text", { ...middle, class: "axis" }, field.name.replaceAll("_", " ")));
  if (places.of && field.mean) {
    const mean = x(places.of(field.mean.float));
    sheet.append(shape("line", { x1: mean, x2: mean, y1: TOP, y2: y(0), class: "mean" }));
  }
  return sheet;
}
