/// A restriction on the values of a property beyond their type, such as a greatest length.
///
/// Constraints have the meaning that JSON Schema gives the keywords of the same names. Each restricts values of one
/// kind: a length says nothing of a number, and any number satisfies it.
///
/// Nothing is refused for a constraint when it is read. An app checks what its user enters by
/// ``Constrained/problems()``.
public enum Constraint: Hashable, Sendable {
    /// A text has at least this many characters, counted in Unicode scalars.
    case minLength(Int)
    /// A text has at most this many characters, counted in Unicode scalars.
    case maxLength(Int)
    /// A regular expression matches somewhere in a text; see ``Pattern`` for the dialect.
    ///
    /// One that is no ``Pattern`` restricts nothing.
    case pattern(String)
    /// A text has a format.
    case format(TextFormat)
    /// A number is at least this one.
    case minimum(Bound)
    /// A number is at most this one.
    case maximum(Bound)
    /// A number is greater than this one.
    case exclusiveMinimum(Bound)
    /// A number is less than this one.
    case exclusiveMaximum(Bound)
    /// A number divided by this one, which is greater than zero, is a whole number.
    case multipleOf(Bound)
    /// An array has at least this many elements.
    case minItems(Int)
    /// An array has at most this many elements.
    case maxItems(Int)
    /// No two elements of an array are equal.
    case uniqueItems

    /// A number that others are compared with, exactly as it was written: `0.1` is no other than itself.
    public struct Bound: Hashable, Sendable {
        /// The number.
        public let number: JSON.Number

        /// Makes a bound.
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
    /// Makes a bound of a whole number.
    public init(integerLiteral value: Int64) {
        number = JSON.Number(value)
    }

    /// Makes a bound of a number; one that is not finite, which no literal is, becomes the greatest that is.
    public init(floatLiteral value: Double) {
        let greatest = Double.greatestFiniteMagnitude
        let finite = min(max(value, -greatest), greatest)
        number = JSON.Number(finite) ?? JSON.Number(0)
    }

    /// The number: a whole one without a fraction, any other as it was written.
    public var description: String {
        number.integer(Int64.self).map { "\($0)" } ?? number.literal
    }
}

extension Constraint {
    /// What a value has to be, in a few English words that a form can show behind the name of a property:
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

    /// Whether this is a lower bound, the other one an upper bound, and no value satisfies both.
    ///
    /// - Parameter other: The other constraint.
    /// - Returns: Whether they contradict one another.
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

    /// The kind of values that the constraint restricts: text, numbers or arrays.
    package var restrictedKind: JSONKind {
        switch self {
        case .minLength, .maxLength, .pattern, .format: .string
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: .number
        case .minItems, .maxItems, .uniqueItems: .array
        }
    }

    /// The keyword of JSON Schema, which is also the key in a schema.
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
    /// Whether a JSON value satisfies the constraint, as JSON Schema says: a value of another kind does.
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

    /// Whether a text does; a pattern that has been read already need not be read once more.
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

    /// Whether a number does.
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

    /// Whether an array does, of so many elements.
    func isSatisfied(byCount count: Int, areUnique: () -> Bool) -> Bool {
        switch self {
        case .minItems(let least): count >= least
        case .maxItems(let most): count <= most
        case .uniqueItems: areUnique()
        default: true
        }
    }
}
