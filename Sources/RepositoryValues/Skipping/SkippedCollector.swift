/// Collects reports of omitted values.
@usableFromInline
final class SkippedCollector: Sendable {
    /// The position of a value in a JSON text.
    struct Place {
        /// The number of the text, which distinguishes it from others read before or at the same
        /// time.
        let text: Int
        let offset: Int

        /// Returns whether this position is in the same text, at or after another one.
        func isInside(_ start: Place) -> Bool {
            text == start.text && offset >= start.offset
        }
    }

    private struct Entry {
        var value: SkippedValue
        /// The position of the value in a text; nil if it was not read from one.
        var place: Place?
    }

    private struct State {
        var entries: [Entry] = []
        /// The offsets of the reports from each text that are only counted.
        var countedOffsets: [Int: [Int]] = [:]
        var count = 0
        var textCount = 0
    }

    private let state = Locked(State())

    /// The collected reports.
    var skippedValues: SkippedValues {
        state.withLock { SkippedValues(values: $0.entries.map(\.value), count: $0.count) }
    }

    /// Adds a report.
    func add(_ value: SkippedValue, at place: Place? = nil) {
        state.withLock { state in
            state.count += 1
            if state.entries.count < SkippedValues.maximumCount {
                state.entries.append(Entry(value: value, place: place))
            } else if let place {
                state.countedOffsets[place.text, default: []].append(place.offset)
            }
        }
    }

    // MARK: - Texts

    /// Returns the number for a text with an omitted value.
    func beginText() -> Int {
        state.withLock { state in
            state.textCount += 1
            return state.textCount
        }
    }

    /// Removes the reports from within a value that is omitted itself.
    func removeInside(_ start: Place) {
        state.withLock { state in
            let count = state.entries.count
            state.entries.removeAll { $0.place?.isInside(start) == true }
            state.count -= count - state.entries.count
            while let offset = state.countedOffsets[start.text]?.last, offset >= start.offset {
                state.countedOffsets[start.text]?.removeLast()
                state.count -= 1
            }
        }
    }

    /// Redacts the reports from within a value.
    func redactInside(_ start: Place, path: @autoclosure () -> JSONKeyPath) {
        state.withLock { state in
            for index in state.entries.indices
            where state.entries[index].place?.isInside(start) == true {
                state.entries[index].value = state.entries[index].value.redacted(at: path())
            }
        }
    }

    // MARK: - Dictionaries

    /// Adds the reports of another collector.
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

    /// Converts a value one level further in.
    ///
    /// A dictionary does not know its path within another one, so nested reports begin at the
    /// nested level and get their first path component here. Reports from within an invalid value
    /// are removed.
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
    ///   - component: The path component of the value.
    /// - Returns: The converted value.
    /// - Throws: The error of the conversion.
    @usableFromInline @inline(never)
    func element<Value: DictionaryValueInitializable>(
        of value: Any,
        _ component: JSONKeyPath.Component
    ) throws(ConversionError) -> Value {
        try collect({ $0.prefixed(by: component) }) { () throws(ConversionError) in
            try Value(dictionaryValue: value)
        }
    }

    /// Converts a value one level further in with a codec.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - component: The path component of the value.
    ///   - codec: The codec of the value.
    /// - Returns: The converted value.
    /// - Throws: The error of the conversion.
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
    /// Converts a value one level further in.
    ///
    /// - Parameters:
    ///   - component: The path component of the value.
    ///   - convert: Converts the value.
    /// - Returns: The converted value.
    /// - Throws: The error of the conversion.
    func within<Value>(
        _ component: JSONKeyPath.Component,
        _ convert: () throws(ConversionError) -> Value
    ) throws(ConversionError) -> Value {
        guard let self else { return try convert() }
        return try self.collect({ $0.prefixed(by: component) }, convert)
    }

    /// Converts a value and redacts its reports.
    ///
    /// - Parameter convert: Converts the value.
    /// - Returns: The converted value.
    /// - Throws: The error of the conversion.
    func redacting<Value>(
        _ convert: () throws(ConversionError) -> Value
    ) throws(ConversionError) -> Value {
        guard let self else { return try convert() }
        return try self.collect({ $0.redacted(at: JSONKeyPath()) }, convert)
    }
}

extension ConversionError {
    /// Reports that a value is omitted because of this error.
    ///
    /// - Parameters:
    ///   - component: The path component of the value, with which this error's path begins.
    ///   - collector: Receives the report.
    /// - Throws: This error if it is not only about the value.
    func leaveOut(
        _ component: JSONKeyPath.Component,
        _ collector: SkippedCollector?
    ) throws(ConversionError) {
        // With more stack the value might be valid.
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
