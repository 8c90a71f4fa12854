#if !canImport(FoundationNetworking)
import Dispatch
import Foundation

/// Brings a body that is produced while it is sent to a URLSession, by a pair of streams.
///
/// Elsewhere a URLSession reads a stream on a queue that all sessions of the process share, and has no such
/// pair.
// Unchecked, and safe: the input is used by the URLSession that it is given to alone, and the output on the
// queue alone.
final class BoundBody: @unchecked Sendable {
    /// What the URLSession reads.
    let input: InputStream
    private let output: OutputStream
    private let queue = DispatchQueue(label: "BoundBody")

    init?() {
        var input: InputStream?
        var output: OutputStream?
        Stream.getBoundStreams(withBufferSize: 65_536, inputStream: &input, outputStream: &output)
        guard let input, let output else { return nil }
        self.input = input
        self.output = output
        queue.async { self.output.open() }
    }

    /// Writes bytes, and waits until the URLSession has room for them.
    ///
    /// - Returns: Whether it has taken them; it has closed its stream otherwise.
    func write(_ data: Data) async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.writeNow(data)) }
        }
    }

    private func writeNow(_ data: Data) -> Bool {
        data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return true }
            var start = 0
            while start < bytes.count {
                let count = output.write(base + start, maxLength: bytes.count - start)
                guard count > 0 else { return false }
                start += count
            }
            return true
        }
    }

    /// Tells the URLSession that the body is whole.
    func finish() {
        queue.async { self.output.close() }
    }
}

extension URLSessionExchange {
    /// Writes a body as it is produced and the URLSession takes it.
    func send(_ pipe: BodyPipe, by body: BoundBody) async {
        do {
            while let chunk = try await nextBytes(from: pipe) {
                guard await body.write(chunk) else { break }
            }
        } catch {
            await abort(Exchange.Failure(.unreadableBody, cause: error))
        }
        body.finish()
    }
}
#endif
