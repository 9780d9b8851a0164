#pragma once
// The two ends of an item are listed under `between`, or under `bodies` for items that join whole bodies and
// not points of them. Users confuse the two, so a file may use either: the key that the schema of the item does
// not know is renamed to the one that it knows, before anything else reads the document.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "spec/json/applicable_schemas.hpp"

namespace cchnn {

// Renames the keys in its constructor and remembers them, so that messages can refer to the text as it was
// written.
class EndKeys {
  public:
    EndKeys(nlohmann::ordered_json& document, const std::string& source);

    // Translates the places of problems in the renamed document back to those in the file.
    std::vector<Problem> in_the_file(std::vector<Problem> problems) const;

  private:
    void rename_in(nlohmann::ordered_json& value, const Schemas& schemas, const std::string& pointer);

    const std::string source_;
    std::map<std::string, std::string> read_;  // pointers of keys as they were read, by those that they have now
};

}  // namespace cchnn
