extension JSONReader {
    /// Returns the error for a position.
    ///
    /// Its key path is determined by scanning the text again, so that decoding without errors need
    /// not track it.
    @usableFromInline @inline(never)
    func failure(
        _ code: JSONError.Code,
        expected: String,
        found: String? = nil,
        at position: UnsafePointer<UInt8>
    ) -> JSONError {
        let isAtEnd = position >= end
        let isSyntax = code == .invalidSyntax || code == .typeMismatch
        return JSONError(
            code: isAtEnd && isSyntax ? .unexpectedEnd : code,
            expected: expected,
            found: found ?? describe(position),
            offset: position - start,
            keyPath: scan(to: position).keyPath
        )
    }

    /// Scans the text up to a position, starting at the last omitted value if there is one.
    func scan(to position: UnsafePointer<UInt8>) -> JSONPathScanner {
        let count = position - start
        var scanner = scanned ?? JSONPathScanner()
        if scanner.offset > count { scanner = JSONPathScanner() }
        scanner.advance(in: UnsafeBufferPointer(start: start, count: count))
        return scanner
    }

    /// Returns the error for a value of an unexpected kind, or for no value at all.
    @usableFromInline @inline(never)
    func mismatch(expected: String) -> JSONError {
        guard let kind else { return failure(.invalidSyntax, expected: expected, at: cursor) }
        let isBrokenLiteral =
            switch kind {
            case .null: JSONReader.literal("null", at: cursor, to: end) == nil
            case .boolean:
                JSONReader.literal("true", at: cursor, to: end) == nil
                    && JSONReader.literal("false", at: cursor, to: end) == nil
            case .object, .array, .string, .number: false
            }
        return isBrokenLiteral
            ? failure(
                .invalidSyntax,
                expected: expected,
                found: "broken literal",
                at: cursor
            )
            : failure(.typeMismatch, expected: expected, at: cursor)
    }

    @inline(never)
    func tooDeep() -> JSONError {
        failure(
            .tooDeep,
            expected: "at most \(maximumDepth) levels",
            found: "one more",
            at: cursor
        )
    }

    @usableFromInline @inline(never)
    mutating func missing<Value>(_ key: StaticString, expected: Value.Type) -> JSONError {
        let scanner = scan(to: cursor)
        return JSONError(
            code: .missingKey,
            expected: wireName(of: expected),
            found: "nothing",
            offset: scanner.lastContainer,
            keyPath: scanner.keyPath.appending(.key(key.description))
        )
    }

    @inline(never)
    func textFailure(_ scan: JSONText.Scan) -> JSONError {
        switch scan.outcome {
        case .controlCharacter:
            failure(
                .invalidText,
                expected: "string",
                found: "control character",
                at: scan.position
            )
        case .invalidEscape:
            failure(.invalidText, expected: "string", found: "broken escape", at: scan.position)
        case .invalidUTF8:
            failure(.invalidText, expected: "string", found: "broken UTF-8", at: scan.position)
        case .plain, .escaped, .unterminated:
            failure(.unexpectedEnd, expected: "end of string", found: "end of text", at: end)
        }
    }

    /// Returns the kind of value or token at a position.
    private func describe(_ position: UnsafePointer<UInt8>) -> String {
        guard position < end else { return "end of text" }
        if let kind = JSONKind(firstByte: position.pointee) { return kind.rawValue }
        switch position.pointee {
        case UInt8(ascii: "}"): return "end of object"
        case UInt8(ascii: "]"): return "end of array"
        case UInt8(ascii: ","): return "comma"
        case UInt8(ascii: ":"): return "colon"
        default: return "unexpected character"
        }
    }
}

extension JSONReader {
    /// A position in the text, for use in an error.
    public struct Place: Sendable {
        let offset: Int
    }

    /// The current position.
    public var place: Place {
        Place(offset: cursor - start)
    }

    /// Returns the error for a value that has the right kind but is invalid.
    ///
    /// For initializers and codecs written by hand:
    ///
    /// ```swift
    /// let place = reader.place
    /// let text: String = try reader.value()
    /// guard let color = Color(text) else {
    ///     throw reader.invalidValue(expected: "color", at: place)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - expected: The expected value.
    ///   - place: The start of the value.
    /// - Returns: The error to throw.
    public func invalidValue(expected: String, at place: Place) -> JSONError {
        failure(.invalidValue, expected: expected, at: start + place.offset)
    }
}
