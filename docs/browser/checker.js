// The page that checks certificates: it runs the program check.py that their kind names.
import { Python } from "./python.js";

const find = (id) => document.getElementById(id);
const SECONDS = 600;
const python = new Python("checks");

async function check(text) {
  const files = await (await fetch("checkers.json")).json();
  const kind = await python.ask("kind", [text], SECONDS);
  if (!Object.hasOwn(files, kind)) throw new Error(`No program here checks a certificate of “${kind}”.`);
  const program = await (await fetch(files[kind])).text();
  const found = await python.ask("check", [program, text], SECONDS);
  const [head, ...lines] = found.text.trimEnd().split("\n");
  find("head").textContent = head;
  find("head").className = { 0: "verified", 1: "wrong", 3: "trust" }[found.code] ?? "wrong";
  find("printed").textContent = lines.join("\n");
  find("program").href = files[kind];
  find("result").hidden = false;
}

function run() {
  find("result").hidden = true;
  python.work("Checking …", () => check(find("text").value));
}

async function take(file) {
  if (!file) return;
  find("text").value = await file.text();
  run();
}

find("certificate").onsubmit = (event) => { event.preventDefault(); run(); };
find("file").onchange = () => take(find("file").files[0]);
document.ondragover = (event) => { event.preventDefault(); document.body.className = "dropping"; };
document.ondragleave = () => { document.body.className = ""; };
document.ondrop = (event) => {
  event.preventDefault();
  document.body.className = "";
  take(event.dataTransfer.files[0]);
};
