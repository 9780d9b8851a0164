#pragma once
// What can be judged of a document that breaks rules of its schema: everything beside the items that break them. A user
// then learns in one pass of a mistyped key in one constraint and of an unknown body in the next one.
// A faulty item makes place for one that the schema allows, so that lists keep their indices and bodies their names;
// findings that may only follow from such an item are left out.

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

class SoundParts {
  public:
    // `problems` of the schema, in places "source#/json/pointer". Nothing where the rest hangs on a faulty part.
    static std::optional<SoundParts> of(const nlohmann::ordered_json& document, const std::vector<Problem>& problems,
                                        const std::string& source);

    // It follows the schema.
    nlohmann::ordered_json document;

    // Those findings on `document` that are true of the one that was given.
    std::vector<Problem> without_doubtful(std::vector<Problem> findings) const;

  private:
    SoundParts(const nlohmann::ordered_json& given, const std::string& source) : document(given), source_(source) {}
    bool replace(const std::string& pointer);
    bool replace_body(const std::string& item);
    bool is_doubtful(const Problem& finding) const;

    std::string source_;
    std::set<std::string> replaced_{};       // pointers
    std::set<std::string> faulty_bodies_{};  // ids
    bool faulty_constraints_ = false;
};

}  // namespace cchnn
