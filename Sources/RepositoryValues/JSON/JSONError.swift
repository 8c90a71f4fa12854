/// Why a JSON text could not be read or written.
///
/// It says where (``keyPath``, ``offset``), what was ``expected`` and what kind of thing was
/// ``found``. Values from the text are never part of it, so it can be logged; keys are.
public struct JSONError: Error, Sendable {
    /// What went wrong, as far as a program can act on it.
    ///
    /// New codes may come; compare, and have a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The text breaks the grammar of JSON.
        public static let invalidSyntax = Code("invalidSyntax")
        /// The text ends before the value does.
        public static let unexpectedEnd = Code("unexpectedEnd")
        /// Something stands behind the value.
        public static let trailingContent = Code("trailingContent")
        /// A text has bytes that are not UTF-8, a raw control character or a broken escape.
        public static let invalidText = Code("invalidText")
        /// The value is JSON, of another type than expected.
        public static let typeMismatch = Code("typeMismatch")
        /// An object lacks a key.
        public static let missingKey = Code("missingKey")
        /// The value is of the right kind, and not a legal value, as a date of a 13th month.
        public static let invalidValue = Code("invalidValue")
        /// The number is too large for the type, or has a fraction where none may be.
        public static let numberOutOfRange = Code("numberOutOfRange")
        /// Arrays and objects stand deeper inside one another than the limit allows.
        public static let tooDeep = Code("tooDeep")
        /// The text is longer than the limit allows.
        public static let tooLong = Code("tooLong")
        /// A value cannot be said in JSON, as an infinite number.
        public static let unrepresentable = Code("unrepresentable")
        /// Bytes were taken from a writer while an array or object was open.
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

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - expected: What should have been there.
    ///   - found: What kind of thing was there; never its value.
    ///   - offset: The number of bytes before it.
    ///   - keyPath: Where it stands in the document.
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

    /// What went wrong.
    public var code: Code { storage.code }

    /// What should have been there, such as `Int` or `end of object`.
    public var expected: String { storage.expected }

    /// What kind of thing was there, such as `string`; never its value.
    public var found: String { storage.found }

    /// The number of bytes of the text before the place.
    public var offset: Int { storage.offset }

    /// Where the place is in the document.
    public var keyPath: JSONKeyPath { storage.keyPath }
}

extension JSONError: Equatable {
    /// Whether two errors say the same.
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
