public import RepositoryRuntime

extension JSON {
    /// The kinds of values that a union may tell its cases apart by.
    public enum Kind: Sendable {
        case string, number, bool, array, object
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
