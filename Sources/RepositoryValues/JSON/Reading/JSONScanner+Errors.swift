extension JSONScanner {
    /// Returns the error for a position.
    @inline(never)
    func error(
        _ code: JSONError.Code,
        expected: String,
        found: String? = nil,
        at position: UnsafePointer<UInt8>
    ) -> JSONError {
        errors.error(code, expected: expected, found: found, at: position)
    }

    /// Returns the error for an invalid string.
    func error(for scan: JSONText.Scan) -> JSONError { errors.error(for: scan) }

    /// Returns the error for a value of an unexpected kind, or for no value at all.
    @inline(never)
    func mismatch(expected: String) -> JSONError {
        let isBrokenLiteral =
            switch kind {
            case .null: endOfLiteral("null") == nil
            case .boolean: endOfLiteral("true") == nil && endOfLiteral("false") == nil
            case .object, .array, .string, .number, nil: false
            }
        return error(
            kind == nil || isBrokenLiteral ? .invalidSyntax : .typeMismatch,
            expected: expected,
            found: isBrokenLiteral ? "broken literal" : nil,
            at: cursor
        )
    }

    @inline(never)
    func tooDeep() -> JSONError {
        error(
            .tooDeep,
            expected: "at most \(maximumDepth) levels",
            found: "one more",
            at: cursor
        )
    }

    // MARK: - Pending errors

    /// Records an error, and moves to where nothing can be read.
    @usableFromInline @inline(never)
    mutating func fail(_ error: JSONError) {
        // The first error is the one at the place where the text is wrong.
        if pendingError == nil { pendingError = error }
        cursor = end
    }

    /// Returns the recorded error; if there is none, one about an unexpected value at a position.
    @inline(never)
    mutating func unreadable(
        expected: String,
        at position: UnsafePointer<UInt8>
    ) -> JSONError {
        if let pendingError {
            // An array or object around it may leave it out, and go on.
            self.pendingError = nil
            return pendingError
        }
        return error(.invalidSyntax, expected: expected, at: position)
    }
}
