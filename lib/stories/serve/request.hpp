#pragma once
// A request to cchnn-gen serve, read from its frame and checked as far as that is possible without a system
// (schemas/serve.md).

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

struct RequestArray {
    std::vector<std::size_t> shape;
    std::vector<double> values;
};

struct Request {
    std::string call, id = "null";  // id: JSON text, which the answer repeats
    std::map<std::string, RequestArray> arrays;
    std::vector<std::string> vary;  // JSON pointers of the numbers that the array `parameters` has; empty: those drawn
    std::optional<double> dt;       // s
    std::optional<std::uint64_t> samples, seed, first, count;
    std::string split = "train";
    bool project = false, bounds = false;
};

// A frame behind which no other one can be found: serve answers it and ends.
class BrokenFrame : public DataError {
  public:
    using DataError::DataError;
};

inline constexpr std::uint64_t most_header_bytes = 1 << 20, most_array_bytes = 1 << 30;

// Reads a header, then its arrays by `payload`, which returns as many bytes as it is asked for. `request` has the id
// even if this throws: BrokenFrame, DataError with every problem of a frame that was read to its end.
void read_request(const std::string& header, const std::function<std::string(std::uint64_t bytes)>& payload,
                  Request& request);

}  // namespace cchnn
