/// What a value that entities contain was in earlier versions of an app.
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
    /// Where in the value those of ``EntitySchema/formerValues`` are.
    public let contained: ContainedReferences
    /// What its properties were, by their keys in JSON.
    public let former: [String: [FormerProperty]]
    /// The raw values of an enum, each with the one that it is today.
    public let renamed: [JSON: JSON]
    /// The keys of its properties in JSON.
    public let properties: Set<String>

    /// Creates what an object was, or what is one of several values.
    ///
    /// - Parameters:
    ///   - contained: Where in the value others are, by the names of ``EntitySchema/formerValues``.
    ///   - former: What its properties were, by their keys.
    ///   - properties: The keys of its properties.
    public init(
        _ contained: ContainedReferences = .members([:]),
        former: [String: [FormerProperty]] = [:],
        properties: Set<String> = []
    ) {
        (self.contained, self.former, self.properties) = (contained, former, properties)
        renamed = [:]
    }

    /// Creates what a case of an enum was.
    ///
    /// - Parameter renamed: The former raw values, each with the one of today.
    public init(renamed: [JSON: JSON]) {
        (contained, former, properties) = (.members([:]), [:], [])
        self.renamed = renamed
    }

    /// The places in it, each behind the key, the tag or the kind that leads there.
    package var places: [(step: String, place: ReferencePlace)] {
        let places: [(String, ReferencePlace)] =
            switch contained {
            case .members(let places), .tagged(_, let places): places.map { ($0, $1) }
            case .kinds(let places): places.map { ($0.rawValue, $1) }
            }
        let former = former.flatMap(\.value).compactMap { former in
            former.place.map { (former.key, $0) }
        }
        return (places + former).sorted { $0.0 < $1.0 }
    }
}

extension ReferencePlace {
    /// The name of the value that it leads to; nil where it leads to an identity.
    package var valueName: String? {
        switch self {
        case .value(let name): name
        case .array(let inner), .dictionary(let inner): inner.valueName
        case .identity, .url: nil
        }
    }
}
