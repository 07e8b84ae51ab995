// Packages the extension as a .vsix: a ZIP archive with a manifest, the form that Visual Studio Code installs.
// `node package.mjs [FILE]`. The same files give the same bytes: entries are sorted and have no times.
import { createRequire } from "node:module";
import { existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";

const folder = dirname(fileURLToPath(import.meta.url));
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const file = process.argv[2] ?? join(folder, `${manifest.name}-${manifest.version}.vsix`);

/** What belongs to the extension; of the modules, their code and licences. */
function isPart(path) {
  if (path.startsWith("node_modules/")) {
    return !path.startsWith("node_modules/.") && /(\.(js|cjs|mjs|json)|LICEN[CS]E[^/]*|License[^/]*)$/.test(path);
  }
  return ["package.json", "extension.js", "README.md"].includes(path) || /^(glsl|psl)\//.test(path);
}

function files(below) {
  return readdirSync(below).flatMap((name) => {
    const path = join(below, name);
    return statSync(path).isDirectory() ? files(path) : [relative(folder, path).split(sep).join("/")];
  });
}

// Fails where `npm ci` has not run.
createRequire(import.meta.url).resolve("vscode-languageclient/package.json");

const escape = (text) => text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const identity = `<Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"/>`;
const vsixManifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    ${identity}
    <DisplayName>${escape(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(manifest.description)}</Description>
    <Categories>${escape(manifest.categories.join(","))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${manifest.engines.vscode}"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
const types = ["json", "js", "cjs", "mjs", "md", "vsixmanifest"].map(
  (extension) => `<Default Extension=".${extension}" ContentType="application/octet-stream"/>`,
);
const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types.join("")}</Types>
`;

const entries = files(folder)
  .filter(isPart)
  .sort()
  .map((path) => [`extension/${path}`, readFileSync(join(folder, path))]);
// The licences are those of the repository.
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  const file = [join(folder, name), join(folder, "../../..", name)].find((path) => existsSync(path));
  entries.push([`extension/${name}`, readFileSync(file)]);
}
entries.unshift(["[Content_Types].xml", Buffer.from(contentTypes)], ["extension.vsixmanifest", Buffer.from(vsixManifest)]);

/** The ZIP format: APPNOTE.TXT 6.3, without encryption, comments or ZIP64. */
function zip(entries) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, bytes] of entries) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const path = Buffer.from(name);
    // Version, flags (UTF-8 names), method (deflate), time and date (1980-01-01).
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, rest, path]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from("PK\x05\x06"), end]);
}

const bytes = zip(entries);
writeFileSync(`${file}.part`, bytes);
renameSync(`${file}.part`, file);
process.stdout.write(`${entries.length} files\n`);
