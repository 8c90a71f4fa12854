/// A restriction on the values of a property beyond their type, such as a maximum length.
///
/// Constraints have the meaning of the JSON Schema keywords with the same names. Each applies to
/// values of one kind: a length does not apply to a number, so any number satisfies it.
///
/// Decoding never checks constraints. An app checks user input with ``Constrained/problems()``.
public enum Constraint: Hashable, Sendable {
    /// A string has at least this many characters, counted in Unicode scalars.
    case minLength(Int)
    /// A string has at most this many characters, counted in Unicode scalars.
    case maxLength(Int)
    /// A regular expression matches somewhere in a string; see ``Pattern`` for the dialect.
    ///
    /// An invalid ``Pattern`` restricts nothing.
    case pattern(String)
    /// A string has a format.
    case format(TextFormat)
    /// A number is at least this one.
    case minimum(Bound)
    /// A number is at most this one.
    case maximum(Bound)
    /// A number is greater than this one.
    case exclusiveMinimum(Bound)
    /// A number is less than this one.
    case exclusiveMaximum(Bound)
    /// A number is a multiple of this one, which is greater than zero.
    case multipleOf(Bound)
    /// An array has at least this many elements.
    case minItems(Int)
    /// An array has at most this many elements.
    case maxItems(Int)
    /// No two elements of an array are equal. Strings are compared as in Swift, by canonical
    /// equivalence.
    case uniqueItems

    /// An exact bound, as it was written: `0.1` equals only `0.1`.
    public struct Bound: Hashable, Sendable {
        /// The number.
        public let number: JSON.Number

        /// Creates a bound.
        ///
        /// - Parameter number: The number.
        public init(_ number: JSON.Number) {
            self.number = number
        }

        fileprivate var value: DecimalText { DecimalText(number.literal) }
    }
}

extension Constraint.Bound: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    CustomStringConvertible
{
    /// Creates a bound from an integer.
    public init(integerLiteral value: Int64) {
        number = JSON.Number(value)
    }

    /// Creates a bound from a number; one that is not finite (no literal is) becomes the greatest
    /// finite number.
    public init(floatLiteral value: Double) {
        let greatest = Double.greatestFiniteMagnitude
        let finite = min(max(value, -greatest), greatest)
        number = JSON.Number(finite) ?? JSON.Number(0)
    }

    /// The number: an integer without a fraction, any other as it was written.
    public var description: String {
        number.integer(Int64.self).map { "\($0)" } ?? number.literal
    }
}

extension Constraint {
    /// The requirement in a few English words that a form can show after the name of a property:
    /// `must have at least 3 characters`.
    public var message: String {
        switch self {
        case .minLength(let count): "must have at least \(Self.counted(count, "character"))"
        case .maxLength(let count): "must have at most \(Self.counted(count, "character"))"
        case .pattern(let pattern): "must match the pattern \(pattern)"
        case .format(let format): "must be \(format.noun)"
        case .minimum(let number): "must be at least \(number)"
        case .maximum(let number): "must be at most \(number)"
        case .exclusiveMinimum(let number): "must be greater than \(number)"
        case .exclusiveMaximum(let number): "must be less than \(number)"
        case .multipleOf(let number): "must be a multiple of \(number)"
        case .minItems(let count): "must have at least \(Self.counted(count, "element"))"
        case .maxItems(let count): "must have at most \(Self.counted(count, "element"))"
        case .uniqueItems: "must not have the same element twice"
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// Returns whether this is a lower bound, the other one an upper bound, and no value satisfies
    /// both.
    ///
    /// - Parameter other: The other constraint.
    /// - Returns: Whether they contradict each other.
    package func isAbove(_ other: Constraint) -> Bool {
        switch (self, other) {
        case (.minLength(let least), .maxLength(let most)): least > most
        case (.minItems(let least), .maxItems(let most)): least > most
        case (.minimum(let least), .maximum(let most)),
            (.minimum(let least), .exclusiveMaximum(let most)),
            (.exclusiveMinimum(let least), .maximum(let most)),
            (.exclusiveMinimum(let least), .exclusiveMaximum(let most)):
            !other.isSatisfied(by: least.number) || !isSatisfied(by: most.number)
        default: false
        }
    }

    /// The kind of values that the constraint restricts: strings, numbers or arrays.
    package var restrictedKind: JSONKind {
        switch self {
        case .minLength, .maxLength, .pattern, .format: .string
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: .number
        case .minItems, .maxItems, .uniqueItems: .array
        }
    }

    /// The JSON Schema keyword, which is also the key in a schema.
    package var keyword: String {
        switch self {
        case .minLength: "minLength"
        case .maxLength: "maxLength"
        case .pattern: "pattern"
        case .format: "format"
        case .minimum: "minimum"
        case .maximum: "maximum"
        case .exclusiveMinimum: "exclusiveMinimum"
        case .exclusiveMaximum: "exclusiveMaximum"
        case .multipleOf: "multipleOf"
        case .minItems: "minItems"
        case .maxItems: "maxItems"
        case .uniqueItems: "uniqueItems"
        }
    }
}

extension Constraint {
    /// Returns whether a JSON value satisfies the constraint; as in JSON Schema, a value of another
    /// kind does.
    ///
    /// - Parameter json: The value.
    /// - Returns: Whether it does.
    public func isSatisfied(by json: JSON) -> Bool {
        switch json {
        case .string(let text): isSatisfied(by: text, pattern: nil)
        case .number(let number): isSatisfied(by: number)
        case .array(let elements):
            isSatisfied(byCount: elements.count) { Set(elements).count == elements.count }
        case .null, .bool, .object: true
        }
    }

    /// Returns whether a string satisfies it; takes a pattern that is already parsed.
    func isSatisfied(by text: String, pattern: Pattern?) -> Bool {
        switch self {
        case .minLength(let count): text.unicodeScalars.count >= count
        case .maxLength(let count): text.unicodeScalars.count <= count
        case .pattern(let source):
            (pattern ?? (try? Pattern(source)))?.matches(text) ?? true
        case .format(let format): format.isSatisfied(by: text)
        default: true
        }
    }

    /// Returns whether a number satisfies it.
    func isSatisfied(by number: JSON.Number) -> Bool {
        let value = DecimalText(number.literal)
        return switch self {
        case .minimum(let bound): !value.isLess(than: bound.value)
        case .maximum(let bound): !bound.value.isLess(than: value)
        case .exclusiveMinimum(let bound): bound.value.isLess(than: value)
        case .exclusiveMaximum(let bound): value.isLess(than: bound.value)
        case .multipleOf(let divisor): value.isMultiple(of: divisor.value)
        default: true
        }
    }

    /// Returns whether an array with this number of elements satisfies it.
    func isSatisfied(byCount count: Int, areUnique: () -> Bool) -> Bool {
        switch self {
        case .minItems(let least): count >= least
        case .maxItems(let most): count <= most
        case .uniqueItems: areUnique()
        default: true
        }
    }
}
