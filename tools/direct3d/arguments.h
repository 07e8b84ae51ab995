// Command lines: what both programs need.
#pragma once
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

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

// Compiles once; gives the exit code.
typedef int (*Compile)(const Words &words, std::string &messages, std::string &printed);

// Answers the command lines on stdin, one a line with tabs between the words: each line of messages after a tab, then a line
// `exit CODE`.
inline void answer_jobs(Compile compile) {
  for (std::string line; std::getline(std::cin, line);) {
    Words words;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    for (size_t at = 0; at <= line.size();) {
      size_t end = std::min(line.find('\t', at), line.size());
      words.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    std::string messages, printed;
    int code = compile(words, messages, printed);
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

// The rest of `main`: `jobs` asks for many compilations.
inline int run(const Words &words, const char *jobs, Compile compile) {
  if (words.size() == 1 && words[0] == jobs) {
    answer_jobs(compile);
    return 0;
  }
  std::string messages, printed;
  int code = compile(words, messages, printed);
  fputs(messages.c_str(), stderr);
  fputs(printed.c_str(), stdout);
  return code;
}

// The exit code by which the script knows that the program ran to its end: Wine ends with a small code where it could not start it.
inline int marked(int code) { return code + 64; }
