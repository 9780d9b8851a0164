#include "files/first_bytes.hpp"

#include <fstream>
#include <string_view>

namespace cchnn {

std::string what_it_is(const std::filesystem::path& path) {
    std::string bytes(6, '\0');
    std::ifstream(path, std::ios::binary).read(bytes.data(), bytes.size());
    const auto begins = [&](std::string_view magic) { return bytes.starts_with(magic); };
    if (begins("\x93NUMPY"))
        return ", but one NumPy array (.npy); save both in one archive: numpy.savez('mine.npz', x=x, v=v)";
    if (begins("PK\x03\x04"))
        return ", but a ZIP archive; of NumPy's its name ends in .npz, of PyTorch's (.pt) save the arrays: "
               "numpy.savez('mine.npz', x=x.numpy(), v=v.numpy())";
    if (begins("\x80\x02") || begins("\x80\x04") || begins("\x80\x05"))
        return ", but a Python pickle; save the arrays: numpy.savez('mine.npz', x=x, v=v)";
    return "";
}

}  // namespace cchnn
