// Runs the extension in a host that has what it uses of Visual Studio Code's interface: `node test/host.mjs UBERC FOLDER`.
// Prints the commands, what a user sees, and the requests that reach `uberc lsp`.
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const [uberc, folder] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);
setTimeout(() => process.exit(2), 110_000).unref();

class Uri {
  constructor(url) {
    this.url = url;
    this.scheme = "file";
    this.fsPath = this.path = fileURLToPath(url);
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
  toString() {
    return this.url;
  }
}
const disposable = { dispose() {} };
const commands = new Map();
const diagnostics = new Map();
const changed = new EventEmitter();
const answers = [];
const providers = {};
const status = { show() {}, hide() {}, dispose() {} };

/** What the extension and its client name. Anything else of the interface is a function that gives a disposable, and a class to extend. */
function open(known) {
  const made = new Map();
  return new Proxy(known, {
    get(target, name) {
      if (name in target || typeof name === "symbol") {
        return target[name];
      }
      if (!made.has(name)) {
        const any = function any() {
          return new.target ? undefined : disposable;
        };
        made.set(name, new Proxy(any, { get: (own, field) => (field in own ? own[field] : typeof field === "string" ? 0 : undefined) }));
      }
      return made.get(name);
    },
    has: () => true,
  });
}

const text = readFileSync(join(folder, "hello.fx"), "utf8");
const document = {
  uri: Uri.file(join(folder, "hello.fx")),
  fileName: join(folder, "hello.fx"),
  languageId: "hlsl",
  version: 1,
  isClosed: false,
  getText: () => text,
};
class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class Emitter {
  listeners = [];
  event = (listener, self) => {
    this.listeners.push(listener.bind(self));
    return disposable;
  };
  fire(event) {
    this.listeners.forEach((listener) => listener(event));
  }
  dispose() {}
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => disposable };
  cancel() {}
  dispose() {}
}
class Task {
  constructor(definition, scope, name, source, execution, problemMatchers) {
    Object.assign(this, { definition, scope, name, source, execution, problemMatchers });
  }
}
class ShellExecution {
  constructor(command, args) {
    Object.assign(this, { command, args });
  }
}
const workspaceFolders = [{ uri: Uri.file(folder), name: "project", index: 0 }];
const vscode = open({
  version: "1.90.0",
  Uri,
  Position,
  Range,
  Diagnostic,
  EventEmitter: Emitter,
  CancellationTokenSource,
  Task,
  ShellExecution,
  StatusBarAlignment: { Left: 1, Right: 2 },
  TaskGroup: { Build: "build" },
  TaskScope: { Workspace: 2 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  env: open({ appName: "host", language: "en" }),
  commands: open({
    registerCommand(name, run) {
      commands.set(name, run);
      return disposable;
    },
  }),
  languages: open({
    match: () => 1,
    createDiagnosticCollection: () => ({
      set(uri, found) {
        diagnostics.set(uri.toString(), found);
        changed.emit("changed");
      },
      delete() {},
      clear() {},
      dispose() {},
    }),
  }),
  tasks: open({
    registerTaskProvider(type, provider) {
      providers[type] = provider;
      return disposable;
    },
  }),
  window: open({
    activeTextEditor: undefined,
    visibleTextEditors: [],
    tabGroups: open({ all: [] }),
    createStatusBarItem: () => status,
    createOutputChannel: () => open({ append: () => {}, appendLine: () => {}, dispose: () => {} }),
    showErrorMessage: async (message) => say(`error: ${message}`),
    showQuickPick: async (items, { placeHolder }) => {
      const labels = items.map((item) => item.label ?? item);
      const wanted = answers.shift();
      say(`asked: ${placeHolder}: ${labels.join(", ")}: ${wanted}`);
      return items[labels.indexOf(wanted)];
    },
  }),
  workspace: open({
    name: "project",
    rootPath: folder,
    workspaceFolders,
    textDocuments: [document],
    notebookDocuments: [],
    getWorkspaceFolder: () => workspaceFolders[0],
    createFileSystemWatcher: () => open({ dispose() {} }),
    getConfiguration: () => ({
      get: (name, otherwise) => ({ path: uberc, targets: ["spirv"] })[name] ?? otherwise,
    }),
  }),
});

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

/** The diagnostics of the open text when there are new ones. */
const published = () => new Promise((resolve) => changed.once("changed", () => resolve(diagnostics.get(document.uri.toString()))));

const extension = require("../extension.js");
const first = published();
await extension.activate({ subscriptions: [] });
say(`commands: ${[...commands.keys()].filter((name) => name.startsWith("uberc.")).sort().join(" ")}`);
say(`status: ${status.text}`);
say(`opened: ${(await first).length} diagnostics`);
for (const task of providers.uberc.provideTasks()) {
  say(`task: ${task.execution.args.join(" ")} (${task.problemMatchers})`);
}
answers.push("Hello", "1", "0", "2");
await commands.get("uberc.pickPermutation")();
say(`status: ${status.text}`);
await commands.get("uberc.allVariants")();
say(`status: ${status.text}`);
await commands.get("uberc.restart")();
await extension.deactivate();
say("ended");
process.exit(0);
