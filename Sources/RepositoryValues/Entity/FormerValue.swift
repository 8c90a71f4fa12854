/// The former form of a nested value in earlier versions of an app.
///
///     // `Line: { properties: { count: { type: Int, was: quantity }, price: Money } }`
///     EntitySchema(
///         name: "Order",
///         formerPlaces: ["lines": .array(of: .value("Line"))],
///         formerValues: [
///             "Line": FormerValue(
///                 .members(["price": .value("Money")]),
///                 former: ["count": [FormerProperty("quantity")]],
///                 properties: ["count", "price"]
///             ),
///             "Money": FormerValue(former: ["cents": [FormerProperty("amount")]], properties: ["cents"]),
///         ]
///     )
public struct FormerValue: Hashable, Sendable {
    /// The locations of ``EntitySchema/formerValues`` in the value.
    public let contained: ContainedReferences
    /// The former forms of its properties, by JSON key.
    public let former: [String: [FormerProperty]]
    /// The former raw values of an enum, each with its current one.
    public let renamed: [JSON: JSON]
    /// The JSON keys of its properties.
    public let properties: Set<String>

    /// Creates the former form of an object or a union.
    ///
    /// - Parameters:
    ///   - contained: The locations of other values, by the names in ``EntitySchema/formerValues``.
    ///   - former: The former forms of its properties, by key.
    ///   - properties: The keys of its properties.
    public init(
        _ contained: ContainedReferences = .members([:]),
        former: [String: [FormerProperty]] = [:],
        properties: Set<String> = []
    ) {
        (self.contained, self.former, self.properties) = (contained, former, properties)
        renamed = [:]
    }

    /// Creates the former form of an enum.
    ///
    /// - Parameter renamed: The former raw values, each with its current one.
    public init(renamed: [JSON: JSON]) {
        (contained, former, properties) = (.members([:]), [:], [])
        self.renamed = renamed
    }

    /// The former raw values in ``EntitySchema/storedForm``.
    var renamedJSON: JSON {
        .array(
            renamed.map { .array([$0.key, $0.value]) }.sorted { $0.description < $1.description }
        )
    }
}
