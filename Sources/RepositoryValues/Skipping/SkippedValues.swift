/// What was left out while values were read, because it was wrong where the schema says `onInvalid`.
///
/// ```swift
/// let (message, skipped) = try SkippedValues.collect { try Message(jsonData: data) }
/// for value in skipped.values {
///     logger.warning("\(value)")
/// }
/// ```
///
/// It holds for bytes, dictionaries and `Codable`, whoever reads them, and for whatever a repository
/// reads:
///
/// ```swift
/// let (messages, skipped) = try await SkippedValues.collect { try await repository.readAll() }
/// ```
///
/// Where nothing is left out, it costs next to nothing; where nobody collects, nothing at all.
public struct SkippedValues: Hashable, Sendable {
    /// What was left out; at most ``maximumCount``.
    public let values: [SkippedValue]

    /// How much was left out in all.
    public let count: Int

    /// Whether nothing was left out.
    public var isEmpty: Bool { count == 0 }

    /// How many values are kept; of more, only their number is known.
    public static let maximumCount = 1000

    /// Where reports go; nil where nobody collects.
    @TaskLocal static var collector: SkippedCollector?

    /// Where reports go, for code that is compiled into its users.
    @usableFromInline static var current: SkippedCollector? { collector }

    init(values: [SkippedValue], count: Int) {
        self.values = values
        self.count = count
    }

    /// Runs a body and collects what is left out by whatever reads values in it, child tasks included.
    ///
    /// What is left out inside a value that is left out itself is not told. A body inside another one
    /// that collects keeps its reports to itself.
    ///
    /// - Parameter body: Reads values.
    /// - Returns: What the body returns, and what was left out.
    /// - Throws: What the body throws.
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

    /// Runs a body and collects what is left out by whatever reads values in it, child tasks included.
    ///
    /// What is left out inside a value that is left out itself is not told. A body inside another one
    /// that collects keeps its reports to itself.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the body runs: that of the caller.
    ///   - body: Reads values.
    /// - Returns: What the body returns, and what was left out.
    /// - Throws: What the body throws.
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
    /// A line for each value, and one for those of which only the number is kept.
    public var description: String {
        let rest = count - values.count
        let lines = values.map(\.description) + (rest > 0 ? ["and \(rest) more"] : [])
        return lines.joined(separator: "\n")
    }
}
