import Foundation

/// A body as one file on disk: the file itself, or a temporary file with all segments.
struct SpooledFile: Sendable {
    let url: URL
    private let isTemporary: Bool

    /// Writes a body to disk, unless it is a file already.
    ///
    /// - Parameter source: The body.
    /// - Throws: An I/O error if it cannot be read or written.
    init(_ source: BodySource) throws {
        if let file = source.file {
            try file.check()
            url = file.url
            isTemporary = false
            return
        }
        url = try Self.makeFile()
        isTemporary = true
        do {
            let handle = try FileHandle(forWritingTo: url)
            defer { try? handle.close() }
            var reader = source.reader()
            while let chunk = try reader.next() { try handle.write(contentsOf: chunk) }
        } catch {
            remove()
            throw error
        }
    }

    /// Writes a body to disk while it is produced.
    ///
    /// - Parameters:
    ///   - produced: The body.
    ///   - limit: How long that may take.
    /// - Throws: The reason why there is no complete body.
    init(_ produced: ProducedBody, within limit: Duration) async throws(Exchange.Failure) {
        let pipe: BodyPipe
        do throws(ProducedBody.Spent) {
            pipe = try produced.begin()
        } catch {
            throw Exchange.Failure(.unrepeatableBody)
        }
        let end = ContinuousClock.now + limit
        let timer = Task {
            try await Task.sleep(until: end, clock: .continuous)
            pipe.close()
        }
        defer {
            timer.cancel()
            pipe.close()
        }
        do {
            url = try await withTaskCancellationHandler {
                try await Self.write(pipe)
            } onCancel: {
                pipe.close()
            }
            isTemporary = true
        } catch {
            if Task.isCancelled { throw Exchange.Failure(.cancelled) }
            if error is CancellationError, end <= .now { throw Exchange.Failure(.timedOut) }
            throw Exchange.Failure(.unreadableBody, cause: error)
        }
    }

    private static func write(_ pipe: BodyPipe) async throws -> URL {
        let url = try makeFile()
        do {
            let handle = try FileHandle(forWritingTo: url)
            defer { try? handle.close() }
            while let chunk = try await pipe.next() { try handle.write(contentsOf: chunk) }
            return url
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    /// Creates an empty file that only this user can read.
    private static func makeFile() throws -> URL {
        let name = "\(UUID().uuidString).body"
        let url = FileManager.default.temporaryDirectory.appending(path: name)
        let isMade = FileManager.default.createFile(
            atPath: url.path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade else { throw CocoaError(.fileWriteUnknown) }
        return url
    }

    /// Deletes the file if it is temporary.
    func remove() {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }
}
