#pragma once
// What a conversion reports, each with its place in the model's file:
//
//   problem  the file is invalid, or no system can represent it: nothing is written
//   loss     part of the physics of the model that the system does not have, by kind: "limit", "contact", ...
//   note     a decision of the conversion, or advice: "'tool' is fixed to 'wrist', as one body with it"

#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"

namespace cchnn {

struct Loss {
    std::string kind;  // one of loss_kinds()
    Problem what;
};

// All kinds of losses, sorted, as --accept takes them.
const std::vector<std::string>& loss_kinds();

// Passed by reference through the whole conversion; readers add to it, the story reports it.
class Remarks {
  public:
    // Problems beyond a thousand are not kept: nobody reads them, and a large file has very many.
    void problem(std::string where, std::string what) {
        constexpr std::size_t most = 1000;
        if (problems_.size() < most) problems_.push_back({std::move(where), std::move(what)});
    }
    // ", did you mean ...?" for a name that is no key of `named`; "" after as many problems as the programs print, since
    // the search takes time among many names. Names beyond 30,000 letters are left out.
    template <class Map>
    std::string nearest_to(const std::string& name, const Map& named) const {
        constexpr std::size_t most_suggestions = 200, most_letters = 30'000;
        std::vector<std::string> names;
        std::size_t letters = 0;
        if (problems_.size() >= most_suggestions) return "";
        for (auto entry = named.begin(); entry != named.end() && letters < most_letters; ++entry) {
            names.push_back(entry->first);
            letters += entry->first.size();
        }
        return suggestion(name, names);
    }
    // Adds a loss, unless the same one was added recently: attributes of a default class belong to many
    // elements.
    void lose(const std::string& kind, const std::string& where, const std::string& what);
    void note(std::string where, std::string what) { notes_.push_back({std::move(where), std::move(what)}); }

    // Throws SpecError when there is a problem.
    void throw_problems() const {
        if (!problems_.empty()) throw SpecError(problems_);
    }
    const std::vector<Loss>& losses() const { return losses_; }
    const std::vector<Problem>& notes() const { return notes_; }

  private:
    std::vector<Problem> problems_, notes_;
    std::vector<Loss> losses_;
};

}  // namespace cchnn
