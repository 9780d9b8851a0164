#pragma once
// Unique names of the items of a file, as the terms of a graph have them: "Spring a-b", and "Spring a-b (2)"
// for the second spring between the same bodies. own() must be called once for each item, in the order of the
// file.

#include <map>
#include <string>

namespace cchnn {

class ItemNames {
  public:
    std::string own(const std::string& name) {
        const int number = ++count_[name];
        return number == 1 ? name : name + " (" + std::to_string(number) + ")";
    }

  private:
    std::map<std::string, int> count_;
};

}  // namespace cchnn
