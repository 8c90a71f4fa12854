/// What a property was in an earlier version of an app: where its value stood in JSON, and what makes today's value
/// of it.
///
///     // `likeCount: { type: String, was: { key: likes, type: Int } }`
///     former: ["likeCount": [FormerProperty("likes", .text)]]
public struct FormerProperty: Hashable, Sendable {
    /// One step from a former value to one of today.
    ///
    /// A value that is converted already stays as it is.
    public enum Step: String, Hashable, Sendable {
        /// Null becomes absent, so that the default of the property holds.
        case withoutNull
        /// A number or a Boolean becomes the text that it is in JSON.
        case text
        /// A value that is neither null nor an array becomes an array of it.
        case array
    }

    /// The key in JSON.
    public var key: String
    /// The steps, in order; none where the value stays as it is.
    public var steps: [Step]

    /// Creates a former property.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - steps: The steps from its values to those of today.
    public init(_ key: String, _ steps: Step...) {
        self.key = key
        self.steps = steps
    }

    /// Converts a value.
    ///
    /// - Parameter value: A value of then, or one that is converted already.
    /// - Returns: The value of today; nil where the property becomes absent.
    package func converted(_ value: JSON) -> JSON? {
        var value = value
        for step in steps {
            switch (step, value) {
            case (.withoutNull, .null): return nil
            case (.text, .number(let number)): value = .string(number.literal)
            case (.text, .bool(let bool)): value = .string(bool ? "true" : "false")
            case (.array, .null), (.array, .array): break
            case (.array, _): value = .array([value])
            case (.withoutNull, _), (.text, _): break
            }
        }
        return value
    }

    var json: JSON {
        .array([.string(key)] + steps.map { .string($0.rawValue) })
    }
}

extension EntitySchema {
    /// Members with the properties that were others once, as they are today.
    ///
    /// - Parameter members: The members of a document, or some of them.
    /// - Returns: All of them, converted; nil where none is to be.
    package func convertingFormer(_ members: [String: JSON]) -> [String: JSON]? {
        var converted = members
        for (key, all) in former {
            for former in all {
                guard let value = converted[former.key] else { continue }
                converted[former.key] = nil
                // What has the new key already is newer.
                if former.key == key || converted[key] == nil {
                    converted[key] = former.converted(value)
                }
            }
        }
        return converted == members ? nil : converted
    }
}
