// The command line of fxc.exe over d3dcompiler_47.dll, which lies beside this program: options become the arguments and flags of
// D3DCompile. Options are written with `/` or `-`; a word with `/` that is the path of a file is the input.
//
// `/jobs` and `--uberc-worker` read jobs from stdin as `--jobs` and `--uberc-worker` of dxc.cpp do.
#include "arguments.h"

#include <d3dcompiler.h>

static decltype(&D3DCompile) compile_source;
static decltype(&D3DDisassemble) disassemble;

static bool open_library() {
  HMODULE library = LoadLibraryW((program_folder() + L"d3dcompiler_47.dll").c_str());
  if (!library) {
    fprintf(stderr, "d3dcompiler_47.dll cannot be loaded: error %lu\n", GetLastError());
    return false;
  }
  auto find = [&](const char *name) { return reinterpret_cast<void *>(GetProcAddress(library, name)); };
  compile_source = reinterpret_cast<decltype(compile_source)>(find("D3DCompile"));
  disassemble = reinterpret_cast<decltype(disassemble)>(find("D3DDisassemble"));
  if (!compile_source || !disassemble) fprintf(stderr, "d3dcompiler_47.dll has no D3DCompile\n");
  return compile_source && disassemble;
}

static const struct {
  const char *option;
  UINT flags;
} FLAGS[] = {
    {"Zi", D3DCOMPILE_DEBUG},
    {"Vd", D3DCOMPILE_SKIP_VALIDATION},
    {"Od", D3DCOMPILE_SKIP_OPTIMIZATION},
    {"O0", D3DCOMPILE_OPTIMIZATION_LEVEL0},
    {"O1", D3DCOMPILE_OPTIMIZATION_LEVEL1},
    {"O2", D3DCOMPILE_OPTIMIZATION_LEVEL2},
    {"O3", D3DCOMPILE_OPTIMIZATION_LEVEL3},
    {"Zpr", D3DCOMPILE_PACK_MATRIX_ROW_MAJOR},
    {"Zpc", D3DCOMPILE_PACK_MATRIX_COLUMN_MAJOR},
    {"Gpp", D3DCOMPILE_PARTIAL_PRECISION},
    {"Gfa", D3DCOMPILE_AVOID_FLOW_CONTROL},
    {"Gfp", D3DCOMPILE_PREFER_FLOW_CONTROL},
    {"Ges", D3DCOMPILE_ENABLE_STRICTNESS},
    {"Gec", D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY},
    {"Gis", D3DCOMPILE_IEEE_STRICTNESS},
    {"WX", D3DCOMPILE_WARNINGS_ARE_ERRORS},
    {"nologo", 0},
};

static int fail(std::string &messages, const std::string &message) {
  messages += message + "\n";
  return 1;
}

static std::string text_of(ID3DBlob *blob) {
  if (!blob || !blob->GetBufferSize()) return {};
  std::string text(static_cast<const char *>(blob->GetBufferPointer()), blob->GetBufferSize());
  return text.c_str();
}

struct Request {
  std::string source, profile, entry = "main", object, listing;
  std::vector<std::pair<std::string, std::string>> macros;
  UINT flags = 0;
};

static bool parse(const Words &words, Files &files, Request &request, std::string &messages) {
  for (size_t at = 0; at < words.size(); at++) {
    const std::string &word = words[at];
    bool is_option = word.size() > 1 && (word[0] == '-' || (word[0] == '/' && !files.is_input(word)));
    if (!is_option) {
      if (!request.source.empty()) return !fail(messages, "error: more than one input file: " + word);
      request.source = word;
      continue;
    }
    std::string name = word.substr(1);
    bool known = false;
    for (auto &flag : FLAGS)
      if (name == flag.option) {
        request.flags |= flag.flags;
        known = true;
      }
    if (known) continue;
    std::string *value = name == "T" ? &request.profile : name == "E" ? &request.entry : name == "Fo" ? &request.object
                       : name == "Fc" ? &request.listing : nullptr;
    if (!value && name != "D") return !fail(messages, "error: unknown option " + word);
    if (at + 1 == words.size()) return !fail(messages, "error: no value after " + word);
    if (value) {
      *value = words[++at];
      continue;
    }
    const std::string &macro = words[++at];
    size_t equals = macro.find('=');
    request.macros.emplace_back(macro.substr(0, equals), equals == std::string::npos ? "1" : macro.substr(equals + 1));
  }
  if (request.source.empty() || request.profile.empty()) return !fail(messages, "error: an input file and /T are needed");
  return true;
}

// Compiles once; gives the exit code.
static int compile(const Words &words, Files &files, std::string &messages, std::string &printed) {
  Request request;
  std::string text;
  if (!parse(words, files, request, messages)) return 1;
  if (!files.read(request.source, text)) return fail(messages, "failed to open source file: " + request.source);
  std::vector<D3D_SHADER_MACRO> macros;
  for (auto &macro : request.macros) macros.push_back({macro.first.c_str(), macro.second.c_str()});
  macros.push_back({nullptr, nullptr});
  ID3DBlob *object = nullptr, *errors = nullptr;
  HRESULT status = compile_source(text.data(), text.size(), request.source.c_str(), macros.data(),
                                  files.may_include() ? D3D_COMPILE_STANDARD_FILE_INCLUDE : nullptr, request.entry.c_str(),
                                  request.profile.c_str(), request.flags, 0, &object, &errors);
  messages += text_of(errors);
  if (errors) errors->Release();
  if (FAILED(status)) return fail(messages, "\ncompilation failed; no code produced");
  int code = 0;
  if (!request.object.empty()) {
    if (files.write(request.object, object->GetBufferPointer(), object->GetBufferSize()))
      printed += "compilation object save succeeded; see " + request.object + "\n";
    else code = fail(messages, "error: cannot write " + request.object);
  }
  if (!code && (!request.listing.empty() || request.object.empty())) {
    ID3DBlob *listing = nullptr;
    disassemble(object->GetBufferPointer(), object->GetBufferSize(), 0, nullptr, &listing);
    std::string listed = text_of(listing);
    if (request.listing.empty()) printed += listed;
    else if (!files.write(request.listing, listed.data(), listed.size())) code = fail(messages, "error: cannot write " + request.listing);
    if (listing) listing->Release();
  }
  object->Release();
  return code;
}

int wmain(int count, wchar_t **given) {
  Words words;
  if (!command_line(count, given, words)) return marked(1);
  if (words.size() == 1 && (words[0] == "/?" || words[0] == "-?")) {
    printf("fxc over d3dcompiler_%d.dll\n%s\n", D3D_COMPILER_VERSION, ANNOUNCEMENT);
    return marked(0);
  }
  if (!open_library()) return marked(1);
  return marked(run(words, "/jobs", compile));
}
