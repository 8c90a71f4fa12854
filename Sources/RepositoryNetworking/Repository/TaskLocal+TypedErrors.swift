extension TaskLocal {
    /// Runs a body with a task-local value, which `withValue` does not support with typed throws.
    func binding<Output: Sendable, Failure: Error>(
        _ value: Value,
        _ body: () async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let result = await withValue(value) { () async -> Result<Output, Failure> in
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
