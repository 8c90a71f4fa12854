package import RepositoryValues
package import SchemaLanguage

/// Compares JSON values with the types of a schema.
package struct JSONCheck: Sendable {
    /// The purpose of a structure's value, which determines its properties.
    package enum Purpose: Hashable, Sendable {
        /// Creating an entity.
        case creation
        /// Replacing an entity.
        case replacement
        /// Changing some properties.
        case change
        /// Sending an entity within another one, with the properties that it is received with.
        case containing
        /// A response of a service.
        case response
    }

    package let model: ServiceModel

    package init(_ model: ServiceModel) {
        self.model = model
    }

    /// The differences of a structure's properties from the schema.
    ///
    /// - Parameters:
    ///   - members: The JSON properties.
    ///   - properties: The properties of the structure, including the identity.
    ///   - purpose: The purpose.
    ///   - path: Their position.
    /// - Returns: The findings, in the order of the properties, followed by those of unknown keys.
    package func findings(
        in members: [String: JSON],
        of properties: [CheckedProperty],
        for purpose: Purpose,
        at path: JSONKeyPath = JSONKeyPath()
    ) -> [JSONFinding] {
        var findings: [JSONFinding] = []
        for property in properties {
            let place = path.appending(.key(property.key))
            guard let value = members[property.key] else {
                if isRequired(property, for: purpose) {
                    findings.append(JSONFinding(path: place, problem: .missing))
                }
                continue
            }
            switch (purpose, property.direction) {
            case (.creation, .readOnly), (.replacement, .readOnly), (.change, .readOnly):
                findings.append(JSONFinding(path: place, problem: .readOnly))
                continue
            case (.change, .immutable):
                findings.append(JSONFinding(path: place, problem: .immutable))
                continue
            default: break
            }
            findings += self.findings(in: value, of: property, for: purpose, at: place)
        }
        let known = Set(properties.map(\.key))
        for key in members.keys.filter({ !known.contains($0) }).sorted() {
            findings.append(JSONFinding(path: path.appending(.key(key)), problem: .unknown))
        }
        return findings
    }

    private func findings(
        in value: JSON,
        of property: CheckedProperty,
        for purpose: Purpose,
        at path: JSONKeyPath
    ) -> [JSONFinding] {
        guard !value.isNull else {
            // In a patch, null removes an optional property (RFC 7396).
            let mayBeNull = property.presence != .required || property.defaultValue != nil
            return mayBeNull ? [] : [JSONFinding(path: path, problem: .null)]
        }
        let found = findings(in: value, as: property.type, property.wire, for: purpose, at: path)
        // Constraints do not apply to responses, and a wrong type is already reported.
        guard found.isEmpty, purpose != .response else { return found }
        return property.constraints.problems(in: value, at: path).map {
            JSONFinding(path: $0.path, problem: .constraint($0.message))
        }
    }

    private func isRequired(_ property: CheckedProperty, for purpose: Purpose) -> Bool {
        guard purpose != .change, property.defaultValue == nil else { return false }
        switch property.presence {
        case .required:
            let isReceived = [.containing, .response].contains(purpose)
            return property.direction != (isReceived ? .writeOnly : .readOnly)
        // Forms omit null, and services treat missing values as null.
        case .nullable: return purpose == .response && property.direction != .writeOnly
        case .optional, .optionalNullable: return false
        }
    }

    /// The differences of a value from its type.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type.
    ///   - wire: The format of single values.
    ///   - purpose: The purpose of the value.
    ///   - path: Its position.
    /// - Returns: The findings, in order.
    package func findings(
        in value: JSON,
        as type: CheckedType,
        _ wire: WireForm = .own,
        for purpose: Purpose,
        at path: JSONKeyPath = JSONKeyPath()
    ) -> [JSONFinding] {
        func mismatch(_ expected: String) -> [JSONFinding] {
            let found = value.kind.rawValue
            return [
                JSONFinding(path: path, problem: .mismatch(expected: expected, found: found))
            ]
        }
        switch type {
        case .nullable(let inner):
            return value.isNull ? [] : findings(in: value, as: inner, wire, for: purpose, at: path)
        case .array(let inner):
            guard let elements = value.array else { return mismatch("an array") }
            return elements.enumerated().flatMap { index, element in
                let place = path.appending(.index(index))
                return findings(in: element, as: inner, wire, for: purpose, at: place)
            }
        case .dictionary(let inner):
            guard let members = value.object else { return mismatch("an object") }
            return members.sorted { $0.key < $1.key }.flatMap { key, member in
                let place = path.appending(.key(key))
                return findings(in: member, as: inner, wire, for: purpose, at: place)
            }
        case .value(let name), .entity(let name), .draft(let name), .patch(let name):
            guard let members = value.object else { return mismatch("an object") }
            let purpose = Self.purpose(of: type, within: purpose)
            let properties = model.properties(of: name)
            let sent = sent(properties, type, members)
            return findings(in: members, of: sent, for: purpose, at: path)
        case .enumeration(let name):
            return findings(in: value, ofEnumeration: name, for: purpose, at: path)
        case .union(let name):
            return findings(in: value, ofUnion: name, for: purpose, at: path)
        case .scalar(let name):
            guard let scalar = model.scalar(name) else { return [] }
            return SingleValueCheck(model).mismatch(value, scalar.primitive, scalar.wire)
                .map { mismatch($0) } ?? []
        case .primitive(let primitive), .identity(_, let primitive):
            return SingleValueCheck(model).mismatch(value, primitive, wire).map { mismatch($0) }
                ?? []
        }
    }

    /// Nested values are complete; a patch contains some of the properties.
    private static func purpose(of type: CheckedType, within purpose: Purpose) -> Purpose {
        switch type {
        case .draft: .creation
        case .patch: .change
        case .entity: purpose == .response ? .response : .containing
        // A nested value in a patch replaces the earlier one; a merged one is complete afterwards.
        default: purpose == .change ? .replacement : purpose
        }
    }

    /// A draft has an identity only if the client assigns it.
    private func sent(
        _ properties: [CheckedProperty],
        _ type: CheckedType,
        _ members: [String: JSON]
    ) -> [CheckedProperty] {
        guard case .draft(let name) = type, let entity = model.entity(name) else {
            return properties
        }
        let key = entity.identity.key
        let hasIdentity =
            switch entity.identityOrigin {
            case .server: false
            case .client: true
            case .either: members[key] != nil
            }
        return hasIdentity ? properties : properties.filter { $0.key != key }
    }

    private func findings(
        in value: JSON,
        ofEnumeration name: String,
        for purpose: Purpose,
        at path: JSONKeyPath
    ) -> [JSONFinding] {
        guard let enumeration = model.enumeration(name) else { return [] }
        let raw: CheckedEnumeration.RawValue? =
            switch value {
            case .string(let text): .string(text)
            case .number(let number): .integer(number.integer(Int64.self).map { "\($0)" } ?? "")
            default: nil
            }
        let isText = enumeration.rawType == .string
        if let raw, enumeration.cases.contains(where: { $0.raw == raw }) { return [] }
        // Clients tolerate unknown values in responses, but should not send any.
        let keepsUnknown = enumeration.keepsUnknown && purpose == .response
        if keepsUnknown, isText ? value.string != nil : value.int != nil { return [] }
        let cases = enumeration.cases.prefix(6).map { one in
            switch one.raw {
            case .string(let text): "'\(text)'"
            case .integer(let digits): digits
            }
        }
        let more = enumeration.cases.count > 6 ? ", …" : ""
        let problem = JSONFinding.Problem.mismatch(
            expected: "one of \(cases.joined(separator: ", "))\(more)",
            found: (try? value.jsonText()).map { String($0.prefix(60)) } ?? value.kind.rawValue
        )
        return [JSONFinding(path: path, problem: problem)]
    }

    private func findings(
        in value: JSON,
        ofUnion name: String,
        for purpose: Purpose,
        at path: JSONKeyPath
    ) -> [JSONFinding] {
        guard let union = model.union(name) else { return [] }
        func mismatch(_ expected: String) -> [JSONFinding] {
            // Null is not a value.
            union.keepsUnknown && !value.isNull
                ? []
                : [
                    JSONFinding(
                        path: path,
                        problem: .mismatch(expected: expected, found: value.kind.rawValue)
                    )
                ]
        }
        for one in union.cases {
            switch one.mark {
            case .tag(let tag):
                guard let key = union.discriminator, value[key]?.string == tag else { continue }
                // The discriminator need not be a property of the case.
                let own = JSONFinding(path: path.appending(.key(key)), problem: .unknown)
                return findings(in: value, as: one.type, for: purpose, at: path)
                    .filter { $0 != own }
            case .kind(let kind) where kind.matches(value):
                // In a response, a single value that the case does not accept is kept as unknown.
                let isKept = union.keepsUnknown && kind.isSingleValue && purpose == .response
                return isKept ? [] : findings(in: value, as: one.type, for: purpose, at: path)
            case .kind: continue
            }
        }
        guard let key = union.discriminator else { return mismatch("a value of \(name)") }
        let tags = union.cases.compactMap { one -> String? in
            if case .tag(let tag) = one.mark { "'\(tag)'" } else { nil }
        }
        return mismatch("an object whose '\(key)' is one of \(tags.joined(separator: ", "))")
    }
}

extension WireKind {
    /// Whether a value is of this type.
    package func matches(_ value: JSON) -> Bool {
        switch self {
        case .string: value.string != nil
        case .number: value.number != nil
        case .bool: value.bool != nil
        case .array: value.array != nil
        case .object: value.object != nil
        }
    }
}
