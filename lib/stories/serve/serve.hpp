#pragma once
// A system that stays and answers: frames of requests in, a frame for each of them out, until the end of the input
// (schemas/serve.md). Nothing is written anywhere else.

#include <cstdint>
#include <functional>
#include <string>

namespace cchnn {

struct ServeOptions {
    std::string system;  // built-in name or path
};

struct Served {
    std::uint64_t answers = 0, errors = 0;  // errors: of the answers, those that name problems
};

// `read` returns as many bytes as it is asked for, or fewer at the end; `write` returns false once the reader has closed.
// A request with problems has an answer that lists them, and the next one is read. Throws DataError at a frame behind
// which no other can be found, after its answer; and what load_system() and CompiledSystem throw.
Served serve(const ServeOptions& options, const std::function<std::string(std::uint64_t bytes)>& read,
             const std::function<bool(const std::string& frame)>& write);

// As JSON (schemas/commands.md).
std::string served_json(const ServeOptions& options, const Served& served);

}  // namespace cchnn
