#pragma once
// A system that a file describes by "lagrangian" in place of bodies (schemas/system/lagrangians.md):
//
//   "lagrangian": {"coordinates": {"r": {}, "theta": {"angle": true}}, "kinetic": "...", "potential": "...", ...},
//   "initial_conditions": {"r": 1, "theta": {"normal": ...}, "thetad": 2}
//
// It is written out before the document is checked: each coordinate becomes an Obj0D of mass 1 in one dimension, the formulas
// an item of potentials, equations between coordinates items of constraints, and the starts initial poses. Datasets store that
// form.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Rewrites the document in its constructor and remembers the places, so that messages can refer to the text as it was
// written.
class LagrangianForm {
  public:
    LagrangianForm(nlohmann::ordered_json& document, const std::string& source);

    const std::vector<Problem>& problems() const { return problems_; }
    // Translates the places of problems in the rewritten document back to those in the file.
    std::vector<Problem> in_the_file(std::vector<Problem> problems) const;

  private:
    void add(const std::string& pointer, const std::string& what) {
        problems_.push_back({source_ + "#" + pointer, what});
    }
    bool is_readable(const nlohmann::ordered_json& document);
    void share_drawn(nlohmann::ordered_json& document, nlohmann::ordered_json& constants);
    nlohmann::ordered_json constraints_of(nlohmann::ordered_json& document, nlohmann::ordered_json& form,
                                          const std::vector<std::string>& names);
    nlohmann::ordered_json contacts_of(const nlohmann::ordered_json& document, const nlohmann::ordered_json& form,
                                       const std::vector<std::string>& names);
    void add_time(nlohmann::ordered_json& document, const nlohmann::ordered_json& form,
                  const std::vector<std::string>& names);
    nlohmann::ordered_json inputs_of(const nlohmann::ordered_json& document, const nlohmann::ordered_json& form);
    nlohmann::ordered_json forces_of(const nlohmann::ordered_json& given, const std::vector<std::string>& names);
    nlohmann::ordered_json positions_of(const nlohmann::ordered_json& given);
    nlohmann::ordered_json starts(const nlohmann::ordered_json& given, const std::vector<std::string>& names);

    const std::string source_;
    std::vector<Problem> problems_{};
    std::map<std::string, std::string> read_{};  // pointers as they were read, by those that they have now
};

}  // namespace cchnn
