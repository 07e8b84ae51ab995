// The command line of dxc.exe over dxcompiler.dll, which lies beside this program. The library takes the same options as
// dxc.exe does, so they are passed through; what dxc.exe does around the library is done here: response files, output files
// (-Fo, -Fc), -nologo, `--version`, messages on stderr, 1 as exit code of a failed compilation.
//
// `--jobs` reads command lines from stdin, one a line, with tabs between the words, and answers each with the lines of its
// messages, each after a tab, and a last line `exit CODE`: thousands of questions need one process. `--uberc-worker` makes it a
// worker of uberc.
#include "arguments.h"

// The interfaces as far as they are used, in the order of dxcapi.h.
struct DxcBuffer {
  LPCVOID bytes;
  SIZE_T size;
  UINT encoding;
};
struct IDxcBlob : IUnknown {
  virtual LPVOID STDMETHODCALLTYPE GetBufferPointer() = 0;
  virtual SIZE_T STDMETHODCALLTYPE GetBufferSize() = 0;
};
struct IDxcOperationResult : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE GetStatus(HRESULT *) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetResult(IDxcBlob **) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetErrorBuffer(IDxcBlob **) = 0;
};
struct IDxcCompiler3 : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE Compile(const DxcBuffer *, LPCWSTR *, UINT32, IUnknown *, REFIID, LPVOID *) = 0;
  virtual HRESULT STDMETHODCALLTYPE Disassemble(const DxcBuffer *, REFIID, LPVOID *) = 0;
};
struct IDxcUtils : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE CreateBlobFromBlob(IUnknown *, UINT32, UINT32, LPVOID *) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateBlobFromPinned(LPCVOID, UINT32, UINT32, LPVOID *) = 0;
  virtual HRESULT STDMETHODCALLTYPE MoveToBlob(LPCVOID, LPVOID, UINT32, UINT32, LPVOID *) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateBlob(LPCVOID, UINT32, UINT32, LPVOID *) = 0;
  virtual HRESULT STDMETHODCALLTYPE LoadFile(LPCWSTR, UINT32 *, LPVOID *) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateReadOnlyStreamFromBlob(IUnknown *, LPVOID *) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateDefaultIncludeHandler(IUnknown **) = 0;
};
struct IDxcVersionInfo : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE GetVersion(UINT32 *, UINT32 *) = 0;
};

