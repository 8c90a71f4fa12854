extension Storage {
    /// Observes a value of the store, now and after each change.
    ///
    /// A slow consumer skips to the latest value. The stream ends with the store, or at once if the
    /// value cannot be read. If the store is locked, the value is read again.
    func observe<Value: Hashable & Sendable>(
        _ read: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) -> AsyncStream<Value> {
        let changes = changes()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let task = Task {
            guard var last = await patiently(read) else { return continuation.finish() }
            continuation.yield(last)
            for await _ in changes {
                guard let value = await patiently(read) else { continue }
                if value != last { continuation.yield(value) }
                last = value
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Reads a value, again after each error that may pass; nil if it cannot be read.
    private func patiently<Value: Sendable>(
        _ read: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async -> Value? {
        while true {
            do throws(StorageError) {
                return try await self.read(read)
            } catch {
                guard error.isRetryable, !Task.isCancelled else { return nil }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}
