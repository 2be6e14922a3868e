// The page of the exact law: its form, the answer, the verdict, the link and the certificate.
import { packed, unpacked } from "./link.js";
import { picture } from "./picture.js";
import { Python, refuse, save } from "./python.js";

const find = (id) => document.getElementById(id);
let shelf, linked = {}, asked = null, answer = null;
const python = new Python("page");

function element(name, attributes = {}, ...parts) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  found.append(...parts);
  return found;
}

// --- the form ---

function option(value, text = value) {
  return element("option", { value }, text);
}

const gameOf = (name) => shelf.games.find((one) => one.name === name);

function showGame(rules) {
  const game = gameOf(find("game").value);
  find("about").textContent = game.about;
  find("rules").replaceChildren(...game.rules.map((rule) => ruleInput(rule, rules[rule.name])));
}

function ruleInput(rule, given) {
  const id = `rule-${rule.name}`, label = element("label", { for: id });
  const words = rule.help.replace(/^[a-z, -]+: /, "");
  label.append(rule.name.replaceAll("_", " "), element("span", { class: "quiet" }, words));
  const input = rule.choices.length ? element("select") : element("input", { type: "text" });
  if (rule.is_integer) input.inputMode = "numeric";
  input.append(...rule.choices.map((choice) => option(choice)));
  Object.assign(input, { id, name: rule.name, value: given ?? rule.default });
  return element("div", {}, label, input);
}

function showSource() {
  const own = document.querySelector("[name=source]:checked").value === "program";
  find("own").hidden = !own;
  find("shelf").hidden = own;
}

function numberLines(wrong = 0) {
  const count = find("program").value.split("\n").length;
  const numbers = Array.from({ length: count }, (_, i) =>
    i + 1 === wrong ? element("b", {}, `▸${i + 1}`) : `${i + 1}`);
  find("lines").replaceChildren(...numbers.flatMap((number) => [number, "\n"]));
  find("lines").scrollTop = find("program").scrollTop;
}

// A new line begins below the one above.
function indent(event) {
  if (event.key !== "Enter" || event.isComposing) return;
  const text = event.target, before = text.value.slice(0, text.selectionStart).split("\n").at(-1);
  const space = before.match(/^ */)[0] + (before.trimEnd().endsWith(":") ? "    " : "");
  event.preventDefault();
  text.setRangeText(`\n${space}`, text.selectionStart, text.selectionEnd, "end");
  text.dispatchEvent(new Event("input"));
}

function showExample() {
  const { program, aim } = shelf.examples[find("example").value];
  showProgram(program, aim);
}

function showProgram(program, aim) {
  find("program").value = program;
  find("aim").value = aim?.text ?? "";
  find("sense").value = aim?.maximises === false ? "smallest" : "largest";
  numberLines();
}

function ownQuestion() {
  const program = find("program").value, text = find("aim").value.trim();
  return text ? { program, aim: { text, maximises: find("sense").value === "largest" } } : { program };
}

function shelfQuestion() {
  const inputs = [...find("rules").querySelectorAll("input, select")];
  const game = gameOf(find("game").value);
  const defaults = Object.fromEntries(game.rules.map((rule) => [rule.name, rule.default]));
  const changed = inputs.filter((input) => input.value.trim() !== defaults[input.name]);
  const rules = Object.fromEntries(changed.map((input) => [input.name, input.value.trim()]));
  return { game: game.name, rules };
}

// What the form asks; the experiment that a link names, while the form asks what the link does.
function question() {
  const found = find("own").hidden ? shelfQuestion() : ownQuestion();
  const { experiment, ...rest } = linked;
  return experiment && JSON.stringify(rest) === JSON.stringify(found) ? linked : found;
}

function fill(given) {
  const own = given.program !== undefined;
  document.querySelector(`[name=source][value=${own ? "program" : "game"}]`).checked = true;
  if (own) {
    find("example").selectedIndex = -1;
    showProgram(given.program, given.aim);
  } else {
    find("game").value = given.game;
    showGame(given.rules);
  }
  showSource();
}

// --- questions ---

// An answer of Python; after it stands what the program has printed, and the line of an error.
// The sentence why there is none stands below what asked.
async function answered(name, parts, words, below) {
  find(below).after(find("problem"));
  const seconds = Number(find("seconds").value);
  const found = await python.work(words, () => python.ask(name, parts, seconds));
  const line = !found && find("problem").textContent.match(/^program\.py, line (\d+)/);
  if (line) numberLines(Number(line[1]));
  showPrinted(python.printed ?? { lines: [], count: 0 });
  return found;
}

