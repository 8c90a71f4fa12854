/// The invalid values that were omitted during decoding because of `onInvalid` in the schema.
///
/// ```swift
/// let (message, skipped) = try SkippedValues.collect { try Message(jsonData: data) }
/// for value in skipped.values {
///     logger.warning("\(value)")
/// }
/// ```
///
/// It covers bytes, dictionaries and `Codable`, whatever code reads them, and the reads of a
/// repository:
///
/// ```swift
/// let (messages, skipped) = try await SkippedValues.collect { try await repository.find() }
/// ```
///
/// The cost is negligible if nothing is omitted, and zero if nothing is collected.
public struct SkippedValues: Hashable, Sendable {
    /// The omitted values; at most ``maximumCount``.
    public let values: [SkippedValue]

    /// The total number of omitted values.
    public let count: Int

    /// Whether no value was omitted.
    public var isEmpty: Bool { count == 0 }

    /// The largest number of recorded values; further ones are only counted.
    public static let maximumCount = 1000

    /// Receives reports; nil if nothing is collected.
    @TaskLocal static var collector: SkippedCollector?

    /// Receives reports; for code that is inlined into clients.
    @usableFromInline static var current: SkippedCollector? { collector }

    init(values: [SkippedValue], count: Int) {
        self.values = values
        self.count = count
    }

    /// Runs a body and collects the values omitted in it, including child tasks.
    ///
    /// Values omitted within an omitted value are not reported. A nested call of this function
    /// keeps its reports to itself.
    ///
    /// - Parameter body: Decodes values.
    /// - Returns: The result of the body, and the omitted values.
    /// - Throws: The error of the body.
    public static func collect<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> (Value, SkippedValues) {
        let collector = SkippedCollector()
        let result = $collector.withValue(collector) { () -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return (try result.get(), collector.skippedValues)
    }

    /// Runs a body and collects the values omitted in it, including child tasks.
    ///
    /// Values omitted within an omitted value are not reported. A nested call of this function
    /// keeps its reports to itself.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the body runs: that of the caller.
    ///   - body: Decodes values.
    /// - Returns: The result of the body, and the omitted values.
    /// - Throws: The error of the body.
    public static func collect<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> (Value, SkippedValues) {
        let collector = SkippedCollector()
        let result = await $collector.withValue(collector) { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return (try result.get(), collector.skippedValues)
    }
}

extension SkippedValues: CustomStringConvertible {
    /// A line for each value, and one for the number of those that were only counted.
    public var description: String {
        let rest = count - values.count
        let lines = values.map(\.description) + (rest > 0 ? ["and \(rest) more"] : [])
        return lines.joined(separator: "\n")
    }
}
