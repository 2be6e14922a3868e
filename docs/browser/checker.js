// The page that checks certificates: it runs the program check.py that their kind names.
import { Python } from "./python.js";

const find = (id) => document.getElementById(id);
const SECONDS = 600;
let busy = false;
const python = new Python("checks", (words) => {
  if (!busy) find("status").textContent = words;
});

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

async function run() {
  busy = true;
  for (const id of ["problem", "result"]) find(id).hidden = true;
  find("stop").hidden = false;
  find("status").textContent = "Checking …";
  try {
    await python.ready;
    await check(find("text").value);
  } catch (error) {
    find("problem").textContent = error.message;
    find("problem").hidden = false;
  }
  busy = false;
  find("stop").hidden = true;
  find("status").textContent = "";
}

async function take(file) {
  if (!file) return;
  find("text").value = await file.text();
  run();
}

find("certificate").onsubmit = (event) => { event.preventDefault(); run(); };
find("file").onchange = () => take(find("file").files[0]);
find("stop").onclick = () => python.stop("Stopped.");
document.ondragover = (event) => { event.preventDefault(); document.body.className = "dropping"; };
document.ondragleave = () => { document.body.className = ""; };
document.ondrop = (event) => {
  event.preventDefault();
  document.body.className = "";
  take(event.dataTransfer.files[0]);
};
