import Foundation

/// The properties of a collection's objects, as a service validates them.
package struct RecordSchema: Sendable {
    /// The kind of a value.
    package enum Kind: Sendable {
        /// A string.
        case text
        /// A string that the service trims.
        case trimmedText
        /// An integer.
        case integer
        /// A decimal, encoded as a string with a fixed number of places.
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
        ///   - kind: The kind of its value.
        ///   - isRequired: Whether an object without it is rejected.
        ///   - isNullable: Whether it may be null.
        ///   - fallback: Its default in JSON; nil if it stays missing.
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

    /// A validation error of a property.
    enum Problem {
        case unknown, missing, null, type
        /// It refers to a missing object.
        case nowhere
    }

    let name: String
    let properties: [String: Property]

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - name: The name of the collection, as in paths.
    ///   - properties: The properties, without those that the service generates.
    package init(
        _ name: String,
        _ properties: [String: Property]
    ) {
        self.name = name
        self.properties = properties
    }

    /// Returns the validation errors of some properties, in the order of their keys.
    ///
    /// - Parameters:
    ///   - sent: The properties.
    ///   - isWhole: Whether these are all properties of the object.
    ///   - exists: Whether a collection has an object with an identity.
    /// - Returns: Each invalid key with its error.
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

    /// Properties with defaults added, in the form in which the service stores them.
    func completed(_ sent: [String: Any]) -> [String: Any] {
        var members = normalized(sent)
        for (key, property) in properties where members[key] == nil {
            members[key] = property.fallback.flatMap { FieldValue.json($0) }
        }
        return members
    }

    /// Properties in the form in which the service stores them.
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
