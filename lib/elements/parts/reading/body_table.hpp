#pragma once
// The bodies of a file by id, for the checks of meaning. Of two bodies with the same id, which is an error that
// is reported elsewhere, the first counts.

#include <map>
#include <string>
#include <vector>

#include "elements/parts/reading/body_spec.hpp"
#include "elements/parts/reading/findings.hpp"

namespace cchnn {

class BodyTable {
  public:
    explicit BodyTable(const std::vector<BodySpec>& bodies);  // which outlive it

    const std::vector<std::string>& ids() const { return ids_; }        // all
    const std::vector<std::string>& moving() const { return moving_; }  // all but Origins
    bool contains(const std::string& id) const { return body_of_.contains(id); }
    const BodySpec& at(const std::string& id) const { return *body_of_.at(id); }

    // Each adds a sentence about what is wrong, and returns whether nothing is: the body exists; it exists and
    // moves; it exists and is an Origin.
    bool check_known(const std::string& pointer, const std::string& id, Findings& findings) const;
    bool check_moves(const std::string& pointer, const std::string& id, Findings& findings) const;
    bool check_origin(const std::string& pointer, const std::string& id, Findings& findings) const;

  private:
    std::vector<std::string> ids_, moving_, origins_;
    std::map<std::string, const BodySpec*> body_of_;
};

}  // namespace cchnn
