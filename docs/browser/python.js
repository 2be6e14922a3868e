// Python for a page: questions to the worker, one after the other, each with a time limit.
// Every page shows in #status what is done, in #problem why there is no answer, and has #stop.

const find = (id) => document.getElementById(id);

// A worker from a blob has the page's own policy: its programs reach no other server.  The policy
// allows workers from blobs alone, since one from a file of the page would have no policy.
const PROGRAM = `
  const worker = import(${JSON.stringify(new URL("worker.js", import.meta.url).href)});
  onmessage = async ({ data: { number, name, parts } }) => {
    try {
      postMessage({ number, answer: await (await worker).answer(name, parts) });
    } catch (error) {
      const lines = String(error.message ?? error).trim().split("\\n");
      postMessage({ number, failure: lines.at(-1) });
    }
  };`;

export class Python {
  constructor(module) {
    this.module = module;
    this.waiting = new Map();
    this.count = 0;
    this.busy = false;
    find("stop").onclick = () => this.stop("Stopped.");
    this.start();
  }

  start() {
    const address = URL.createObjectURL(new Blob([PROGRAM], { type: "text/javascript" }));
    this.worker = new Worker(address, { type: "module" });
    this.worker.onerror = () => this.stop("Python cannot be started in this browser.", false);
    this.worker.onmessage = ({ data: { number, answer, failure } }) => {
      const question = this.waiting.get(number);
      this.waiting.delete(number);
      if (failure === undefined) question?.resolve(JSON.parse(answer));
      else question?.reject(new Error(`Python failed: ${failure}`));
    };
    this.report("Loading Python, once: 20 MB …");
    this.ready = this.send("load", [this.module]);
    this.ready.then(() => this.report("Ready."), (error) => this.report(error.message));
  }

  report(words) {
    if (!this.busy) find("status").textContent = words;
  }

  send(name, parts) {
    const number = this.count++;
    this.worker.postMessage({ number, name, parts });
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  // The answer to a question; an Error with one sentence where there is none.
  async ask(name, parts, seconds) {
    await this.ready;
    const limit = setTimeout(
      () => this.stop(`Stopped after ${seconds} s: allow more time, or ask for less.`),
      seconds * 1000,
    );
    try {
      const { value, sentence, printed } = await this.send(name, parts);
      this.printed = printed;
      if (sentence !== undefined) throw new Error(sentence);
      return value;
    } finally {
      clearTimeout(limit);
    }
  }

  // What some work with Python gives, while the page shows the words; null if it fails.
  async work(words, task) {
    if (this.busy) return null;
    const inputs = [...document.querySelectorAll("button:not(#stop), #experiment")];
    this.report(words);
    [this.busy, this.printed] = [true, undefined];
    find("problem").hidden = true;
    find("stop").hidden = false;
    inputs.forEach((input) => (input.disabled = true));
    try {
      return await task();
    } catch (error) {
      refuse(error.message);
      return null;
    } finally {
      this.busy = false;
      this.report("");
      find("stop").hidden = true;
      inputs.forEach((input) => (input.disabled = false));
    }
  }

  // End what is computed; Python is started again for the next question.
  stop(sentence, again = true) {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(sentence));
    this.waiting.clear();
    if (again) this.start();
    else this.report(sentence);
  }
}

export function refuse(sentence) {
  find("problem").textContent = sentence;
  find("problem").hidden = false;
  find("problem").scrollIntoView({ block: "nearest" });
}

export function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
