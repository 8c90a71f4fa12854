public import RepositoryRuntime

extension JSON {
    /// The kinds of values by which a union may distinguish its cases.
    public enum Kind: Sendable {
        case string, number, bool, array, object
    }

    /// Whether a decoder reads all numbers in the value exactly.
    ///
    /// Of large numbers, it reads those exactly that have no fraction and no exponent.
    var hasPlainNumbers: Bool {
        switch self {
        case .null, .bool, .string: true
        case .number(let number):
            number.literal.allSatisfy { $0.isNumber || $0 == "-" }
                || number.double.map { abs($0) < 9e15 } == true
        case .array(let elements): elements.allSatisfy(\.hasPlainNumbers)
        case .object(let members): members.values.allSatisfy(\.hasPlainNumbers)
        }
    }

    /// The kind of the value; nil for null.
    var lawKind: Kind? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
