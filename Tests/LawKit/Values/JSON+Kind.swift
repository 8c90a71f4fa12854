public import RepositoryRuntime

extension JSON {
    /// The kinds of values that a union may tell its cases apart by.
    public enum Kind: Sendable {
        case string, number, bool, array, object
    }

    /// Whether a decoder reads all numbers in it as what they are: of large ones, those without a
    /// fraction or an exponent.
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

    /// What kind the value is; nil of null.
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
