#pragma once
// The command lines of cchnn-gen corpus, stream and environments.

#include <string>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class CorpusParser {
  public:
    CorpusParser(CLI::App& app, int threads);
    bool corpus_parsed() const;
    bool stream_parsed() const;
    CorpusCommand corpus() const;  // throws UsageError
    StreamCommand stream() const;  // throws UsageError
    bool environments_parsed() const;
    EnvironmentsCommand environments() const { return environments_command_; }

  private:
    CLI::App *corpus_, *stream_, *environments_;
    CorpusCommand corpus_command_;
    StreamCommand stream_command_;
    EnvironmentsCommand environments_command_;
    std::string shard_, number_type_ = "float64";
};

}  // namespace cchnn
