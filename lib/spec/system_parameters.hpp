#pragma once
// The parameters of a system that can be estimated from its motion: all numbers that a file could draw for each
// trajectory (varied_properties.hpp), with their values.

#include <map>
#include <string>
#include <vector>

#include "spec/system_spec.hpp"

namespace cchnn {

// Unique names of the items of a file, as the terms of a graph have them: "Spring a-b", and "Spring a-b (2)"
// for the second spring between the same bodies. own() must be called once for each item, in the order of the
// file.
class ItemNames {
  public:
    std::string own(const std::string& name) {
        const int number = ++count_[name];
        return number == 1 ? name : name + " (" + std::to_string(number) + ")";
    }

  private:
    std::map<std::string, int> count_;
};

// Pointer, name, unit and range of each, in the order of the file. `distribution` is its value, or the nominal
// one if it is drawn.
std::vector<VariedProperty> system_parameters(const SystemSpec& spec);

// Those that JSON pointers name, in the order of the pointers. Throws UsageError of `where`, with the nearest pointers.
std::vector<VariedProperty> chosen_parameters(const SystemSpec& spec, const std::vector<std::string>& pointers,
                                              const std::string& where);

// The same for pointers that a file has. Throws DataError.
std::vector<VariedProperty> stored_parameters(const SystemSpec& spec, const std::vector<std::string>& pointers,
                                              const std::string& where);

// The system with its varied properties fixed at `values`, in which `parameters` vary instead. with_values() of
// the result takes one value for each of them.
SystemSpec varying_instead(const SystemSpec& spec, const std::vector<double>& values,
                           const std::vector<VariedProperty>& parameters);

}  // namespace cchnn
