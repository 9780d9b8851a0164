#pragma once
// Writes out items with a "repeat": such an item is replaced by one copy for each of its numbers, with "{i}" and
// formulas of it, "{i-1}", "{2*i+1}", replaced in every text inside, keys included (schemas/system.md).
//
//   {"repeat": {"i": [2, 40]}, "type": "Link", "between": ["bob{i-1}", "bob{i}"], "length": 1}
//
// Allowed in bodies, constraints, potentials, damping, draws and the initial poses of initial_conditions.
// Several numbers count like nested loops, the last one fastest.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Expands a document in its constructor, and remembers from which item each copy was made.
class Repeats {
  public:
    // Expands the document in place. An item that cannot be expanded is a problem and is removed.
    Repeats(nlohmann::ordered_json& document, const std::string& source);

    const std::vector<Problem>& problems() const { return problems_; }
    // Translates problems of the expanded document to the places in the file. A problem that several copies of
    // an item have is reported once, with the numbers of the first of them.
    std::vector<Problem> in_the_file(std::vector<Problem> problems) const;

  private:
    // The item from which a copy was made.
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
