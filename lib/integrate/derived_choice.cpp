#include "integrate/derived_choice.hpp"

#include <algorithm>
#include <sstream>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"

namespace cchnn {

std::vector<std::string> names_of(const DerivedChoice& choice) {
    std::vector<std::string> names;
    if (choice.acceleration) names.emplace_back("acceleration");
    if (choice.momentum) names.emplace_back("momentum");
    if (choice.multipliers) names.emplace_back("multipliers");
    if (choice.sensitivities) names.emplace_back("sensitivities");
    return names;
}

std::string to_text(const DerivedChoice& choice) {
    std::string text;
    for (const auto& list : {names_of(choice), choice.sensitive})
        for (const std::string& name : list) text += (text.empty() ? "" : ",") + name;
    return text;
}

DerivedChoice read_derived_choice(const std::string& text, const std::string& flag) {
    const std::vector<std::string> known = names_of({true, true, true, true});
    DerivedChoice choice;
    std::istringstream in(text);
    for (std::string name; std::getline(in, name, ',');) {
        if (name.starts_with("/")) {
            choice.sensitive.push_back(name);
            continue;
        }
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw UsageError(
                flag, "takes acceleration, momentum, multipliers and sensitivities, separated by commas, got '" + name +
                          "'" + suggestion(name, known));
        choice.acceleration |= name == known[0];
        choice.momentum |= name == known[1];
        choice.multipliers |= name == known[2];
        choice.sensitivities |= name == known[3];
    }
    if (!choice.any())
        throw UsageError(flag, "names no array; give acceleration, momentum, multipliers or sensitivities");
    return choice;
}

}  // namespace cchnn
