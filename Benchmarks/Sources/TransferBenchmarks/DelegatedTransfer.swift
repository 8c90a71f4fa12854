import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transfer by a URLSession with a delegate, as one writes it by hand to show progress.
final class DelegatedTransfer: NSObject, URLSessionDataDelegate {
    // The delegate queue runs one operation at a time, and the task starts behind both assignments.
    nonisolated(unsafe) private var done: CheckedContinuation<Void, any Error>?
    nonisolated(unsafe) private var bytes: Int64 = 0
    private let handle: FileHandle?

    private init(_ handle: FileHandle?) {
        self.handle = handle
    }

    /// Downloads to a file, chunk by chunk.
    static func download(_ source: URL, to file: URL) async throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try await run(DelegatedTransfer(handle)) { $0.dataTask(with: source) }
    }

    /// Uploads a file.
    static func upload(_ file: URL, to sink: URL) async throws {
        var request = URLRequest(url: sink)
        request.httpMethod = "PUT"
        try await run(DelegatedTransfer(nil)) { $0.uploadTask(with: request, fromFile: file) }
    }

    private static func run(
        _ transfer: DelegatedTransfer,
        _ makeTask: (URLSession) -> URLSessionTask
    ) async throws {
        let session = URLSession(
            configuration: .ephemeral,
            delegate: transfer,
            delegateQueue: nil
        )
        defer { session.finishTasksAndInvalidate() }
        try await withCheckedThrowingContinuation { continuation in
            transfer.done = continuation
            makeTask(session).resume()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        bytes += Int64(data.count)
        do {
            try handle?.write(contentsOf: data)
        } catch {
            dataTask.cancel()
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        bytes = totalBytesSent
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        done?.resume(with: error.map { .failure($0) } ?? .success(()))
        done = nil
    }
}
