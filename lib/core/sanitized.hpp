#pragma once
// Whether the programs are built with the address sanitizer, by GCC or by Clang. It maps terabytes and calls what no reader
// needs, and it makes them twenty times as slow.

namespace cchnn {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace cchnn
