// Python for a page: questions to the worker, one after the other, each with a time limit.

export class Refusal extends Error {}

export class Python {
  constructor(module, report) {
    this.module = module;
    this.report = report;
    this.waiting = new Map();
    this.count = 0;
    this.start();
  }

  start() {
    // A worker from a blob has the page's own policy: its programs reach no other server.
    const text = `import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    this.worker = new Worker(address, { type: "module" });
    this.worker.onerror = () => this.stop("Python cannot be started in this browser.", false);
    this.worker.onmessage = ({ data: { number, answer, failure } }) => {
      const question = this.waiting.get(number);
      this.waiting.delete(number);
      if (failure === undefined) question?.resolve(JSON.parse(answer));
      else question?.reject(new Refusal(`Python failed: ${failure}`));
    };
    this.report("Loading Python, once: 20 MB …");
    this.ready = this.send("load", [this.module]);
    this.ready.then(() => this.report("Ready."), (error) => this.report(error.message));
  }

  send(name, parts) {
    const number = this.count++;
    this.worker.postMessage({ number, name, parts });
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  // The answer to a question; a Refusal with one sentence where there is none.
  async ask(name, parts, seconds) {
    await this.ready;
    const limit = setTimeout(
      () => this.stop(`Stopped after ${seconds} s: allow more time, or ask for less.`),
      seconds * 1000,
    );
    try {
      const found = await this.send(name, parts);
      if (found.sentence !== undefined) throw new Refusal(found.sentence);
      return found.value;
    } finally {
      clearTimeout(limit);
    }
  }

  // End what is computed; Python is started again for the next question.
  stop(sentence, again = true) {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Refusal(sentence));
    this.waiting.clear();
    if (again) this.start();
    else this.report(sentence);
  }
}

export function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
