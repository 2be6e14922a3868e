// Python in a worker: Pyodide, and either montmort with the page's modules or the checker alone.
// Pyodide is imported when it is needed: in Firefox an import at the head counts as a worker, which
// the policy refuses.
const here = new URL(".", import.meta.url);
const PARTS = { page: ["montmort", "python_flint"], checks: [] };

async function fetched(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name} cannot be loaded`);
  return new Uint8Array(await answer.arrayBuffer());
}

function fetchedNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name, here), false);
  request.responseType = "arraybuffer";
  request.send();
  return new Uint8Array(request.response);
}

async function loaded(module) {
  const archives = PARTS[module].map((name) => fetched(`${name}.zip`));
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("pyodide/", here).href });
  python.registerJsModule("page_files", { read: fetchedNow });
  for (const archive of archives) python.unpackArchive(await archive, "zip");
  if (module === "checks") {
    const text = new TextDecoder().decode(await fetched("checks.py"));
    python.FS.writeFile("/home/pyodide/checks.py", text);
  }
  return python.pyimport(module);
}

let module;

// The answer to a question, as JSON: the first one loads Python.
export async function answer(name, parts) {
  if (name !== "load") return module[name](...parts);
  module = await loaded(parts[0]);
  return "null";
}
