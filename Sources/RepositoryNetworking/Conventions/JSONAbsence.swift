#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why nothing stands at a key path of a body.
struct JSONAbsence: Sendable {
    /// In a sentence, which key path was looked for, and what there is in its place; keys are said, values
    /// are not.
    let description: String
    /// Whether the body says that there is none: by null on the way, or by an array that ends before.
    let isSaid: Bool
    /// Whether it says so by an array, of what a request was about.
    let isOfArray: Bool

    /// Finds out why.
    ///
    /// - Parameters:
    ///   - path: What was looked for.
    ///   - data: The body.
    /// - Throws: ``JSONError`` where the body is no JSON.
    init(of path: JSONKeyPath, in data: Data) throws(JSONError) {
        var value = try JSON(jsonData: data)
        var passed: [JSONKeyPath.Component] = []
        for component in path.components {
            guard let next = value[component] else { break }
            value = next
            passed.append(component)
        }
        let place = passed.isEmpty ? "the body" : "'\(JSONKeyPath(passed))'"
        description = "There is nothing at '\(path)': \(place) \(Self.content(of: value))."
        isOfArray =
            switch (value, path.components.dropFirst(passed.count).first) {
            case (.array, .index): true
            default: false
            }
        isSaid = isOfArray || value.isNull
    }

    /// How many keys are named.
    private static let limit = 10

    /// What a value is, as far as its keys say it.
    private static func content(of value: JSON) -> String {
        switch value {
        case .null: return "is null"
        case .array(let elements): return "is an array of \(elements.count)"
        case .object(let members):
            let keys = members.keys.sorted().map { "'\($0.prefix(40))'" }
            guard let last = keys.last else { return "is an object without keys" }
            if keys.count == 1 { return "has the key \(last)" }
            guard keys.count > limit else {
                return "has the keys \(keys.dropLast().joined(separator: ", ")) and \(last)"
            }
            return "has the keys \(keys.prefix(limit).joined(separator: ", ")) and others"
        default: return "is no object"
        }
    }
}
