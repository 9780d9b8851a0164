// A program that uses cchnn as a library: one motion of the triple pendulum, looked at, and a small dataset.

#include <cchnn/cchnn.hpp>
#include <cstdio>

int main(int argc, char** argv) {
    try {
        const cchnn::System system(argc > 1 ? argv[1] : "chain_pendulum_3");
        std::printf("%s: %d nodes in %d dimensions, %d degrees of freedom\n", system.name().c_str(),
                    system.node_count(), system.dimension(), system.degrees_of_freedom());

        const cchnn::State start = system.initial_state(0, cchnn::Split::test, 0);
        std::printf("energy %.17g J\n", system.energy(start.x, start.v));
        const std::vector<std::string> names = system.constraint_names();
        const std::vector<double> phi = system.phi(start.x);
        for (std::size_t c = 0; c < names.size(); ++c) std::printf("  %s: Phi = %.1e\n", names[c].c_str(), phi[c]);

        const cchnn::Motion motion = system.motion(start);
        const std::size_t last = motion.t.size() - 1;
        std::printf("at t = %g s: energy %.17g J, relative error of the state at most %.1e\n", motion.t[last],
                    motion.energy[last], motion.error_bound[last]);
        if (argc < 3) return 0;

        cchnn::DatasetOptions options;
        options.directory = argv[2];
        options.train = 8;
        options.valid = 0;
        options.test = 4;
        options.overwrite = true;
        for (const auto& [file, digest] : system.write_dataset(options).digests)
            std::printf("%s %s\n", file.c_str(), digest.c_str());
        return 0;
    } catch (const cchnn::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());  // every problem that was found, a line each
        return static_cast<int>(error.exit_code());
    }
}
