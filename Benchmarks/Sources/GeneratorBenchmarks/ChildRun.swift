#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What a program took from its start to its end.
struct ChildRun {
    /// The program ended with a status other than nought, or did not start.
    struct Failure: Error {
        let command: [String]
        let status: Int32
    }

    /// The seconds that passed.
    let seconds: Double
    /// The seconds that processors spent on it, which a busy machine changes less.
    let processorSeconds: Double
    /// The most memory it had, in bytes.
    ///
    /// Linux counts what this process has for a moment before the other one starts, so this one has to
    /// stay small.
    let peakMemory: Int

    /// Runs a program that says nothing, and waits for its end.
    ///
    /// - Parameters:
    ///   - command: The path of the program, or its name, and its arguments.
    ///   - folder: Where it runs.
    /// - Throws: ``Failure`` where it does not end well.
    init(_ command: [String], in folder: String) throws {
        let script = #"cd "$1" && shift && exec "$@" >/dev/null 2>&1 </dev/null"#
        var arguments =
            (["/bin/sh", "-c", script, "sh", folder] + command).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let clock = ContinuousClock()
        let start = clock.now
        var identifier = pid_t()
        let number = posix_spawn(&identifier, "/bin/sh", nil, nil, &arguments, environ)
        guard number == 0 else { throw Failure(command: command, status: number) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) == -1, errno == EINTR {}
        seconds = (clock.now - start) / .seconds(1)
        guard status == 0 else { throw Failure(command: command, status: status) }
        processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        #if canImport(Darwin)
        peakMemory = usage.ru_maxrss
        #else
        peakMemory = usage.ru_maxrss * 1024
        #endif
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