function showPrinted({ lines, count }) {
  find("printed").hidden = !count;
  find("printed-count").textContent = `Your program printed ${count === 1 ? "a line" : `${count.toLocaleString("en")} lines`}`;
  const more = count > lines.length ? `\n… and ${(count - lines.length).toLocaleString("en")} more` : "";
  find("printed-lines").textContent = lines.join("\n") + more;
}

async function compute(next) {
  find("result").hidden = true;
  find("verdict").replaceChildren();
  for (const id of ["program-of-check", "notice"]) find(id).hidden = true;
  numberLines();
  const started = performance.now();
  packed(next).then((fragment) => history.replaceState(null, "", `#${fragment}`));
  const found = await answered("law", [JSON.stringify(next)], "Computing …", "notice");
  if (!found) return;
  [asked, answer] = [next, found];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  show(`${capital(found.how)}. ${seconds} s. Fractions are exact, decimals rounded.`);
}

function show(how) {
  find("title").textContent = asked.program === undefined ? answer.title : "Your game";
  find("experiments").hidden = answer.experiments.length < 2;
  find("experiment").replaceChildren(...answer.experiments.map((name) => option(name)));
  find("experiment").value = answer.experiment;
  find("which").hidden = answer.fields.length < 2;
  find("field").replaceChildren(...answer.fields.map(({ name }) => option(name, name.replaceAll("_", " "))));
  find("best").replaceChildren(...(answer.best ? [bestCard(answer.best)] : []));
  showFields();
  find("how").textContent = how;
  find("result").hidden = false;
}

function showFields() {
  find("fields").replaceChildren(...answer.fields.map((field) => fieldCard(field)));
}

// --- the answer ---

const minus = (text) => text.replace(/^-/, "−");
const capital = (text) => text[0].toUpperCase() + text.slice(1);

function exact(number) {
  const whole = minus(number.whole);
  if (whole.length <= 60) return element("span", { class: "exact" }, whole);
  const digits = whole.split("/").map((part) => part.replace("−", "").length);
  const words = `The whole fraction: ${digits.join(" over ")} digits`;
  return element("details", {}, element("summary", {}, words), element("span", { class: "exact" }, whole));
}

function valueOf(name, number) {
  const isFraction = number.whole.includes("/");
  const big = element("span", { class: "big" }, minus(isFraction ? number.decimals : number.whole));
  return [element("dt", {}, name), element("dd", {}, big, ...(isFraction ? [exact(number)] : []))];
}

function bestCard(best) {
  const card = element("div", { class: "card field" }, element("h3", {}, "Optimal play"));
  card.append(element("dl", { class: "value" }, ...valueOf(best.wanted, best.value)));
  for (const { head, lines } of best.seats) {
    const strategy = { class: "strategy", tabindex: "0", "aria-label": "The strategy" };
    card.append(element("p", {}, capital(head)), element("pre", strategy, lines.join("\n")));
  }
  const button = element("button", { type: "button" }, "Download the strategy");
  button.onclick = () => save("strategy.csv", best.table);
  card.append(button);
  return card;
}

function fieldCard(field) {
  const card = element("div", { class: "card field" }, element("h3", {}, field.name.replaceAll("_", " ")));
  const list = element("dl", { class: "value" });
  if (field.mean) {
    list.append(...valueOf("mean", field.mean));
    const spread = field.variance && Math.sqrt(field.variance.float).toPrecision(8);
    if (spread) list.append(element("dt", {}, "standard deviation"), element("dd", {}, spread));
    card.append(list);
  }
  if (field.law.length > 1) card.append(drawing(field));
  if (field.law.length) card.append(table(field));
  return card;
}

function drawing(field) {
  const legend = element("p", { class: "legend" }, element("span", {}, "exact chance"));
  if (field.mean && field.is_number) legend.append(element("span", { class: "is-mean" }, "mean"));
  if (field.counts) legend.append(element("span", { class: "is-seen" }, "your counts"));
  return element("div", { class: "drawing" }, picture(field), legend);
}

