import Diagnostics
import YAMLTree

/// The content of a tree in terms of JSON: numbers by value, objects without order.
enum JSONShape: Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONShape])
    case object([String: JSONShape])

    /// Creates the shape of a node whose keys are scalars.
    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: self = .null
            case .bool(let value): self = .bool(value)
            case .integer, .float: self = .number(scalar.floatingPointValue ?? .nan)
            case .string: self = .string(scalar.text)
            }
        case .sequence(let elements):
            self = .array(elements.map(JSONShape.init))
        case .mapping(let pairs):
            let members = pairs.map { ($0.key.text ?? "", JSONShape($0.value)) }
            self = .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Returns the shapes of consecutive JSON texts; nil if one is malformed.
    static func documents(of texts: String) -> [JSONShape]? {
        var documents: [JSONShape] = []
        for text in split(texts) {
            let file = SourceFile(path: "expected.json", text: text)
            guard let root = (try? YAMLReader().read(file)) ?? nil else {
                return nil
            }
            documents.append(JSONShape(root))
        }
        return documents
    }

    /// Splits at the ends of lines outside of all brackets, which is how the suite writes the
    /// texts.
    private static func split(_ texts: String) -> [String] {
        var result: [String] = []
        var current = ""
        var depth = 0
        for line in texts.split(separator: "\n") {
            current += line + "\n"
            var isInString = false
            var isEscaped = false
            for character in line {
                switch character {
                case _ where isEscaped: isEscaped = false
                case "\\": isEscaped = true
                case "\"": isInString.toggle()
                case "[" where !isInString, "{" where !isInString: depth += 1
                case "]" where !isInString, "}" where !isInString: depth -= 1
                default: break
                }
            }
            if depth == 0 {
                result.append(current)
                current = ""
            }
        }
        return result
    }
}
