#pragma once
/// @file
/// What can go wrong, sorted by who can fix it. The type decides the exit code of both programs.
///
///   UsageError      2  the command line
///   SpecError       3  a system's JSON file            where = "file.json#/json/pointer"
///   DataError       3  a dataset or a submission       where = "file.h5:/path/in/file"
///   IoError         4  disk, permissions, missing file where = "file"
///   NumericalError  5  an integration or projection that cannot succeed
///
/// An audit that ended before it could judge enough trajectories, and found nothing wrong until then, is no error and
/// ends with 6.
///
/// A signal ends both programs with 128 + its number.
///
/// An error holds every problem found in one pass, so that a user mends a file once. What is expected to happen
/// (a rollout that diverged) is a value, not an exception.

#include <stdexcept>
#include <string>
#include <vector>

namespace cchnn {

/// Exit codes of both programs.
enum class ExitCode : int {
    ok = 0,
    gate_failed = 1,
    usage = 2,
    invalid_input = 3,
    io = 4,
    numerical = 5,
    not_judged = 6
};

/// One sentence a user can act on: "systems/a.json#/bodies/2/mass" + "must be > 0 kg, got -1.5".
struct Problem {
    std::string where;  ///< in a file, or which option
    std::string what;   ///< the rule, the value, what to do
};

/// The base of all of them; what() is to_text(problems()).
class Error : public std::runtime_error {
  public:
    Error(ExitCode code, std::vector<Problem> problems);                ///< at least one problem
    ExitCode exit_code() const { return code_; }                        ///< that of the programs
    const std::vector<Problem>& problems() const { return problems_; }  ///< at least one

  private:
    ExitCode code_;
    std::vector<Problem> problems_;
};

/// One type per exit code and audience; each takes one problem or a list of them.
template <ExitCode Code, int Audience = 0>
class ErrorOf : public Error {
  public:
    /// Of every problem found.
    explicit ErrorOf(std::vector<Problem> problems) : Error(Code, std::move(problems)) {}
    /// Of one problem.
    ErrorOf(std::string where, std::string what) : ErrorOf({Problem{std::move(where), std::move(what)}}) {}
};

using UsageError = ErrorOf<ExitCode::usage>;            ///< the command line, or an argument
using SpecError = ErrorOf<ExitCode::invalid_input, 0>;  ///< a system's JSON
using DataError = ErrorOf<ExitCode::invalid_input, 1>;  ///< a dataset or a submission
using IoError = ErrorOf<ExitCode::io>;                  ///< disk, permissions, missing file
using NumericalError = ErrorOf<ExitCode::numerical>;    ///< what cannot be calculated

/// "where: what", or what alone when there is no place to point at; one line per problem.
std::string to_text(const std::vector<Problem>& problems);

}  // namespace cchnn
