extension JSONReader {
    /// Skips an invalid value and reports it.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - start: The start of the value.
    /// - Throws: ``JSONError`` if the value is not JSON, or nested too deeply to be decoded.
    @usableFromInline @inline(never)
    mutating func leaveOut(_ error: JSONError, from start: JSONScanner.Mark) throws(JSONError) {
        // With more stack the value might be right.
        guard error.code != .tooDeep else { throw error }
        scanner.goBack(to: start)
        try skipValue()
        guard let collector = SkippedValues.collector else { return }
        if reportNumber == 0 { reportNumber = collector.beginText() }
        let path = scanner.keyPath(of: start)
        let isInside = error.keyPath.components.starts(with: path.components)
        collector.removeInside(place(of: start))
        collector.add(
            SkippedValue(
                keyPath: path,
                problem: isInside ? error.keyPath : path,
                expected: error.expected,
                found: error.found
            ),
            at: place(of: start)
        )
    }

    /// Returns an error about a value without what was found in it.
    @usableFromInline @inline(never)
    func redacted(_ error: JSONError, from start: JSONScanner.Mark) -> JSONError {
        JSONError(
            code: error.code,
            expected: error.expected,
            found: Redacted.found,
            offset: scanner.offset(of: start),
            keyPath: scanner.keyPath(of: start)
        )
    }

    /// Redacts the reports from within a value.
    @usableFromInline @inline(never)
    func redactSkipped(from start: JSONScanner.Mark) {
        guard let collector = SkippedValues.collector else { return }
        collector.redactInside(place(of: start), path: scanner.keyPath(of: start))
    }

    private func place(of start: JSONScanner.Mark) -> SkippedCollector.Place {
        let offset = scanner.offset(of: start)
        return SkippedCollector.Place(text: reportNumber, offset: offset)
    }
}
