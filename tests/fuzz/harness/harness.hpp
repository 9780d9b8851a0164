#pragma once
// One input of a harness, a text. An exception that a user is told in words is an answer; anything else is a finding.
//
//   FUZZ_ONE(text) { expecting_errors([&] { read(text); }); }

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/errors.hpp"
#include "elements/parts/formula/formula.hpp"
#include "files/jail/message.hpp"

template <class Action>
void expecting_errors(const Action& action) {
    try {
        action();
    } catch (const cchnn::Error&) {
    } catch (const cchnn::FormulaError&) {
    } catch (const cchnn::MalformedMessage&) {
    }
}

// A file that lies in memory.
class MemoryFile {
  public:
    explicit MemoryFile(const std::string& text) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        if (descriptor_ < 0 || ::write(descriptor_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            std::abort();
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    int descriptor() const { return descriptor_; }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

#define FUZZ_ONE(text)                                                                  \
    static void fuzz_one(const std::string& text);                                      \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
        fuzz_one(std::string(reinterpret_cast<const char*>(data), size));               \
        return 0;                                                                       \
    }                                                                                   \
    static void fuzz_one(const std::string& text)
