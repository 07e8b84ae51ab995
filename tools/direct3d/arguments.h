// Command lines: what both programs need.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

using Words = std::vector<std::string>;

inline std::wstring wide(const std::string &text) {
  int length = MultiByteToWideChar(CP_UTF8, 0, text.c_str(), -1, nullptr, 0);
  std::wstring result(length > 0 ? length - 1 : 0, L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.c_str(), -1, result.data(), length);
  return result;
}

inline std::string narrow(const wchar_t *text) {
  int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  std::string result(length > 0 ? length - 1 : 0, '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, result.data(), length, nullptr, nullptr);
  return result;
}

inline bool read_file(const std::string &path, std::string &text) {
  FILE *file = _wfopen(wide(path).c_str(), L"rb");
  if (!file) return false;
  char buffer[65536];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, count);
  bool failed = ferror(file);
  fclose(file);
  return !failed;
}

inline bool write_file(const std::string &path, const void *bytes, size_t size) {
  FILE *file = _wfopen(wide(path).c_str(), L"wb");
  if (!file) return false;
  bool written = fwrite(bytes, 1, size, file) == size;
  return fclose(file) == 0 && written;
}

inline bool is_file(const std::string &path) {
  DWORD attributes = GetFileAttributesW(wide(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

// Adds the words of a response file: separated by white space, with double quotes around what contains some.
inline void add_words_of(const std::string &text, Words &words) {
  std::string word;
  bool quoted = false, begun = false;
  for (size_t at = 0; at <= text.size(); at++) {
    char c = at < text.size() ? text[at] : '\n';
    if (c == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\')) {
      word += text[++at];
      begun = true;
    } else if (c == '"') {
      quoted = !quoted;
      begun = true;
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n')) {
      if (begun) words.push_back(word);
      word.clear();
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
}

// The words of the command line without the program's name; `@FILE` is replaced by the words of the file.
inline bool command_line(int count, wchar_t **given, Words &words) {
  for (int at = 1; at < count; at++) {
    std::string word = narrow(given[at]);
    if (word.size() < 2 || word[0] != '@') {
      words.push_back(word);
      continue;
    }
    std::string text;
    if (!read_file(word.substr(1), text)) {
      fprintf(stderr, "cannot read the response file %s\n", word.c_str() + 1);
      return false;
    }
    add_words_of(text, words);
  }
  return true;
}

// The folder of this program, with a separator at its end: the libraries lie beside it.
inline std::wstring program_folder() {
  wchar_t path[MAX_PATH];
  DWORD length = GetModuleFileNameW(nullptr, path, MAX_PATH);
  std::wstring folder(path, length);
  return folder.substr(0, folder.find_last_of(L"\\/") + 1);
}

// The files of a compilation: those of the disk, or the input and the output of a job.
class Files {
public:
  virtual ~Files() = default;
  virtual bool is_input(const std::string &path) { return is_file(path); }
  virtual bool read(const std::string &path, std::string &text) { return read_file(path, text); }
  virtual bool write(const std::string &path, const void *bytes, size_t size) { return write_file(path, bytes, size); }
  // Whether the source may include other files.
  virtual bool may_include() { return true; }
};

// Compiles once; gives the exit code.
typedef int (*Compile)(const Words &words, Files &files, std::string &messages, std::string &printed);

// Answers the command lines on stdin, one a line with tabs between the words: each line of messages after a tab, then a line
// `exit CODE`.
inline void answer_jobs(Compile compile) {
  Files files;
  for (std::string line; std::getline(std::cin, line);) {
    Words words;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    for (size_t at = 0; at <= line.size();) {
      size_t end = std::min(line.find('\t', at), line.size());
      words.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    std::string messages, printed;
    int code = compile(words, files, messages, printed);
    messages += printed;
    for (size_t at = 0; at < messages.size();) {
      size_t end = std::min(messages.find('\n', at), messages.size());
      printf("\t%s\n", messages.substr(at, end - at).c_str());
      at = end + 1;
    }
    printf("exit %d\n", code);
    fflush(stdout);
  }
}

// The option with which uberc starts a program as its worker, and the line of the version text that says that it can be one. The
// frames are those of src/worker/src/lib.rs.
static const char WORKER[] = "--uberc-worker";
static const char ANNOUNCEMENT[] = "uberc-worker 1";

// The two files of a job. What asks for another one needs a process of its own.
class JobFiles : public Files {
public:
  std::string input, output, source, object;
  bool has_object = false, is_declined = false;

  bool is_input(const std::string &path) override { return path == input; }
  bool read(const std::string &path, std::string &text) override {
    if (path != input) return !(is_declined = true);
    text = source;
    return true;
  }
  bool write(const std::string &path, const void *bytes, size_t size) override {
    if (path != output) return !(is_declined = true);
    object.assign(static_cast<const char *>(bytes), size);
    return has_object = true;
  }
  // The texts of uberc are preprocessed.
  bool may_include() override { return false; }
};

// The pipes of a worker. A read that fails is the end: nobody is there to answer to.
class Pipes {
  FILE *in, *out;

public:
  // What a library prints on stdout goes to stderr, so that it is not taken for a reply.
  Pipes() : in(stdin), out(_fdopen(_dup(_fileno(stdout)), "wb")) {
    _dup2(_fileno(stderr), _fileno(stdout));
    _setmode(_fileno(in), _O_BINARY);
    if (out) _setmode(_fileno(out), _O_BINARY);
  }
  bool is_open() const { return out != nullptr; }
  bool get(void *bytes, size_t size) { return fread(bytes, 1, size, in) == size; }
  bool get(uint32_t &number) { return get(&number, 4); }
  bool get(std::string &text) {
    uint32_t size;
    if (!get(size)) return false;
    text.resize(size);
    return get(text.data(), size);
  }
  void put(const void *bytes, size_t size) { fwrite(bytes, 1, size, out); }
  void put(uint32_t number) { put(&number, 4); }
  void put(const std::string &text) {
    put(static_cast<uint32_t>(text.size()));
    put(text.data(), text.size());
  }
  void flush() { fflush(out); }
};

// The worker: answers jobs until stdin ends.
inline int serve_jobs(Compile compile) {
  Pipes pipes;
  if (!pipes.is_open()) return 1;
  pipes.put("UBERC-W1", 8);
  pipes.flush();
  for (char mark[4]; pipes.get(mark, 4) && !memcmp(mark, "job ", 4);) {
    uint32_t number, count;
    JobFiles files;
    if (!pipes.get(number) || !pipes.get(count)) return 1;
    Words words;
    for (std::string word; words.size() < count; words.push_back(word))
      if (!pipes.get(word)) return 1;
    if (!pipes.get(files.input) || !pipes.get(files.output) || !pipes.get(files.source)) return 1;
    std::string messages, printed;
    int code = compile(words, files, messages, printed);
    pipes.put("done", 4);
    pipes.put(number);
    pipes.put(static_cast<uint32_t>(!files.is_declined));
    if (!files.is_declined) {
      pipes.put(static_cast<uint32_t>(code));
      pipes.put(printed);
      pipes.put(messages);
      pipes.put(static_cast<uint32_t>(files.has_object));
      if (files.has_object) pipes.put(files.object);
    }
    pipes.flush();
  }
  return 0;
}

// The rest of `main`: `jobs` asks for many compilations.
inline int run(const Words &words, const char *jobs, Compile compile) {
  if (words.size() == 1 && words[0] == WORKER) return serve_jobs(compile);
  if (words.size() == 1 && words[0] == jobs) {
    answer_jobs(compile);
    return 0;
  }
  Files files;
  std::string messages, printed;
  int code = compile(words, files, messages, printed);
  fputs(messages.c_str(), stderr);
  fputs(printed.c_str(), stdout);
  return code;
}

// The exit code by which the script knows that the program ran to its end: Wine ends with a small code where it could not start it.
inline int marked(int code) { return code + 64; }