static const GUID CLSID_DxcCompiler = {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
static const GUID IID_IDxcCompiler3 = {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
static const GUID IID_IDxcOperationResult = {0xcedb484a, 0xd4e9, 0x445a, {0xb9, 0x91, 0xca, 0x21, 0xca, 0x15, 0x7d, 0xc2}};
static const GUID CLSID_DxcUtils = {0x6245d6af, 0x66e0, 0x48fd, {0x80, 0xb4, 0x4d, 0x27, 0x17, 0x96, 0x74, 0x8c}};
static const GUID IID_IDxcUtils = {0x4605c4cb, 0x2019, 0x492a, {0xad, 0xa4, 0x65, 0xf2, 0x0b, 0xb7, 0xd6, 0x7f}};
static const GUID IID_IDxcVersionInfo = {0xb04f5b50, 0x2059, 0x4f12, {0xa8, 0xff, 0xa1, 0xe0, 0xcd, 0xe1, 0xcc, 0x7e}};
typedef HRESULT(WINAPI *DxcCreateInstanceProc)(REFCLSID, REFIID, LPVOID *);

static IDxcCompiler3 *compiler;
static IUnknown *includes;

static bool open_library() {
  HMODULE library = LoadLibraryW((program_folder() + L"dxcompiler.dll").c_str());
  if (!library) {
    fprintf(stderr, "dxcompiler.dll cannot be loaded: error %lu\n", GetLastError());
    return false;
  }
  auto create = reinterpret_cast<DxcCreateInstanceProc>(reinterpret_cast<void *>(GetProcAddress(library, "DxcCreateInstance")));
  IDxcUtils *utils = nullptr;
  if (!create || create(CLSID_DxcCompiler, IID_IDxcCompiler3, reinterpret_cast<void **>(&compiler)) ||
      create(CLSID_DxcUtils, IID_IDxcUtils, reinterpret_cast<void **>(&utils)) ||
      utils->CreateDefaultIncludeHandler(&includes)) {
    fprintf(stderr, "dxcompiler.dll has no compiler of the expected interface\n");
    return false;
  }
  return true;
}

// How many words follow an option as its values.
static size_t values_of(const std::string &option) {
  static const struct {
    const char *name;
    size_t values;
  } OPTIONS[] = {
      {"D", 1}, {"E", 1}, {"Fc", 1}, {"Fd", 1}, {"Fe", 1}, {"Fh", 1}, {"Fi", 1}, {"Fo", 1}, {"Fre", 1}, {"Frs", 1}, {"Fsh", 1},
      {"HV", 1}, {"I", 1}, {"T", 1}, {"Vn", 1}, {"Wno", 1}, {"auto-binding-space", 1}, {"default-linkage", 1}, {"exports", 1},
      {"force-rootsig-ver", 1}, {"fvk-bind-globals", 2}, {"fvk-bind-register", 4}, {"fvk-bind-counter-heap", 2},
      {"fvk-bind-resource-heap", 2}, {"fvk-bind-sampler-heap", 2}, {"fvk-b-shift", 2}, {"fvk-s-shift", 2}, {"fvk-t-shift", 2},
      {"fvk-u-shift", 2}, {"rootsig-define", 1}, {"setprivate", 1}, {"setrootsignature", 1}, {"validator-version", 1},
  };
  if (option.empty() || option[0] != '-') return 0;
  for (auto &known : OPTIONS)
    if (option.compare(1, std::string::npos, known.name) == 0) return known.values;
  return 0;
}

static int fail(std::string &messages, const std::string &message) {
  messages += message + "\n";
  return 1;
}

static std::string text_of(IDxcBlob *blob) {
  if (!blob || !blob->GetBufferSize()) return {};
  std::string text(static_cast<const char *>(blob->GetBufferPointer()), blob->GetBufferSize());
  return text.c_str();
}

// Compiles once; gives the exit code. Results without a file of their own are added to `printed`.
static int compile(const Words &words, Files &files, std::string &messages, std::string &printed) {
  std::string object_file, listing_file, source_file, text;
  std::vector<std::wstring> options;
  for (size_t at = 0; at < words.size(); at++) {
    const std::string &word = words[at];
    size_t values = values_of(word);
    if (at + values >= words.size()) return fail(messages, "error: argument to '" + word + "' is missing");
    if (word == "-Fo") object_file = words[++at];
    else if (word == "-Fc") listing_file = words[++at];
    else if (word != "-nologo") {
      if (!values && (word[0] != '-' || word.size() == 1)) {
        if (!source_file.empty()) return fail(messages, "error: more than one input file: " + word);
        source_file = word;
      }
      for (size_t value = 0; value <= values; value++) options.push_back(wide(words[at + value]));
      at += values;
    }
  }
  if (source_file.empty()) return fail(messages, "error: required input file argument is missing");
  if (!files.read(source_file, text)) return fail(messages, "error: no such file: " + source_file);

  std::vector<LPCWSTR> arguments;
  for (auto &option : options) arguments.push_back(option.c_str());
  DxcBuffer source{text.data(), text.size(), CP_UTF8};
  IDxcOperationResult *result = nullptr;
  HRESULT status = compiler->Compile(&source, arguments.data(), static_cast<UINT32>(arguments.size()),
                                     files.may_include() ? includes : nullptr, IID_IDxcOperationResult,
                                     reinterpret_cast<void **>(&result));
  if (status || !result) return fail(messages, "error: the compiler failed without a message");
  IDxcBlob *object = nullptr, *errors = nullptr;
  result->GetStatus(&status);
  result->GetResult(&object);
  result->GetErrorBuffer(&errors);
  messages += text_of(errors);
  int code = status ? 1 : 0;
  bool is_code = object && object->GetBufferSize() > 4 && !memcmp(object->GetBufferPointer(), "DXBC", 4);
  if (!code && !object_file.empty() && !files.write(object_file, object->GetBufferPointer(), object->GetBufferSize()))
    code = fail(messages, "error: cannot write " + object_file);
  if (!code && (!listing_file.empty() || (object_file.empty() && is_code))) {
    DxcBuffer buffer{object->GetBufferPointer(), object->GetBufferSize(), 0};
    IDxcOperationResult *shown = nullptr;
    IDxcBlob *listing = nullptr;
    if (!compiler->Disassemble(&buffer, IID_IDxcOperationResult, reinterpret_cast<void **>(&shown)) && shown) shown->GetResult(&listing);
    std::string listed = text_of(listing);
    if (listing_file.empty()) printed += listed;
    else if (!files.write(listing_file, listed.data(), listed.size())) code = fail(messages, "error: cannot write " + listing_file);
    if (listing) listing->Release();
    if (shown) shown->Release();
  } else if (!code && object_file.empty() && object) {
    printed += text_of(object);
  }
  if (errors) errors->Release();
  if (object) object->Release();
  result->Release();
  return code;
}

static void print_version() {
  IDxcVersionInfo *info = nullptr;
  UINT32 major = 0, minor = 0;
  if (!compiler->QueryInterface(IID_IDxcVersionInfo, reinterpret_cast<void **>(&info))) {
    info->GetVersion(&major, &minor);
    info->Release();
  }
  printf("dxcompiler.dll: %u.%u\n%s\n", major, minor, ANNOUNCEMENT);
}

int wmain(int count, wchar_t **given) {
  Words words;
  if (!command_line(count, given, words) || !open_library()) return marked(1);
  if (words.size() == 1 && words[0] == "--version") {
    print_version();
    return marked(0);
  }
  return marked(run(words, "--jobs", compile));
}
