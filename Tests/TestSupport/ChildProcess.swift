#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// A program that runs, and how it ends.
///
/// Foundation's `Process` on Linux changes the directory of the whole test process for a moment, and may
/// miss the end of a child when many run at once; then whoever waits for it waits for ever.
package final class ChildProcess {
    /// Why there is no exit status.
    package enum Failure: Error {
        /// The program could not be started; with the error number.
        case notStarted(Int32)
        /// The program did not end, and was killed.
        case hung([String])
    }

    /// How long a program may run before it is taken for hung: far longer than any does on a busy
    /// machine.
    package static let patience = Duration.seconds(1_800)

    /// The number of the process.
    package let identifier: pid_t
    private let command: [String]
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program with its arguments.
    ///   - folder: Where it runs.
    ///   - environment: All its variables.
    ///   - output: The file that its output goes to.
    ///   - errors: The file that its errors go to.
    /// - Throws: ``Failure/notStarted(_:)`` where it cannot be started.
    package init(
        _ command: [String],
        in folder: String,
        environment: [String: String],
        output: String = "/dev/null",
        errors: String = "/dev/null"
    ) throws {
        let script = #"cd "$1" && o=$2 e=$3 && shift 3 && exec "$@" >"$o" 2>"$e" </dev/null"#
        let arguments = ["/bin/sh", "-c", script, "sh", folder, output, errors] + command
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A program inherits which signals are ignored and blocked; threads of Dispatch block them all.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        // Nor is it to hold what this process has open: a port, for one, would stay taken.
        for descriptor in 3..<min(getdtablesize(), 4096) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        var identifier = pid_t()
        let number = posix_spawn(&identifier, "/bin/sh", nil, &attributes, &argv, &envp)
        guard number == 0 else { throw Failure.notStarted(number) }
        self.identifier = identifier
        self.command = command
    }

    deinit {
        // A test that failed half way leaves nothing running.
        if isRunning { end() }
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool {
        guard status == nil else { return false }
        var found: Int32 = 0
        guard waitpid(identifier, &found, WNOHANG) != 0 else { return true }
        status = found
        return false
    }

    /// Waits for its end.
    ///
    /// - Parameter patience: How long, before it is taken for hung.
    /// - Returns: Its exit status; as in a shell, 128 and the number of the signal that ended it.
    /// - Throws: ``Failure/hung(_:)`` where it does not end.
    @discardableResult
    package func wait(atMost patience: Duration = patience) throws -> Int32 {
        let start = ContinuousClock.now
        var pause: UInt32 = 100
        while isRunning {
            guard start.duration(to: .now) < patience else {
                end()
                throw Failure.hung(command)
            }
            usleep(pause)
            pause = min(2 * pause, 10_000)
        }
        let found = status ?? 0
        return found & 0x7F == 0 ? (found >> 8) & 0xFF : 128 + found & 0x7F
    }

    /// Interrupts it, as Ctrl-C does.
    package func interrupt() { kill(identifier, SIGINT) }

    /// Kills it.
    private func end() {
        var found: Int32 = 0
        kill(identifier, SIGKILL)
        while waitpid(identifier, &found, 0) == -1, errno == EINTR {}
        status = found
    }
}
