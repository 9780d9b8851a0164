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

// Returns as many bytes as it is asked for, or throws BrokenFrame.
using ReadBytes = std::function<std::string(std::uint64_t bytes)>;

// An array of a request in its bytes.
struct RequestLayout {
    std::string name;
    std::size_t width;  // bytes of a number
};

// Reads requests one after the other. A header that is the text of the last one is not parsed again: loops send the same
// call thousands of times, and its JSON takes twice as long as the acceleration of a small system.
class RequestReader {
  public:
    // Throws BrokenFrame, DataError with every problem of a frame that was read to its end.
    void read(const std::string& header, const ReadBytes& payload);
    // What was read last. It has the id even if read() threw.
    const Request& request() const { return request_; }

  private:
    void fill(const std::string& numbers);

    Request request_;
    std::vector<RequestLayout> layout_;  // of its arrays, in the order of their bytes
    std::uint64_t bytes_ = 0;
    std::string header_;  // the text of request_, empty after a problem
};

}  // namespace cchnn
