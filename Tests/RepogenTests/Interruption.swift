import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How a run of `generate` is ended before its time, and what then has to be true.
enum Interruption {
    /// Killed after a part of the time that a run takes.
    case atInstant(seconds: Double)
    /// Killed after some time, before another run lets go of the folder.
    case beforeFirstWrite(seconds: Double)
    /// Killed as soon as a file has changed.
    case afterChange(of: String)
    /// Ended by the system inside of the write of the first file that is larger than ``sizeLimit``.
    case insideWrite

    /// The largest file that a run may write, in bytes, where it is ended inside of a write.
    ///
    /// Shells count in blocks of 512 or of 1024 bytes: it may be twice as much.
    static let sizeLimit = 32_768

    /// Runs the tool in the root of a package until this happens.
    ///
    /// - Parameters:
    ///   - root: The root.
    ///   - folder: The path of the output folder in it.
    /// - Returns: How the run ended, as a shell says it.
    /// - Throws: Where the tool cannot be started, or does not end.
    func run(in root: URL, writingInto folder: String) async throws -> Int32 {
        try await BackgroundWork.run { try runAndWait(root, root.path + "/" + folder) }
    }

    private func runAndWait(_ root: URL, _ folder: String) throws -> Int32 {
        let arguments = ["generate", "--quiet"]
        switch self {
        case .insideWrite:
            // Nobody wants the core that this signal leaves.
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
            usleep(UInt32(seconds * 1_000_000))
            kill(process.identifier, SIGKILL)
            return try process.wait()
        case .afterChange(let path):
            let before = Self.number(of: folder + "/" + path)
            let process = try CommandLineTool.start(arguments, in: root)
            // A file is replaced in one step, and so is another file then.
            while Self.number(of: folder + "/" + path) == before, process.isRunning {}
            kill(process.identifier, SIGKILL)
            return try process.wait()
        }
    }

    /// What tells a file from all others on the disk; nil where there is none.
    private static func number(of path: String) -> ino_t? {
        var information = stat()
        return lstat(path, &information) == 0 ? information.st_ino : nil
    }
}
