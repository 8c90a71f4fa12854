/// A legal Swift identifier; only ``NameScope`` makes one.
struct SwiftIdentifier: Hashable, Sendable {
    /// The identifier without backticks, as after a dot.
    let text: String

    /// The identifier as a declaration or on its own: with backticks if it is a keyword.
    let name: String

    fileprivate init(text: String) {
        self.text = text
        name = SwiftKeywords.inExpressions.contains(text) ? "`\(text)`" : text
    }

    private var isKeyword: Bool { name.utf8.count != text.utf8.count }

    /// The identifier as a parameter declaration, whose label may be a keyword: `class: String`.
    var parameter: String {
        isKeyword && SwiftKeywords.inParameters.contains(text) ? name : text
    }

    /// The identifier as the label of a type in a tuple: `` (`class`: String, name: String) ``.
    var tupleLabel: String {
        SwiftKeywords.inTuples.contains(text) ? "`\(text)`" : text
    }

    /// The identifier as the value of an argument of the same label: `class: \`class\``.
    var argument: String { argument(name) }

    /// An argument with the identifier as its label: `class: "first"`.
    func argument(_ value: String) -> String {
        let label = isKeyword && SwiftKeywords.inArguments.contains(text) ? name : text
        return "\(label): \(value)"
    }
}

/// The kind of declaration, which decides the case of an identifier and the reserved names.
enum NameRole: Sendable {
    case property, parameter, enumerationCase, function, type, local

    /// The word appended to a name that is reserved: `self` becomes `selfValue`.
    var suffix: String {
        switch self {
        case .property, .parameter, .local: "Value"
        case .enumerationCase: "Case"
        case .function: "Operation"
        case .type: "Type"
        }
    }

    /// The name for text without a letter or digit.
    var fallback: String {
        switch self {
        case .property, .local: "value"
        case .parameter: "parameter"
        case .enumerationCase: "empty"
        case .function: "operation"
        case .type: "Unnamed"
        }
    }
}

/// The names of one scope: gives each schema name a legal and unique identifier.
///
///     var scope = NameScope(.property, reserved: SwiftNames.entityMembers)
///     scope.identifiers(for: ["sent_at", "self", "1st"])   // sentAt, selfValue, _1st
struct NameScope: Sendable {
    private let role: NameRole
    private let reserved: Set<String>
    private var taken: Set<String>
    /// The next number for a name that is taken; all smaller numbers are taken, too.
    private var nextNumbers: [String: Int] = [:]

    /// Makes a scope.
    ///
    /// - Parameters:
    ///   - role: The kind of declaration of its names.
    ///   - reserved: The names that generated code uses in the scope.
    ///   - taken: The names that are already declared in the scope.
    init(_ role: NameRole, reserved: Set<String> = [], taken: Set<String> = []) {
        self.role = role
        self.reserved = reserved
        self.taken = taken
    }

    /// Declares names that belong together, in their order.
    ///
    /// Names that can stay unchanged come first: `user_id` next to `userID` becomes `userID2`, in
    /// either order of the schema.
    mutating func identifiers(for names: [String]) -> [SwiftIdentifier] {
        var wanted = names.map(preferred)
        var result = [SwiftIdentifier?](repeating: nil, count: names.count)
        for index in names.indices where wanted[index].utf8.elementsEqual(names[index].utf8) {
            if taken.insert(wanted[index]).inserted {
                result[index] = SwiftIdentifier(text: wanted[index])
            }
        }
        for index in names.indices where result[index] == nil {
            wanted[index] = free(wanted[index])
            result[index] = SwiftIdentifier(text: wanted[index])
        }
        return result.compactMap(\.self)
    }

    /// Declares another name.
    mutating func identifier(for name: String) -> SwiftIdentifier {
        SwiftIdentifier(text: free(preferred(name)))
    }

    /// The preferred identifier for a name.
    private func preferred(_ name: String) -> String {
        let text =
            switch role {
            // The schema name of a type is also its file name, so it is kept if possible.
            case .type: name.isCapitalIdentifier ? name : NameWords(name).upperCamelCase
            default: name.isPlainCamelCase ? name : NameWords(name).lowerCamelCase
            }
        let legal = text.isEmpty ? role.fallback : text
        let isReserved =
            reserved.contains(legal)
            || (role == .type ? SwiftKeywords.neverTypes : SwiftKeywords.neverMembers)
                .contains(legal)
        return isReserved ? legal + role.suffix : legal
    }

    private mutating func free(_ name: String) -> String {
        var candidate = name
        var number = nextNumbers[name] ?? 2
        // A trailing digit would merge with the number: `line1` next to `line1` becomes `line1x2`.
        let separator = name.last?.isNumber == true ? "x" : ""
        while reserved.contains(candidate) || !taken.insert(candidate).inserted {
            candidate = "\(name)\(separator)\(number)"
            number += 1
            nextNumbers[name] = number
        }
        return candidate
    }
}

extension String {
    /// Whether the text is ASCII letters and digits with a lowercase letter first, as most names
    /// are.
    fileprivate var isPlainCamelCase: Bool {
        guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
            return false
        }
        return utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
    }

    /// Whether the text is an identifier with a capital first.
    fileprivate var isCapitalIdentifier: Bool {
        unicodeScalars.first?.properties.isUppercase == true
            && unicodeScalars.allSatisfy { $0 == "_" || $0.isWordPart }
    }
}
