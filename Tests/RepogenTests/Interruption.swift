import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ways to interrupt a run of `generate`, and the conditions that must hold afterwards.
enum Interruption {
    /// Killed after a part of the duration of a run.
    case atInstant(seconds: Double)
    /// Killed after some time, before another run releases the folder.
    case beforeFirstWrite(seconds: Double)
    /// Killed as soon as a file has changed.
    case afterChange(of: String)
    /// Stopped by the system during the write of a file larger than ``sizeLimit``.
    case insideWrite

    /// The maximum size of a file in bytes, if the run is stopped during a write.
    ///
    /// Shells count in blocks of 512 or 1024 bytes: it may be twice as much.
    static let sizeLimit = 32_768

    /// Runs the tool in the root of a package until the interruption.
    ///
    /// - Parameters:
    ///   - root: The root.
    ///   - folder: The path of the output folder in it.
    /// - Returns: The exit status, as in a shell.
    /// - Throws: An error if the tool cannot be started, or does not exit.
    func run(in root: URL, writingInto folder: String) async throws -> Int32 {
        try await BackgroundWork.run { try runAndWait(root, root.path + "/" + folder) }
    }

    private func runAndWait(_ root: URL, _ folder: String) throws -> Int32 {
        let arguments = ["generate", "--quiet"]
        switch self {
        case .insideWrite:
            // Avoids a core dump for this signal.
            let script = "ulimit -c 0; ulimit -f \(Self.sizeLimit / 512); exec \"$0\" \"$@\""
            return try CommandLineTool.start(
                ["-c", script, CommandLineTool.binary.path] + arguments,
                in: root,
                of: URL(filePath: "/bin/sh")
            ).wait()
        case .beforeFirstWrite(let seconds):
            let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX) == 0 else { throw POSIXError(.EWOULDBLOCK) }
            return try Self.atInstant(seconds: seconds).runAndWait(root, folder)
        case .atInstant(let seconds):
            let process = try CommandLineTool.start(arguments, in: root)
            let instant = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < instant, process.isRunning { usleep(200) }
            kill(process.identifier, SIGKILL)
            return try process.wait()
        case .afterChange(let path):
            let before = Self.number(of: folder + "/" + path)
            let process = try CommandLineTool.start(arguments, in: root)
            // Files are replaced atomically, so the file is a different one then.
            while Self.number(of: folder + "/" + path) == before, process.isRunning {}
            kill(process.identifier, SIGKILL)
            return try process.wait()
        }
    }

    /// Returns the identity of a file on the disk; nil if there is none.
    private static func number(of path: String) -> ino_t? {
        var information = stat()
        return lstat(path, &information) == 0 ? information.st_ino : nil
    }
}
