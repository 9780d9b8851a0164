#include "dataset/resume/lyapunov_file.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "files/atomic_file.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {

// JSON numbers are written with the digits that restore the same double. The interval of a single trajectory is
// infinite; JSON has no infinity, and dump() writes null.
void write_lyapunov_file(const std::filesystem::path& file, const LyapunovRecord& record) {
    const MeanInterval& l = record.largest;
    const nlohmann::ordered_json json{{"mean", l.mean}, {"low", l.low}, {"high", l.high}, {"json", record.json}};
    write_file_atomically(file, json.dump(2) + "\n", true);
}

std::optional<LyapunovRecord> read_lyapunov_file(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) return std::nullopt;
    const nlohmann::ordered_json json = parse_json(read_file(file, "a Lyapunov exponent"), file.string());
    try {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const auto number_or = [&](const char* key, double otherwise) {
            return json.at(key).is_null() ? otherwise : json.at(key).get<double>();
        };
        return LyapunovRecord{{json.at("mean"), number_or("low", -infinity), number_or("high", infinity)},
                              json.at("json")};
    } catch (const nlohmann::json::exception& error) {
        throw DataError(file.string(), std::string("is damaged, remove it: ") + error.what());
    }
}

}  // namespace cchnn
