/// Takes the reports of values that were left out.
@usableFromInline
final class SkippedCollector: Sendable {
    /// Where in which text a value stands.
    struct Place {
        /// The number of the text, which tells it from others that are read before, or meanwhile.
        let text: Int
        let offset: Int

        /// Whether this place is in the same text, there or behind.
        func isInside(_ start: Place) -> Bool {
            text == start.text && offset >= start.offset
        }
    }

    private struct Entry {
        var value: SkippedValue
        /// Where the value stands in a text; nil where it was not read from one.
        var place: Place?
    }

    private struct State {
        var entries: [Entry] = []
        var count = 0
        var textCount = 0
    }

    private let state = Locked(State())

    /// What was reported.
    var skippedValues: SkippedValues {
        state.withLock { SkippedValues(values: $0.entries.map(\.value), count: $0.count) }
    }

    /// Takes a report.
    func add(_ value: SkippedValue, at place: Place? = nil) {
        state.withLock { state in
            state.count += 1
            if state.entries.count < SkippedValues.maximumCount {
                state.entries.append(Entry(value: value, place: place))
            }
        }
    }

    // MARK: - Texts

    /// A number for a text from which something is left out.
    func beginText() -> Int {
        state.withLock { state in
            state.textCount += 1
            return state.textCount
        }
    }

    /// Forgets what was left out inside a value, which is left out itself.
    func removeInside(_ start: Place) {
        state.withLock { state in
            let count = state.entries.count
            state.entries.removeAll { $0.place?.isInside(start) == true }
            state.count -= count - state.entries.count
        }
    }

    /// Takes what was found out of the reports about values inside one.
    func redactInside(_ start: Place, path: @autoclosure () -> JSONKeyPath) {
        state.withLock { state in
            for index in state.entries.indices
            where state.entries[index].place?.isInside(start) == true {
                state.entries[index].value = state.entries[index].value.redacted(at: path())
            }
        }
    }

    // MARK: - Dictionaries

    /// Takes what another one has taken.
    fileprivate func add(
        _ other: SkippedCollector,
        _ change: @Sendable (SkippedValue) -> SkippedValue
    ) {
        let skipped = other.skippedValues
        guard !skipped.isEmpty else { return }
        state.withLock { state in
            let room = SkippedValues.maximumCount - state.entries.count
            state.entries += skipped.values.prefix(room).map { Entry(value: change($0)) }
            state.count += skipped.count
        }
    }

    /// Converts what stands one level further in.
    ///
    /// A dictionary does not know where it stands in another one, so the reports from within begin
    /// there, and get their first component here. Those about a value that is wrong are forgotten.
    fileprivate func collect<Value>(
        _ change: @Sendable (SkippedValue) -> SkippedValue,
        _ convert: () throws(ConversionError) -> Value
    ) throws(ConversionError) -> Value {
        let inner = SkippedCollector()
        let result = SkippedValues.$collector.withValue(inner) {
            () -> Result<Value, ConversionError> in
            do throws(ConversionError) {
                return .success(try convert())
            } catch {
                return .failure(error)
            }
        }
        let value = try result.get()
        add(inner, change)
        return value
    }
}

extension SkippedCollector {
    /// Converts a value one level further in.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - component: The step that leads there.
    /// - Returns: What it became.
    /// - Throws: What the conversion throws.
    @usableFromInline @inline(never)
    func element<Value: DictionaryValueInitializable>(
        of value: Any,
        _ component: JSONKeyPath.Component
    ) throws(ConversionError) -> Value {
        try collect({ $0.prefixed(by: component) }) { () throws(ConversionError) in
            try Value(dictionaryValue: value)
        }
    }

    /// Converts a value one level further in, in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - component: The step that leads there.
    ///   - codec: How the value is written.
    /// - Returns: What it became.
    /// - Throws: What the conversion throws.
    @usableFromInline @inline(never)
    func element<Codec: JSONCodec>(
        of value: Any,
        _ component: JSONKeyPath.Component,
        using codec: Codec
    ) throws(ConversionError) -> Codec.Value {
        try collect({ $0.prefixed(by: component) }) { () throws(ConversionError) in
            try codec.decode(dictionaryValue: value)
        }
    }
}

extension SkippedCollector? {
    /// Converts what stands one level further in.
    ///
    /// - Parameters:
    ///   - component: The step that leads there.
    ///   - convert: Converts it.
    /// - Returns: What it became.
    /// - Throws: What the conversion throws.
    func within<Value>(
        _ component: JSONKeyPath.Component,
        _ convert: () throws(ConversionError) -> Value
    ) throws(ConversionError) -> Value {
        guard let self else { return try convert() }
        return try self.collect({ $0.prefixed(by: component) }, convert)
    }

    /// Converts a value of which reports must say nothing.
    ///
    /// - Parameter convert: Converts it.
    /// - Returns: What it became.
    /// - Throws: What the conversion throws.
    func redacting<Value>(
        _ convert: () throws(ConversionError) -> Value
    ) throws(ConversionError) -> Value {
        guard let self else { return try convert() }
        return try self.collect({ $0.redacted(at: JSONKeyPath()) }, convert)
    }
}

extension ConversionError {
    /// Reports that a value is left out for this reason.
    ///
    /// - Parameters:
    ///   - component: The step that leads to the value, with which this error's path begins.
    ///   - collector: Takes the report.
    /// - Throws: This error when it is not about the value alone.
    func leaveOut(
        _ component: JSONKeyPath.Component,
        _ collector: SkippedCollector?
    ) throws(ConversionError) {
        // With more stack the value might be right.
        if isTooDeep { throw self }
        collector?.add(
            SkippedValue(
                keyPath: JSONKeyPath([component]),
                problem: keyPath,
                expected: expected,
                found: found
            )
        )
    }
}
