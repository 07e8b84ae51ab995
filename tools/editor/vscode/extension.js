// Starts `uberc lsp`, offers its commands, and has the tasks of a project.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.StatusBarItem | undefined} */
let status;
/** The permutation that alone is checked; undefined: all variants are. */
let chosen;

// Sidecars and their modules, and every file that a shader can be written in.
const FILES = "**/*.{fx,fxh,hlsl,hlsli,glsl,comp,mesh,vert,frag,geom,tesc,tese,task,h,bsl,hh,psl,mtlx,lua,luau}";

async function activate(context) {
  status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right);
  status.command = "uberc.pickPermutation";
  const command = (name, run) => vscode.commands.registerCommand(name, guarded(run));
  context.subscriptions.push(
    status,
    command("uberc.pickPermutation", pickPermutation),
    command("uberc.allVariants", () => choose(undefined)),
    command("uberc.restart", restart),
    vscode.tasks.registerTaskProvider("uberc", { provideTasks, resolveTask }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("uberc")) {
        guarded(restart)();
      }
    }),
  );
  await guarded(start)();
}

/** Shows what went wrong instead of losing it. */
function guarded(run) {
  return async () => {
    try {
      return await run();
    } catch (error) {
      vscode.window.showErrorMessage(`uberc: ${error.message ?? error}`);
    }
  };
}

function settings() {
  return vscode.workspace.getConfiguration("uberc");
}

async function start() {
  const server = { command: settings().get("path", "uberc"), args: ["lsp"] };
  const options = { targets: settings().get("targets", []) };
  if (chosen) {
    options.permutation = chosen;
  }
  client = new LanguageClient("uberc", "uberc", server, {
    documentSelector: [
      { scheme: "file", pattern: FILES },
      { scheme: "file", pattern: "**/uberc.toml" },
    ],
    initializationOptions: options,
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher(`{${FILES},**/uberc.toml}`) },
  });
  await client.start();
  showStatus();
}

async function restart() {
  const before = client;
  client = undefined;
  await before?.stop();
  await start();
}

function showStatus() {
  status.text = chosen ? `$(symbol-constant) ${chosen.shader}: ${chosen.permutation}` : "$(checklist) all variants";
  status.tooltip = "uberc: the variants that are checked while you type";
  status.show();
}

function execute(command, ...args) {
  if (!client) {
    throw new Error("the language server does not run");
  }
  return client.sendRequest("workspace/executeCommand", { command, arguments: args });
}

async function choose(permutation) {
  await execute("uberc.choosePermutation", permutation ?? null);
  chosen = permutation;
  showStatus();
}

/** Asks for a shader, then for the value of each of its branches. */
async function pickPermutation() {
  const shaders = await execute("uberc.shaders");
  const all = { label: "All variants", shader: undefined };
  const labels = shaders.map((shader) => ({ label: shader.shader, shader }));
  const picked = await vscode.window.showQuickPick([all, ...labels], { placeHolder: "A shader" });
  if (!picked) {
    return;
  }
  if (!picked.shader) {
    return choose(undefined);
  }
  const values = [];
  for (const branch of picked.shader.branches) {
    const value = await vscode.window.showQuickPick(branch.values, { placeHolder: branch.name });
    if (value === undefined) {
      return;
    }
    values.push(`${branch.name}=${value}`);
  }
  return choose({ shader: picked.shader.shader, permutation: values.join(",") || "0" });
}

function provideTasks() {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap((folder) => ["build", "check", "watch"].map((command) => task(folder, { type: "uberc", command })));
}

function resolveTask(known) {
  const { definition, scope } = known;
  return definition.command ? task(scope ?? vscode.TaskScope.Workspace, definition) : undefined;
}

function task(scope, definition) {
  const run = new vscode.ShellExecution(settings().get("path", "uberc"), [definition.command, "--message-format", "short"]);
  const made = new vscode.Task(definition, scope, definition.command, "uberc", run, "$uberc");
  made.group = definition.command === "build" ? vscode.TaskGroup.Build : undefined;
  return made;
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