function table(field) {
  const names = { value: "", chance: "number", exactly: "" };
  const head = Object.entries(names).map(([text, kind]) => element("th", { scope: "col", class: kind }, text));
  const rows = field.law.map((row) => [minus(row.outcome), row.decimals, row.short]);
  if (field.tail) rows.push(["beyond", field.tail.decimals, field.tail.short]);
  if (field.left_out) rows.push([`${field.left_out} more`, "", ""]);
  const body = rows.map(([value, chance, fraction]) => element("tr", {}, element("td", {}, value),
    element("td", { class: "number" }, chance), element("td", { class: "mono" }, fraction)));
  const whole = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
  const words = { class: "wide", tabindex: "0", role: "region", "aria-label": `The law of ${field.name}` };
  return element("div", words, whole);
}

// --- the verdict, the certificate, the link ---

async function judge() {
  const parts = [JSON.stringify(asked), find("counts").value, find("field").value];
  const found = await answered("verdict", parts, "Judging …", "verdict");
  find("verdict").replaceChildren();
  for (const field of answer.fields) delete field.counts;
  if (!found) {
    showFields();
    return;
  }
  const words = { CONSISTENT: "agrees with the law", INCONSISTENT: "does not follow the law",
    INCONCLUSIVE: "is too short to tell", INVALID: "is no table of this game" };
  for (const each of found.verdicts) {
    const rest = each.sentence.slice(each.sentence.indexOf(": ") + 2);
    const decision = element("strong", { class: `decision ${each.decision}` }, each.sentence.slice(0, -rest.length - 2));
    const record = each.rows.map(([name, text]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, text)));
    find("verdict").append(
      element("p", {}, decision, `The table ${words[each.decision]}: ${rest}.`),
      element("details", {}, element("summary", {}, "The whole record"), element("div", { class: "wide" }, element("table", {}, ...record))),
    );
    const field = answer.fields.find((field) => field.name === each.field);
    if (field && Object.keys(each.counts).length) field.counts = each.counts;
  }
  showFields();
  for (const note of found.notes) find("verdict").append(element("p", { class: "quiet" }, note));
}

async function certify() {
  const found = await answered("certificate", [JSON.stringify(asked)], "Writing the certificate …", "downloads");
  if (!found) return;
  save(`${asked.game ?? "own-game"}.json`, found.certificate);
  find("program-of-check").hidden = false;
  find("program-of-check").onclick = () => save("check.py", found.checker);
}

// The fractions of the tables, in whole.
function saveLaw() {
  const rows = answer.fields.flatMap(({ name, law, tail }) => [
    ...law.map((row) => [name, row.outcome, row.whole]),
    ...(tail ? [[name, "beyond", tail.whole]] : []),
  ]);
  const cell = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [["field", "value", "chance"], ...rows].map((row) => row.map(cell).join(","));
  save("law.csv", `${lines.join("\n")}\n`);
}

async function copyLink() {
  await navigator.clipboard.writeText(location.href);
  find("copy").textContent = "Copied";
  setTimeout(() => (find("copy").textContent = "Copy a link to this game"), 2000);
}

// A link to a game of the shelf is answered; a program runs only when the reader asks for it.
async function opened() {
  const fragment = location.hash.slice(1);
  if (!fragment) return;
  try {
    linked = await unpacked(fragment);
    fill(linked);
  } catch {
    linked = {};
    refuse("The link is damaged: what follows the # in its address is no game.");
    return;
  }
  if (linked.program === undefined) compute(question());
  else find("notice").hidden = false;
}

shelf = await (await fetch("games.json")).json();
find("game").append(...shelf.games.map((game) => option(game.name, game.title)));
find("example").append(...shelf.examples.map((one, i) => option(i, one.title)));
find("game").onchange = () => showGame(gameOf(find("game").value).begin);
find("example").onchange = showExample;
for (const radio of document.querySelectorAll("[name=source]")) radio.onchange = showSource;
find("program").oninput = () => numberLines();
find("program").onkeydown = indent;
find("program").onscroll = () => (find("lines").scrollTop = find("program").scrollTop);
find("question").onsubmit = (event) => { event.preventDefault(); compute(question()); };
find("experiment").onchange = () => compute({ ...asked, experiment: find("experiment").value });
find("trial").onsubmit = (event) => { event.preventDefault(); judge(); };
find("certify").onclick = certify;
find("law").onclick = saveLaw;
find("copy").onclick = copyLink;
window.onhashchange = opened;
matchMedia("(max-width: 559px)").onchange = () => {
  if (answer) showFields();
};
find("game").onchange();
showExample();
showSource();
opened();
