#pragma once
// Many items in a line: what has a "repeat" stands for itself at each of its numbers, with "{i}" and what is computed
// from it, "{i-1}", "{2*i+1}", written into every text inside, keys included.
//
//   {"repeat": {"i": [2, 40]}, "type": "Link", "between": ["bob{i-1}", "bob{i}"], "length": 1}
//
// In bodies, constraints, potentials, damping, draws and the placements of initial_conditions; several numbers count
// like nested loops, the last one fastest.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Where the items of a document come from that was written with repeats.
class Repeats {
  public:
    // Writes the items out. What cannot be written out is a problem, and is left away.
    Repeats(nlohmann::ordered_json& document, const std::string& source);

    const std::vector<Problem>& problems() const { return problems_; }
    // Problems of the document written out, at the places of the one that was read. One that all copies of an item have
    // is told once, with the numbers of the first.
    std::vector<Problem> in_the_file(std::vector<Problem> problems) const;

  private:
    struct Origin {
        std::string read;     // pointer
        std::string numbers;  // "i = 2"; empty without a repeat
    };
    void add_origin(const std::string& written_out, const std::string& read, const std::string& numbers);
    const Origin* origin_of(std::string_view pointer, std::size_t& end) const;
    void expand_list(nlohmann::ordered_json& list, const std::string& pointer);
    void expand_keys(nlohmann::ordered_json& object, const std::string& pointer);
    template <class Use>
    void each_copy(const nlohmann::ordered_json& item, const std::string& pointer, const Use& use);

    std::string source_;
    std::vector<Problem> problems_;
    std::map<std::string, Origin> origins_;  // by the pointer written out, where that is another
    std::size_t values_ = 0, bytes_ = 0;     // of what is written out
};

}  // namespace cchnn
