#pragma once
// What help calls the value of an option, in the words of its reader: FILE, DIR, SECONDS, N in place of the names of
// C++ types. Options of the same name mean the same in every command; a command whose option means something else names
// it where it adds the option.

#include <map>
#include <string>

namespace cchnn {

// A word for each option that takes a text or a number with a unit.
inline const std::map<std::string, std::string> option_words{
    {"accept", "KINDS"},
    {"animation", "FILE"},
    {"at", "FILE"},
    {"baseline", "FILE"},
    {"budget", "SECONDS"},
    {"camera", "X,Y,Z"},
    {"cite", "FILE"},
    {"creator", "NAME"},
    {"csv", "FILE"},
    {"data", "DIR"},
    {"drop", "CONSTRAINT"},
    {"dt", "SECONDS"},
    {"facts", "FILE"},
    {"figures", "DIR"},
    {"figure-width", "CM"},
    {"figure-font", "NAME,SIZE"},
    {"from", "FILE"},
    {"group", "NAME=FILES"},
    {"hide", "BODY"},
    {"html", "FILE"},
    {"inputs", "FILE"},
    {"json", "FILE|-"},
    {"junit", "FILE"},
    {"latex", "FILE"},
    {"length", "METRES"},
    {"license", "NAME"},
    {"lock", "FILE"},
    {"markdown", "FILE"},
    {"mass", "KG"},
    {"max", "METRIC=NUMBER"},
    {"min", "METRIC=NUMBER"},
    {"model", "NAME"},
    {"name", "NAME"},
    {"notes", "TEXT"},
    {"observed", "FILE"},
    {"output", "DIR"},
    {"patience", "SECONDS"},
    {"published", "DATE"},
    {"rest-length", "METRES"},
    {"sealed", "SHA256"},
    {"secret", "FILE"},
    {"shard", "K/N"},
    {"spacing", "METRES"},
    {"states", "FILE"},
    {"step", "SECONDS"},
    {"submissions", "DIR"},
    {"svg", "FILE"},
    {"sweep", "NAME=VALUES"},
    {"system", "FILE"},
    {"test", "FILE"},
    {"thresholds", "FILE"},
    {"time", "SECONDS"},
    {"train", "FILE"},
    {"truth", "DIR"},
    {"until", "STEP|TIME"},
    {"url", "URL"},
    {"valid", "FILE"},
    {"view", "FILE"},
};

inline constexpr const char* whole_number_word = "N";

// `name` is that of the option without dashes, `type` what CLI11 calls it: TEXT, INT, UINT, FLOAT, or a word of our own.
inline std::string option_word(const std::string& name, const std::string& type) {
    if (type == "INT" || type == "UINT") return whole_number_word;
    if (type != "TEXT" && type != "FLOAT") return type;
    const auto word = option_words.find(name);
    return word != option_words.end() ? word->second : type == "TEXT" ? "TEXT" : "NUMBER";
}

}  // namespace cchnn
