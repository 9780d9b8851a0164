#include "dataset/writer/growing_arrays.hpp"

#include <algorithm>

namespace cchnn {

void GrowingArrays::open(const std::string& path, const Shape& shape, std::size_t element_bytes) {
    arrays_.emplace(path, ArrayAppender(queue_, path, shape, element_bytes));
}

void GrowingArrays::put(const std::string& path, const void* rows) {
    put_.push_back({&arrays_.at(path), static_cast<const char*>(rows)});
}

void GrowingArrays::append(std::uint64_t count) {
    while (count > 0) {
        std::uint64_t some = count;  // up to where the first array has a full chunk
        for (const Rows& rows : put_) some = std::min(some, rows.array->room());
        for (Rows& rows : put_) {
            rows.array->append(rows.next, some);
            rows.next += some * rows.array->row_bytes();
        }
        count -= some;
    }
    put_.clear();
}

std::map<std::string, std::string> GrowingArrays::finish() {
    queue_.finish();
    std::map<std::string, std::string> digests;
    for (auto& [path, array] : arrays_) digests.emplace(path, array.digest());
    return digests;
}

}  // namespace cchnn
