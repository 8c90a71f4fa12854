import Foundation

/// What the objects of a collection may have, as a service checks it.
package struct RecordSchema: Sendable {
    /// What a value is.
    package enum Kind: Sendable {
        /// A text.
        case text
        /// A text, of which the service keeps what stands between the spaces around it.
        case trimmedText
        /// A whole number.
        case integer
        /// A decimal, which is written as text with so many places.
        case decimal(places: Int)
        /// An array.
        case list
        /// The identity of an object of another collection.
        case reference(to: String)
    }

    /// A property.
    package struct Property: Sendable {
        let kind: Kind
        let isRequired: Bool
        let isNullable: Bool
        let fallback: String?

        /// Creates a property.
        ///
        /// - Parameters:
        ///   - kind: What its value is.
        ///   - isRequired: Whether an object without it is refused.
        ///   - isNullable: Whether it may be null.
        ///   - fallback: What it is where it is left out, as JSON; nil where it is absent then.
        package init(
            _ kind: Kind,
            isRequired: Bool = false,
            isNullable: Bool = false,
            else fallback: String? = nil
        ) {
            self.kind = kind
            self.isRequired = isRequired
            self.isNullable = isNullable
            self.fallback = fallback
        }
    }

    /// What is the matter with a member that was sent.
    enum Problem {
        case unknown, missing, null, type
        /// It refers to nothing.
        case nowhere
    }

    let name: String
    let properties: [String: Property]

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - name: The name of the collection, as it stands in paths.
    ///   - properties: What an object may have besides what the service itself makes.
    package init(
        _ name: String,
        _ properties: [String: Property]
    ) {
        self.name = name
        self.properties = properties
    }

    /// What is the matter with members, in the order of their keys.
    ///
    /// - Parameters:
    ///   - sent: The members.
    ///   - isWhole: Whether they are all that the object has.
    ///   - exists: Whether there is an object with an identity in a collection.
    /// - Returns: Each key with what is the matter.
    func problems(
        in sent: [String: Any],
        isWhole: Bool,
        exists: (_ collection: String, _ id: String) -> Bool = { _, _ in true }
    ) -> [(key: String, problem: Problem)] {
        var problems: [(key: String, problem: Problem)] = []
        for (key, value) in sent {
            guard let property = properties[key] else {
                problems.append((key, .unknown))
                continue
            }
            if value is NSNull {
                if !property.isNullable { problems.append((key, .null)) }
            } else if !property.kind.holds(value) {
                problems.append((key, .type))
            } else if case .reference(let name) = property.kind,
                !exists(name, FieldValue.text(value))
            {
                problems.append((key, .nowhere))
            }
        }
        for (key, property) in properties where isWhole && property.isRequired {
            if sent[key] == nil { problems.append((key, .missing)) }
        }
        return problems.sorted { $0.key < $1.key }
    }

    /// Members with what is left out, and each in the form in which the service keeps it.
    func completed(_ sent: [String: Any]) -> [String: Any] {
        var members = normalized(sent)
        for (key, property) in properties where members[key] == nil {
            members[key] = property.fallback.flatMap { FieldValue.json($0) }
        }
        return members
    }

    /// Members in the form in which the service keeps them.
    func normalized(_ sent: [String: Any]) -> [String: Any] {
        var members = sent
        for (key, value) in sent {
            guard let text = value as? String else { continue }
            switch properties[key]?.kind {
            case .trimmedText: members[key] = text.trimmingCharacters(in: .whitespacesAndNewlines)
            case .decimal(let places):
                members[key] = Double(text).map { String(format: "%.\(places)f", $0) } ?? text
            default: break
            }
        }
        return members
    }
}

extension RecordSchema.Kind {
    fileprivate func holds(_ value: Any) -> Bool {
        switch self {
        case .text, .trimmedText: value is String
        case .integer: !(value is String) && value as? Int != nil
        case .decimal: (value as? String).map { Double($0) != nil } ?? (value is NSNumber)
        case .list: value is [Any]
        case .reference: value is String || value is NSNumber
        }
    }
}
