#include "stories/serve/serve.hpp"

#include <new>
#include <nlohmann/json.hpp>

#include "spec/json/json_list.hpp"
#include "spec/read_system.hpp"
#include "stories/serve/system_calls.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string keys_of(std::uint64_t number, const std::string& id) {
    return R"({"format":"cchnn frame","format_version":1,"frame":)" + std::to_string(number) + R"(,"id":)" + id + "}";
}

std::string error_frame(const std::string& keys, ExitCode code, const std::vector<Problem>& problems) {
    const std::string error = Json{{"exit_code", static_cast<int>(code)}, {"problems", problems_json(problems)}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
    return FrameWriter(keys.substr(0, keys.size() - 1) + R"(,"error":)" + error + "}").bytes();
}

// The answers to the frames of one input.
class Server {
  public:
    Server(const ServeOptions& options, const std::function<std::string(std::uint64_t bytes)>& read)
        : calls_(load_system(options.system)), read_(read) {}

    // False at the end of the input.
    bool next(std::string& answer) {
        const std::string length = read_(8);
        if (length.empty()) return false;
        request_ = nullptr;
        try {
            take(length);
            answer = calls_.answer(*request_, keys());
        } catch (const BrokenFrame& error) {
            broken_ = error.problems();
            answer = failed(error.exit_code(), error.problems());
        } catch (const Error& error) {
            answer = failed(error.exit_code(), error.problems());
        } catch (const std::bad_alloc&) {
            answer = failed(ExitCode::numerical,
                            {{"call", "needs more memory than this machine has; send smaller batches"}});
        }
        ++served_.answers;
        return true;
    }
    const std::vector<Problem>& broken() const { return broken_; }
    const Served& served() const { return served_; }

  private:
    std::string keys() const { return keys_of(served_.answers, request_ ? request_->id : "null"); }
    std::string failed(ExitCode code, const std::vector<Problem>& problems) {
        ++served_.errors;
        return error_frame(keys(), code, problems);
    }
    std::string whole(std::uint64_t size, const char* what) {
        std::string bytes = read_(size);
        if (bytes.size() != size)
            throw BrokenFrame("frame", "ends within " + std::string(what) + ", after " + std::to_string(bytes.size()) +
                                           " of " + std::to_string(size) + " bytes");
        return bytes;
    }
    void take(const std::string& length) {
        if (length.size() < 8)
            throw BrokenFrame("frame",
                              "ends within its length, after " + std::to_string(length.size()) + " of 8 bytes");
        const std::uint64_t size = number_of(length.data());
        if (size > most_header_bytes)
            throw BrokenFrame("frame", "has a header of " + std::to_string(size) + " bytes, at most " +
                                           std::to_string(most_header_bytes) + " are allowed; this is not a frame");
        const std::string header = whole(size, "its header");
        request_ = &reader_.request();
        reader_.read(header, [this](std::uint64_t bytes) { return whole(bytes, "its arrays"); });
    }

    SystemCalls calls_;
    const std::function<std::string(std::uint64_t bytes)>& read_;
    RequestReader reader_;
    const Request* request_ = nullptr;  // of the frame that is answered, once its header has been read
    Served served_;
    std::vector<Problem> broken_;
};

}  // namespace

Served serve(const ServeOptions& options, const std::function<std::string(std::uint64_t bytes)>& read,
             const std::function<bool(const std::string& frame)>& write) {
    Server server(options, read);
    std::string answer;
    while (server.next(answer)) {
        if (!write(answer)) break;
        if (!server.broken().empty()) throw DataError(server.broken());
    }
    return server.served();
}

std::string served_json(const ServeOptions& options, const Served& served) {
    return Json{{"system", options.system}, {"answers", served.answers}, {"errors", served.errors}}.dump();
}

}  // namespace cchnn
