import Foundation

/// The reason why there is no value at a key path of a body.
struct JSONAbsence: Sendable {
    /// A sentence with the key path and what is in its place; it contains keys, but no values.
    let description: String
    /// Whether the body explicitly has no value: null on the path, or an array that is too short.
    let isSaid: Bool
    /// Whether the value is missing because an array is too short.
    let isOfArray: Bool

    /// Determines the reason.
    ///
    /// - Parameters:
    ///   - path: The key path.
    ///   - data: The body.
    /// - Throws: ``JSONError`` if the body is not JSON.
    init(of path: JSONKeyPath, in data: Data) throws(JSONError) {
        var value = try JSON(jsonData: data)
        var passed: [JSONKeyPath.Component] = []
        for component in path.components {
            guard let next = value[component] else { break }
            value = next
            passed.append(component)
        }
        let place = passed.isEmpty ? "the body" : "'\(JSONKeyPath(passed))'"
        description = "There is no value at '\(path)': \(place) \(Self.content(of: value))."
        isOfArray =
            switch (value, path.components.dropFirst(passed.count).first) {
            case (.array, .index): true
            default: false
            }
        isSaid = isOfArray || value.isNull
    }

    /// The largest number of keys to list.
    private static let limit = 10

    /// Returns a description of a value by its keys.
    private static func content(of value: JSON) -> String {
        switch value {
        case .null: return "is null"
        case .array(let elements): return "is an array of length \(elements.count)"
        case .object(let members):
            let keys = members.keys.sorted().map { "'\($0.prefix(40))'" }
            guard let last = keys.last else { return "is an object without keys" }
            if keys.count == 1 { return "has the key \(last)" }
            guard keys.count > limit else {
                return "has the keys \(keys.dropLast().joined(separator: ", ")) and \(last)"
            }
            return "has the keys \(keys.prefix(limit).joined(separator: ", ")) and others"
        default: return "is not an object"
        }
    }
}
