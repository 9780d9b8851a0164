#pragma once
// Collects the problems of several files that are read one after the other, so that a user learns of all of
// them in one run: a missing file does not hide that another one is damaged. evaluate(), compare() and
// evaluate_observed() use it. Errors other than DataError and IoError pass through: they are not about a file.

#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

class CollectedProblems {
  public:
    void add(const std::vector<Problem>& problems) { append(problems, invalid_); }

    // Calls `read`, and keeps the problems of data that it found or of a file that it could not read.
    template <class Read>
    void collect(const Read& read) {
        try {
            read();
        } catch (const DataError& error) {
            append(error.problems(), invalid_);
        } catch (const IoError& error) {
            append(error.problems(), unread_);
        }
    }

    bool empty() const { return invalid_.empty() && unread_.empty(); }

    // Throws everything that was collected. Invalid data take precedence: the exception is a DataError if any
    // file was invalid, and an IoError if files were only missing or unreadable. The exit code of the program
    // follows from the type.
    void refuse() const {
        if (invalid_.empty() && !unread_.empty()) throw IoError(unread_);
        if (invalid_.empty()) return;
        std::vector<Problem> all = invalid_;
        append(unread_, all);
        throw DataError(std::move(all));
    }

  private:
    static void append(const std::vector<Problem>& more, std::vector<Problem>& problems) {
        problems.insert(problems.end(), more.begin(), more.end());
    }

    std::vector<Problem> invalid_{}, unread_{};
};

}  // namespace cchnn
