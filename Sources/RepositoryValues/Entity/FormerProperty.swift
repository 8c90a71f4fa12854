/// The former form of a property in an earlier version of an app: its JSON key, and how to convert
/// its value.
///
///     // `likeCount: { type: String, was: { key: likes, type: Int } }`
///     former: ["likeCount": [FormerProperty("likes", .text)]]
public struct FormerProperty: Sendable {
    /// One step from a former value to a current one.
    ///
    /// A value in the current form is not changed.
    public enum Step: Hashable, Sendable {
        /// Null becomes missing, so that the default of the property applies.
        case withoutNull
        /// A number or a Boolean becomes a string with its JSON text.
        case text
        /// A value that is neither null nor an array becomes an array with one element.
        case array
        /// Replaces values, also in arrays and as values of objects.
        case renamed([JSON: JSON])
    }

    /// The JSON key.
    public let key: String
    /// The steps, in order; empty if the value is not changed.
    public let steps: [Step]
    /// The locations of ``EntitySchema/formerValues`` in its values, which are converted before the
    /// function of the app is called; nil if there are none.
    public let place: ReferencePlace?
    /// How the app converts its values; nil if it does not.
    private let conversion: Conversion?

    /// A function of the app that converts values of a former type.
    private struct Conversion: Sendable {
        /// The former type.
        let type: String
        let isFormer: @Sendable (JSON) -> Bool
        let convert: @Sendable (JSON) throws -> JSON
    }

    /// Creates a former property.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - steps: The steps from former values to current ones.
    public init(_ key: String, _ steps: Step...) {
        self.init(key, steps: steps)
    }

    /// Creates a former property.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - steps: The steps from former values to current ones.
    package init(_ key: String, steps: [Step]) {
        self.key = key
        self.steps = steps
        (place, conversion) = (nil, nil)
    }

    /// Creates a former property whose values the app converts.
    ///
    /// - Parameters:
    ///   - key: The JSON key. If it is still the key of the property, the former type must be of
    ///     another JSON type than the current one, because only values of the former type are
    ///     converted.
    ///   - steps: The steps before the conversion; null is not converted.
    ///   - place: The locations of ``EntitySchema/formerValues`` in its values.
    ///   - old: The codec of former values.
    ///   - new: The codec of current values.
    ///   - convert: Converts a value. If it throws, the document is not changed.
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
        conversion = Conversion(
            type: String(describing: Old.self),
            isFormer: { json in (try? old.decode(dictionaryValue: json.any)) != nil },
            convert: { json in
                let value = try convert(try old.decode(dictionaryValue: json.any))
                return try JSON(any: new.dictionaryValue(of: value))
            }
        )
    }

    /// Whether a function of the app converts its values.
    package var isConvertedByApp: Bool { conversion != nil }

    /// Returns whether a value is of the former type, if the app converts it.
    func matches(_ value: JSON) -> Bool { conversion?.isFormer(value) ?? true }

    /// Converts a value.
    ///
    /// - Parameter value: A former value.
    /// - Returns: The current value; nil if the property becomes missing.
    /// - Throws: The error of the app's function, and `ConversionError` if the value is not a
    ///   former value.
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
        guard let conversion, value != .null else { return value }
        return try conversion.convert(value)
    }

    private static func renamed(_ value: JSON, _ names: [JSON: JSON]) -> JSON {
        switch value {
        case .array(let elements): .array(elements.map { renamed($0, names) })
        case .object(let members): .object(members.mapValues { renamed($0, names) })
        default: names[value] ?? value
        }
    }

    /// Its representation in ``EntitySchema/storedForm``.
    var json: JSON {
        .array([.string(key)] + steps.map(\.json) + (conversion.map { [.string($0.type)] } ?? []))
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
    /// Returns whether two former properties are equal; of their functions, only the types are
    /// compared.
    public static func == (first: FormerProperty, second: FormerProperty) -> Bool {
        first.json == second.json
    }

    /// Hashes the properties that determine equality.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
