// Drives `uberc lsp` with the connection that the extension's client has, and reads `uberc check` with its problem matcher.
// `node test/drive.mjs UBERC FOLDER`, with a project that `uberc init` made. Prints what an editor would show.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const protocol = require("vscode-languageserver-protocol/node");
const [uberc, folder] = process.argv.slice(2);
const server = spawn(uberc, ["lsp"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
const connection = protocol.createMessageConnection(
  new protocol.StreamMessageReader(server.stdout),
  new protocol.StreamMessageWriter(server.stdin),
);
const say = (text) => process.stdout.write(`${text}\n`);
setTimeout(() => process.exit(2), 110_000).unref();

const published = [];
let arrived = () => {};
connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
  published.push(params);
  arrived();
});
/** The diagnostics of a version of a file. */
async function diagnostics(uri, version) {
  for (;;) {
    const found = published.findLast((params) => params.uri === uri && params.version === version);
    if (found) {
      return found.diagnostics;
    }
    await new Promise((resolve) => (arrived = resolve));
  }
}
connection.listen();

const uri = pathToFileURL(join(folder, "hello.fx")).href;
const text = readFileSync(join(folder, "hello.fx"), "utf8");
const initialized = await connection.sendRequest(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  capabilities: {},
  initializationOptions: { targets: ["spirv"] },
});
say(`capabilities: ${Object.keys(initialized.capabilities).sort().join(" ")}`);
await connection.sendNotification(protocol.InitializedNotification.type, {});
await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
  textDocument: { uri, languageId: "hlsl", version: 1, text },
});
say(`opened: ${(await diagnostics(uri, 1)).length} diagnostics`);

const wrong = text.replace("lerp(g_fogColor.rgb", "lerp(g_fogColour.rgb");
await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
  textDocument: { uri, version: 2 },
  contentChanges: [{ text: wrong }],
});
for (const { range, code, message } of await diagnostics(uri, 2)) {
  say(`typed: ${range.start.line + 1}:${range.start.character + 1} ${code} ${message.split("\n")[0]}`);
}
const lines = text.split("\n");
const line = lines.findIndex((each) => each.includes("normalize(input.normal)"));
const at = { textDocument: { uri }, position: { line, character: lines[line].indexOf(".normal") + 2 } };
const hover = await connection.sendRequest(protocol.HoverRequest.type, at);
say(`hover: ${hover.contents.value.split("\n")[1]}`);
const places = await connection.sendRequest(protocol.DefinitionRequest.type, at);
say(`definition: ${lines[places[0].range.start.line].trim()}`);
await connection.sendRequest(protocol.ShutdownRequest.type);
await connection.sendNotification(protocol.ExitNotification.type);
say(`exit: ${await new Promise((resolve) => server.on("exit", resolve))}`);

// The same mistake, saved, through the problem matcher.
writeFileSync(join(folder, "hello.fx"), wrong);
const { pattern } = require("../package.json").contributes.problemMatchers[0];
const checked = spawnSync(uberc, ["check", "--target", "spirv", "--message-format", "short"], { cwd: folder, encoding: "utf8" });
for (const found of checked.stderr.split("\n").map((each) => new RegExp(pattern.regexp).exec(each))) {
  if (found) {
    const field = (name) => found[pattern[name]];
    say(`problem: ${["file", "line", "column", "severity", "code", "message"].map(field).join(" | ")}`);
  }
}
