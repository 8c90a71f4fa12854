/// What a property was in an earlier version of an app: where its value stood in JSON, and what makes today's value
/// of it.
///
///     // `likeCount: { type: String, was: { key: likes, type: Int } }`
///     former: ["likeCount": [FormerProperty("likes", .text)]]
public struct FormerProperty: Sendable {
    /// One step from a former value to one of today.
    ///
    /// A value that is converted already stays as it is.
    public enum Step: Hashable, Sendable {
        /// Null becomes absent, so that the default of the property holds.
        case withoutNull
        /// A number or a Boolean becomes the text that it is in JSON.
        case text
        /// A value that is neither null nor an array becomes an array of it.
        case array
        /// Each of these values becomes another one, also in arrays and as a value of objects.
        case renamed([JSON: JSON])
    }

    /// The key in JSON.
    public let key: String
    /// The steps, in order; none where the value stays as it is.
    public let steps: [Step]
    /// Where in its values those of ``EntitySchema/formerValues`` are, which are converted before the app converts it;
    /// nil where there are none.
    public let place: ReferencePlace?
    private let convert: (@Sendable (JSON) throws -> JSON)?

    /// Creates a former property.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - steps: The steps from its values to those of today.
    public init(_ key: String, _ steps: Step...) {
        self.init(key, steps: steps)
    }

    /// Creates a former property.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - steps: The steps from its values to those of today.
    package init(_ key: String, steps: [Step]) {
        self.key = key
        self.steps = steps
        (place, convert) = (nil, nil)
    }

    /// Creates a former property whose values the app converts.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - steps: The steps before the conversion; null is not converted.
    ///   - place: Where in its values those of ``EntitySchema/formerValues`` are.
    ///   - old: How its values were written.
    ///   - new: How the values of today are written.
    ///   - convert: Makes a value of today. Where it throws, the document stays as it is.
    public init<Old: JSONCodec, New: JSONCodec>(
        _ key: String,
        _ steps: Step...,
        in place: ReferencePlace? = nil,
        from old: Old,
        to new: New,
        by convert: @escaping @Sendable (Old.Value) throws -> New.Value
    ) {
        self.key = key
        self.steps = steps
        self.place = place
        self.convert = { json in
            let value = try convert(try old.decode(dictionaryValue: json.any))
            return try JSON(any: new.dictionaryValue(of: value))
        }
    }

    /// Whether a function of the app converts its values.
    var isConvertedByApp: Bool { convert != nil }

    /// Converts a value.
    ///
    /// - Parameter value: A value of then.
    /// - Returns: The value of today; nil where the property becomes absent.
    /// - Throws: What the app's function throws, and `ConversionError` for what was no value of then.
    package func converted(_ value: JSON) throws -> JSON? {
        var value = value
        for step in steps {
            switch (step, value) {
            case (.withoutNull, .null): return nil
            case (.text, .number(let number)): value = .string(number.literal)
            case (.text, .bool(let bool)): value = .string(bool ? "true" : "false")
            case (.array, .null), (.array, .array): break
            case (.array, _): value = .array([value])
            case (.renamed(let names), _): value = Self.renamed(value, names)
            case (.withoutNull, _), (.text, _): break
            }
        }
        guard let convert, value != .null else { return value }
        return try convert(value)
    }

    private static func renamed(_ value: JSON, _ names: [JSON: JSON]) -> JSON {
        switch value {
        case .array(let elements): .array(elements.map { renamed($0, names) })
        case .object(let members): .object(members.mapValues { renamed($0, names) })
        default: names[value] ?? value
        }
    }

    /// What it says, for notes in a store.
    package var json: JSON {
        .array([.string(key)] + steps.map(\.json) + (convert == nil ? [] : [true]))
    }
}

extension FormerProperty.Step {
    fileprivate var json: JSON {
        switch self {
        case .withoutNull: "withoutNull"
        case .text: "text"
        case .array: "array"
        case .renamed(let names):
            .object(
                Dictionary(names.map { ($0.key.description, $0.value) }) { first, _ in first }
            )
        }
    }
}

extension FormerProperty: Hashable {
    /// Whether two say the same; of functions, only whether both have one.
    public static func == (first: FormerProperty, second: FormerProperty) -> Bool {
        first.json == second.json
    }

    /// Feeds what it says to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
