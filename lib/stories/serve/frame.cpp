#include "stories/serve/frame.hpp"

#include <cstring>

#include "core/joined.hpp"

namespace cchnn {
namespace {

template <class Number>
void append(const std::vector<double>& values, std::string& payload) {
    const std::vector<Number> numbers(values.begin(), values.end());
    const std::size_t before = payload.size();
    payload.resize(before + numbers.size() * sizeof(Number));
    std::memcpy(payload.data() + before, numbers.data(), numbers.size() * sizeof(Number));
}

}  // namespace

FrameWriter::FrameWriter(std::string keys, bool float32) : head_(std::move(keys)), float32_(float32) {
    head_.pop_back();  // the brace that ends the object
}

void FrameWriter::add(const std::string& name, const std::vector<std::size_t>& shape,
                      const std::vector<double>& values) {
    if (values.empty()) return;
    arrays_ += std::string(arrays_.empty() ? "" : ",") + R"({"name":")" + name + R"(","dtype":")" +
               (float32_ ? "<f4" : "<f8") + R"(","shape":[)" + joined(shape, ",") + "]}";
    if (float32_) append<float>(values, payload_);
    else append<double>(values, payload_);
}

std::string FrameWriter::bytes() const {
    const std::string arrays = arrays_.empty() ? "" : R"("arrays":[)" + arrays_ + "],";
    const std::string head = head_ + "," + arrays + R"("bytes":)" + std::to_string(payload_.size()) + "}";
    return bytes_of(head.size()) + head + payload_;
}

std::uint64_t number_of(const char* bytes) {
    std::uint64_t number = 0;
    for (int i = 7; i >= 0; --i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
    return number;
}

std::string bytes_of(std::uint64_t number) {
    std::string bytes(8, '\0');
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i) & 0xff);
    return bytes;
}

}  // namespace cchnn
