#include "spec/challenge_prior.hpp"

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "spec/builtin_system.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/read_system.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Reads a document that satisfies the schema, and checks pointers, distributions and the system.
class PriorReader {
  public:
    PriorReader(const Json& json, std::string source) : json_(json), source_(std::move(source)) {}

    // Reads the system as text as well, since hidden values are put into the text by system_with(). That the
    // system is valid is checked with the values that the file holds.
    ChallengePrior read() {
        ChallengePrior prior;
        prior.name = json_.at("name");
        prior.title = json_.at("title");
        prior.description = json_.value("description", "");
        prior.train = json_.value("train", prior.train);
        prior.test = json_.value("test", prior.test);
        const Json& system = json_.at("system");
        prior.system_json = system.is_object() ? system.dump(2) : builtin_system(system, source_ + "#/system").json;
        const Json parsed = parse_json(prior.system_json, source_ + "#/system");
        for (const auto& [pointer, distribution] : json_.at("hidden").items()) {
            require_value(parsed, pointer);
            prior.hidden.push_back(hidden_value(pointer, distribution));
        }
        if (!problems_.empty()) throw SpecError(std::move(problems_));
        const SystemSpec spec = parse_system(prior.system_json, source_ + "#/system");
        if (const VariedProperty* property = drawn_property(spec))
            throw SpecError(source_ + "#/system", "draws " + property->name +
                                                      " for each trajectory, and a round hides one system; give it a "
                                                      "number, or name it under hidden");
        return prior;
    }

  private:
    // A hidden value must replace one that is there: a misspelt pointer would hide nothing.
    void require_value(const Json& system, const std::string& pointer) {
        try {
            const Json::json_pointer place(pointer);
            if (pointer.empty() || !system.contains(place))
                problems_.push_back({source_ + "#/hidden", "the system has nothing at '" + pointer + "'"});
        } catch (const nlohmann::json::exception&) {
            problems_.push_back(
                {source_ + "#/hidden", "'" + pointer + "' is not a JSON pointer, such as /bodies/1/mass"});
        }
    }

    void require(bool holds, const std::string& pointer, const char* rule) {
        if (!holds) problems_.push_back({source_ + "#/hidden", pointer + ": " + rule});
    }

    // The distribution of one hidden value: uniform, normal, or a choice among numbers and texts, which are kept as
    // JSON.
    HiddenValue hidden_value(const std::string& pointer, const Json& json) {
        if (json.contains("uniform")) {
            const HiddenValue::Uniform uniform{json["uniform"]["low"], json["uniform"]["high"]};
            require(uniform.low < uniform.high, pointer, "low must be below high");
            return {pointer, uniform};
        }
        if (json.contains("normal")) {
            const HiddenValue::Normal normal{json["normal"]["mean"], json["normal"]["std"]};
            require(normal.std > 0, pointer, "std must be > 0");
            return {pointer, normal};
        }
        HiddenValue::Choice choice;
        for (const Json& value : json["choice"]) choice.values.push_back(value.dump());
        return {pointer, choice};
    }

    const Json& json_;
    std::string source_;
    std::vector<Problem> problems_;
};

}  // namespace

ChallengePrior read_prior(const std::string& path) {
    return parse_prior(read_named_file(path, "a prior, a JSON file"), path);
}

ChallengePrior parse_prior(const std::string& text, const std::string& source) {
    const Json json = parse_by_schema(text, source, "challenge_prior");
    ChallengePrior prior = PriorReader(json, source).read();
    prior.json = json.dump(2);
    return prior;
}

// `values` are JSON texts, one for each hidden value in the order of the prior.
std::string system_with(const ChallengePrior& prior, const std::vector<std::string>& values) {
    Json system = Json::parse(prior.system_json);
    system["name"] = prior.name;
    for (std::size_t i = 0; i < prior.hidden.size(); ++i)
        system[Json::json_pointer(prior.hidden[i].pointer)] = Json::parse(values.at(i));
    return system.dump(2);
}

}  // namespace cchnn
