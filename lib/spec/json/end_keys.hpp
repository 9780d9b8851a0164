#pragma once
// The two ends of an item stand under `between`, or under `bodies` where no points of bodies can be meant. A file may say
// either: the key that the schema does not have becomes the one that it has, before anything else reads the document.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "spec/json/applicable_schemas.hpp"

namespace cchnn {

class EndKeys {
  public:
    EndKeys(nlohmann::ordered_json& document, const std::string& source);

    // Problems of the document with its keys renamed, at the places of the one that was read.
    std::vector<Problem> in_the_file(std::vector<Problem> problems) const;

  private:
    void rename_in(nlohmann::ordered_json& value, const Schemas& schemas, const std::string& pointer);

    const std::string source_;
    std::map<std::string, std::string> read_;  // pointers of keys as they were read, by those that they have now
};

}  // namespace cchnn
