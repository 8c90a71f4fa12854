import RepositoryValues
import SchemaLanguage

/// Examples as names and values: the way in which a query, a form, and other parts of a request
/// write arrays and objects.
struct ExamplePairs {
    /// A name with its value, neither of them encoded.
    typealias Pair = (name: String, value: String)

    /// How the elements of an array are written.
    let arrays: CheckedMedia.Arrays
    /// How the properties of an object are written.
    let objects: CheckedMedia.Objects

    /// The pairs of a query or a form for a value.
    func pairs(_ name: String, _ value: ExampleJSON.Value) -> [Pair] {
        switch value {
        case .raw: return [(name, text(of: value))]
        case .array(let elements):
            switch arrays {
            case .commas, .spaces, .pipes: return [(name, text(of: value))]
            case .brackets: return elements.flatMap { pairs("\(name)[]", $0) }
            case .repeated, .indices:
                return elements.enumerated().flatMap { index, element in
                    var isObject = false
                    if case .object = element { isObject = true }
                    let isNumbered = arrays == .indices || isObject
                    return pairs(isNumbered ? "\(name)[\(index)]" : name, element)
                }
            }
        case .object(let members):
            switch objects {
            case .brackets: return members.flatMap { pairs("\(name)[\($0.key)]", $0.value) }
            case .dots: return members.flatMap { pairs("\(name).\($0.key)", $0.value) }
            case .exploded: return members.flatMap { pairs($0.key, $0.value) }
            case .commas: return [(name, text(of: value))]
            }
        }
    }

    /// A value as one text, as in a path or a header field.
    func text(of value: ExampleJSON.Value) -> String {
        switch value {
        case .raw(let text):
            return (try? JSON(jsonText: text))?.string ?? text
        case .array(let elements):
            let separator =
                switch arrays {
                case .spaces: " "
                case .pipes: "|"
                case .repeated, .brackets, .indices, .commas: ","
                }
            return elements.map(text).joined(separator: separator)
        case .object(let members):
            let isExploded = objects == .exploded
            return members.map { "\($0.key)\(isExploded ? "=" : ",")\(text(of: $0.value))" }
                .joined(separator: ",")
        }
    }
}
