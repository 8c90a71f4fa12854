extension JSONReader {
    /// The start of a value, to return to if it is invalid.
    @usableFromInline
    struct Mark {
        @usableFromInline let cursor: UnsafePointer<UInt8>
        @usableFromInline let depth: Int

        @inlinable
        init(cursor: UnsafePointer<UInt8>, depth: Int) {
            self.cursor = cursor
            self.depth = depth
        }
    }

    /// The current position, at the first byte of a value.
    @inlinable
    var mark: Mark { Mark(cursor: cursor, depth: depth) }

    /// Skips an invalid value and reports it.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - start: The start of the value.
    /// - Throws: ``JSONError`` if the value is not JSON, or nested too deeply to be decoded.
    @usableFromInline @inline(never)
    mutating func leaveOut(_ error: JSONError, from start: Mark) throws(JSONError) {
        // With more stack the value might be right.
        guard error.code != .tooDeep else { throw error }
        goBack(to: start)
        try skipValue()
        guard let collector = SkippedValues.collector else { return }
        if reportNumber == 0 { reportNumber = collector.beginText() }
        let path = path(of: start)
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

    /// Goes back to a value that is not as expected.
    @usableFromInline @inline(never)
    mutating func goBack(to start: Mark) {
        cursor = start.cursor
        depth = start.depth
        // A value inside may have been left out before: then the scan is beyond the start.
        if (scanned?.offset ?? 0) < start.cursor - self.start {
            scanned = scan(to: start.cursor)
        }
    }

    /// Returns an error about a value without what was found in it.
    @usableFromInline @inline(never)
    func redacted(_ error: JSONError, from start: Mark) -> JSONError {
        JSONError(
            code: error.code,
            expected: error.expected,
            found: Redacted.found,
            offset: start.cursor - self.start,
            keyPath: path(of: start)
        )
    }

    /// Redacts the reports from within a value.
    @usableFromInline @inline(never)
    func redactSkipped(from start: Mark) {
        guard let collector = SkippedValues.collector else { return }
        collector.redactInside(place(of: start), path: path(of: start))
    }

    private func path(of start: Mark) -> JSONKeyPath {
        var scanner = scanned ?? JSONPathScanner()
        if scanner.offset < start.cursor - self.start { scanner = scan(to: start.cursor) }
        // The scan ends at the value or inside it, and each array and object around it has one
        // component.
        return JSONKeyPath(Array(scanner.keyPath.components.prefix(start.depth)))
    }

    private func place(of start: Mark) -> SkippedCollector.Place {
        SkippedCollector.Place(text: reportNumber, offset: start.cursor - self.start)
    }
}
