#include "stories/serve/request.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/nearest_name.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> known_keys{"format", "format_version", "frame",   "call",    "id",   "arrays",
                                          "bytes",  "vary",           "dt",      "samples", "seed", "first",
                                          "count",  "split",          "project", "bounds"};

// The keys that belong to some calls alone.
struct KeyOfCalls {
    const char* key;
    std::vector<std::string> calls;
};
const std::vector<KeyOfCalls>& keys_of_calls() {
    static const std::vector<std::string> motions{"rollout", "rollout_tangents"}, starts{"initial_states"};
    static const std::vector<KeyOfCalls> all{{"bounds", {"rollout"}}, {"dt", motions},  {"samples", motions},
                                             {"project", motions},    {"seed", starts}, {"split", starts},
                                             {"first", starts},       {"count", starts}};
    return all;
}

// "got 3", short enough for a message.
std::string got(const Json& value) {
    const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return "got " + (text.size() <= 80 ? text : text.substr(0, 77) + "...");
}

bool is_count(const Json& value) { return value.is_number_unsigned(); }

// Reads the keys of a header, and collects what is wrong with them.
class HeaderReader {
  public:
    HeaderReader(const Json& header, Request& request) : header_(header), request_(request) {}

    void read() {
        for (const auto& [key, value] : header_.items())
            if (std::ranges::find(known_keys, key) == known_keys.end())
                problems_.push_back({"header", "has an unknown key '" + key + "'" + suggestion(key, known_keys)});
        take(
            "format", [](const Json& value) { return value == "cchnn frame"; }, "must be \"cchnn frame\"");
        take(
            "format_version", [](const Json& value) { return value == 1; }, "must be 1");
        if (!header_.contains("call")) problems_.push_back({"call", "is missing"});
        text("call", request_.call);
        for (const auto& [key, calls] : keys_of_calls())
            if (header_.contains(key) && std::ranges::find(calls, request_.call) == calls.end())
                problems_.push_back({key, "is a key of " + calls.front() +
                                              (calls.size() > 1 ? " and " + calls.back() : std::string(" alone")) +
                                              "; leave it out of " + request_.call});
        text("split", request_.split);
        whole("samples", request_.samples);
        whole("seed", request_.seed);
        whole("first", request_.first);
        whole("count", request_.count);
        flag("project", request_.project);
        flag("bounds", request_.bounds);
        const auto is_step = [](const Json& value) {
            return value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() > 0;
        };
        if (take("dt", is_step, "must be a number > 0, in s")) request_.dt = header_["dt"].get<double>();
        const auto are_texts = [](const Json& value) {
            return value.is_array() && std::ranges::all_of(value, &Json::is_string);
        };
        if (take("vary", are_texts, "must be a list of JSON pointers"))
            request_.vary = header_["vary"].get<std::vector<std::string>>();
    }

    // The arrays, without their numbers, which are `bytes` behind the header.
    std::vector<RequestLayout> read_arrays(std::size_t bytes) {
        const Json arrays = header_.value("arrays", Json::array());
        if (!arrays.is_array()) problems_.push_back({"arrays", "must be a list, " + got(arrays)});
        std::vector<RequestLayout> layout;
        std::size_t left = bytes;
        for (std::size_t i = 0; arrays.is_array() && i < arrays.size() && problems_.empty(); ++i)
            read_array(arrays[i], "arrays/" + std::to_string(i), left, layout);
        if (problems_.empty() && left != 0)
            problems_.push_back({"bytes", "must be " + std::to_string(bytes - left) +
                                              ", as many as the arrays have, got " + std::to_string(bytes)});
        if (!problems_.empty()) throw DataError(std::move(problems_));
        return layout;
    }

  private:
    // Whether a key is present and fine.
    template <class Rule>
    bool take(const char* key, const Rule& rule, const std::string& says) {
        if (!header_.contains(key)) return false;
        if (rule(header_[key])) return true;
        problems_.push_back({key, says + ", " + got(header_[key])});
        return false;
    }
    void text(const char* key, std::string& out) {
        if (take(
                key, [](const Json& value) { return value.is_string(); }, "must be a text"))
            out = header_[key].get<std::string>();
    }
    void whole(const char* key, std::optional<std::uint64_t>& out) {
        if (take(key, is_count, "must be a whole number >= 0")) out = header_[key].get<std::uint64_t>();
    }
    void flag(const char* key, bool& out) {
        if (take(
                key, [](const Json& value) { return value.is_boolean(); }, "must be true or false"))
            out = header_[key].get<bool>();
    }

    void read_array(const Json& array, const std::string& where, std::size_t& bytes_left,
                    std::vector<RequestLayout>& layout) {
        const auto problem = [&](const std::string& what) { problems_.push_back({where, what}); };
        if (!array.is_object() || !array.contains("name") || !array["name"].is_string())
            return problem("must be an object with a name, a dtype and a shape, " + got(array));
        const auto name = array["name"].get<std::string>();
        const Json type = array.value("dtype", Json()), shape = array.value("shape", Json());
        if (type != "<f8" && type != "<f4") return problem("dtype must be \"<f8\" or \"<f4\", " + got(type));
        const std::size_t width = type == "<f8" ? 8 : 4, left = bytes_left / width;
        RequestArray read;
        std::size_t count = 1;
        if (!shape.is_array() || shape.empty() || shape.size() > 8)
            return problem("shape must be a list of 1 to 8 numbers > 0, " + got(shape));
        for (const Json& size : shape) {
            if (!is_count(size) || size == 0)
                return problem("shape must be a list of 1 to 8 numbers > 0, " + got(shape));
            if (size.get<std::uint64_t>() > left / count)
                return problem("'" + name + "' is larger than what `bytes` leaves to it, shape " + got(shape));
            read.shape.push_back(size.get<std::size_t>());
            count *= read.shape.back();
        }
        bytes_left -= count * width;
        read.values.resize(count);
        layout.push_back({name, width});
        if (!request_.arrays.emplace(name, std::move(read)).second) problem("'" + name + "' is there twice");
    }

    const Json& header_;
    Request& request_;
    std::vector<Problem> problems_;
};

}  // namespace

void RequestReader::read(const std::string& header, const ReadBytes& payload) {
    if (!header_.empty() && header == header_) return fill(payload(bytes_));
    header_.clear();
    request_ = {};
    const Json head = Json::parse(header, nullptr, false);
    if (!head.is_object()) throw BrokenFrame("header", "is not a JSON object");
    if (head.contains("id")) request_.id = head["id"].dump();
    const Json bytes = head.value("bytes", Json(0u));
    if (!is_count(bytes) || bytes.get<std::uint64_t>() > most_array_bytes)
        throw BrokenFrame("bytes",
                          "must be a whole number up to " + std::to_string(most_array_bytes) + ", " + got(bytes));
    bytes_ = bytes.get<std::uint64_t>();
    const std::string numbers = payload(bytes_);
    HeaderReader reader(head, request_);
    reader.read();
    layout_ = reader.read_arrays(numbers.size());
    fill(numbers);
    header_ = header;
}

void RequestReader::fill(const std::string& numbers) {
    const char* at = numbers.data();
    for (const RequestLayout& one : layout_)
        for (double& value : request_.arrays.at(one.name).values) {
            float small = 0;
            std::memcpy(one.width == 8 ? static_cast<void*>(&value) : &small, at, one.width);
            if (one.width == 4) value = static_cast<double>(small);
            at += one.width;
        }
}

}  // namespace cchnn
