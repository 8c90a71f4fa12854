#if URLSession && !canImport(FoundationNetworking)
import Dispatch
import Foundation

/// Feeds a produced body to a URLSession through a pair of bound streams.
///
/// For Apple platforms only: elsewhere a URLSession reads streams on a queue that all sessions of
/// the process share, and bound streams do not exist.
// Unchecked, and safe: only the URLSession uses the input, and only the queue uses the output.
final class BoundBody: @unchecked Sendable {
    /// The stream that the URLSession reads.
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

    /// Writes bytes, waiting until the URLSession has room for them.
    ///
    /// - Returns: Whether it accepted them; if not, it has closed its stream.
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

    /// Ends the stream: the body is complete.
    func finish() {
        queue.async { self.output.close() }
    }
}

extension URLSessionExchange {
    /// Writes a body at the pace at which it is produced and read.
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
