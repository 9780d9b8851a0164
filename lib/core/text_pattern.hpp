#pragma once
// A regular expression (ECMAScript), in a file that compiles <regex> alone: it takes a second wherever it is used.

#include <memory>
#include <string>

namespace cchnn {

class TextPattern {
  public:
    explicit TextPattern(const char* expression);
    ~TextPattern();

    // All of it; no text beyond 5000 bytes: std::regex takes stack for each.
    bool matches(const std::string& text) const;
    bool begins(const std::string& text) const;  // its first part
    // The text with each match replaced by `with`, in which $& is the match.
    std::string replaced(const std::string& text, const char* with) const;

  private:
    struct Compiled;
    std::unique_ptr<const Compiled> compiled_;
};

}  // namespace cchnn
