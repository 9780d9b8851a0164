#pragma once
// Frames, by which programs exchange arrays through pipes (schemas/corpus.md, schemas/serve.md):
//
//   frame = length of the header (8 bytes, little-endian), header (JSON), the arrays that it lists, one after the other
//
// `stream` writes them, `serve` reads and writes them.

#include <cstdint>
#include <string>
#include <vector>

namespace cchnn {

// Collects the arrays of a frame behind the first keys of its header.
class FrameWriter {
  public:
    // `keys` is a JSON object; `arrays` and `bytes` are added to it.
    explicit FrameWriter(std::string keys, bool float32 = false);

    // Does nothing for an array without values.
    void add(const std::string& name, const std::vector<std::size_t>& shape, const std::vector<double>& values);
    std::string bytes() const;

  private:
    std::string head_, arrays_, payload_;
    bool float32_;
};

// The number that 8 bytes are, and the bytes of a number.
std::uint64_t number_of(const char* bytes);
std::string bytes_of(std::uint64_t number);

}  // namespace cchnn
