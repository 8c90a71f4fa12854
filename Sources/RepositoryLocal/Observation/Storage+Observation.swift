extension Storage {
    /// Observes a value of the store, now and after each change.
    ///
    /// A slow consumer skips to the latest value. The stream ends with the store, or at once if the
    /// value cannot be read.
    func observe<Value: Hashable & Sendable>(
        _ read: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) -> AsyncStream<Value> {
        let changes = changes()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let task = Task {
            guard var last = try? await self.read(read) else { return continuation.finish() }
            continuation.yield(last)
            for await _ in changes {
                guard let value = try? await self.read(read) else { continue }
                if value != last { continuation.yield(value) }
                last = value
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
