/// An error because a JSON text could not be decoded or encoded.
///
/// It contains the location (``keyPath``, ``offset``), the ``expected`` type and the kind
/// ``found``. It contains keys of the text, but never values, so it can be logged.
public struct JSONError: Error, Sendable {
    /// The kind of error, for handling in code.
    ///
    /// Later versions may add codes, so handle unknown ones.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The text violates the JSON grammar.
        public static let invalidSyntax = Code("invalidSyntax")
        /// The text ends before the value does.
        public static let unexpectedEnd = Code("unexpectedEnd")
        /// There is content after the value.
        public static let trailingContent = Code("trailingContent")
        /// A string has bytes that are not UTF-8, an unescaped control character or an invalid
        /// escape.
        public static let invalidText = Code("invalidText")
        /// The value is valid JSON, but not of the expected type.
        public static let typeMismatch = Code("typeMismatch")
        /// An object lacks a required key.
        public static let missingKey = Code("missingKey")
        /// The value has the right kind but is invalid, such as a date in a 13th month.
        public static let invalidValue = Code("invalidValue")
        /// The number is too large for the type, or has a fraction although an integer is expected.
        public static let numberOutOfRange = Code("numberOutOfRange")
        /// Arrays and objects are nested more deeply than the limit allows.
        public static let tooDeep = Code("tooDeep")
        /// The text is longer than the limit allows.
        public static let tooLong = Code("tooLong")
        /// JSON does not support the value, such as an infinite number.
        public static let unrepresentable = Code("unrepresentable")
        /// The result was requested from a writer while an array or object was open.
        public static let unfinished = Code("unfinished")
    }

    // One reference keeps the error in a register on its way up; a larger one would cost every
    // throwing call a place in memory, also when nothing is thrown.
    private final class Storage: Sendable {
        let code: Code
        let expected: String
        let found: String
        let offset: Int
        let keyPath: JSONKeyPath

        init(code: Code, expected: String, found: String, offset: Int, keyPath: JSONKeyPath) {
            self.code = code
            self.expected = expected
            self.found = found
            self.offset = offset
            self.keyPath = keyPath
        }
    }

    private let storage: Storage

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - expected: The expected type.
    ///   - found: The kind of value found, never the value itself.
    ///   - offset: The byte offset in the text.
    ///   - keyPath: The path in the document.
    public init(
        code: Code,
        expected: String,
        found: String,
        offset: Int,
        keyPath: JSONKeyPath = JSONKeyPath()
    ) {
        storage = Storage(
            code: code,
            expected: expected,
            found: found,
            offset: offset,
            keyPath: keyPath
        )
    }

    /// The kind of error.
    public var code: Code { storage.code }

    /// The expected type, such as `Int` or `end of object`.
    public var expected: String { storage.expected }

    /// The kind of value found, such as `string`; never the value.
    public var found: String { storage.found }

    /// The byte offset in the text.
    public var offset: Int { storage.offset }

    /// The path in the document.
    public var keyPath: JSONKeyPath { storage.keyPath }
}

extension JSONError: Equatable {
    /// Returns whether two errors are equal.
    public static func == (left: JSONError, right: JSONError) -> Bool {
        left.code == right.code
            && left.expected == right.expected
            && left.found == right.found
            && left.offset == right.offset
            && left.keyPath == right.keyPath
    }
}

extension JSONError: CustomStringConvertible {
    /// A sentence for logs, such as `moves[3].move.name: expected String, found number (byte 812)`.
    public var description: String {
        let place = keyPath.components.isEmpty ? "" : "\(keyPath): "
        return "\(place)expected \(expected), found \(found) (byte \(offset))"
    }
}
