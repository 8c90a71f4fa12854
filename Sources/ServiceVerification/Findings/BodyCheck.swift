import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Compares response bodies with their type, and proposes changes to the schema.
struct BodyCheck {
    let model: ServiceModel
    /// The position in the schema of differences that belong to no property.
    let place: SchemaPlace

    /// Compares the elements of a listing, or one body, with a type.
    ///
    /// - Parameters:
    ///   - bodies: The bodies.
    ///   - type: The type of each.
    ///   - wire: The format of single values.
    ///   - isExpected: Whether such bodies contain a property at all.
    ///   - request: The request with these responses.
    ///   - results: Collects differences.
    func compare(
        _ bodies: [JSON],
        with type: CheckedType,
        wire: WireForm = .own,
        where isExpected: (CheckedProperty) -> Bool = { _ in true },
        _ request: String,
        _ results: inout CheckResults
    ) {
        var seen: Set<Mark> = []
        var unknown: [Mark: String] = [:]
        let check = JSONCheck(model)
        let before = results.findings.differences.count
        for body in bodies {
            let found = findings(in: body, as: type, wire, check, where: isExpected)
            for finding in found {
                let owner = PropertyOwner.find(finding.path, in: type, of: model)
                let isNew = seen.insert(Mark(finding, owner)).inserted
                guard isNew else { continue }
                if finding.problem == .unknown {
                    note(finding, in: type, &unknown)
                } else {
                    report(finding, owner, body, request, &results)
                }
            }
            reportConstraints(in: body, of: type, request, &results)
        }
        reportRenamed(unknown, bodies, type, request, &results)
        if results.findings.differences.count == before, !bodies.isEmpty { results.confirm() }
    }

    private struct Mark: Hashable {
        var owner: String
        var key: String
        var kind: String

        init(owner: String, key: String) {
            (self.owner, self.key, kind) = (owner, key, "unknown")
        }

        init(_ finding: JSONFinding, _ owner: PropertyOwner?) {
            self.owner = owner?.owner ?? ""
            key = owner?.property.key ?? finding.path.description
            kind =
                switch finding.problem {
                case .missing: "missing"
                case .null: "null"
                case .unknown: "unknown " + finding.path.description
                default: "mismatch"
                }
        }
    }

    private func findings(
        in body: JSON,
        as type: CheckedType,
        _ wire: WireForm,
        _ check: JSONCheck,
        where isExpected: (CheckedProperty) -> Bool
    ) -> [JSONFinding] {
        guard case .entity(let name) = type, let members = body.object else {
            return check.findings(in: body, as: type, wire, for: .response)
        }
        let properties = model.properties(of: name)
        let left = properties.filter { !isExpected($0) }.map(\.key)
        var found = check.findings(in: members, of: properties, for: .response)
        found.removeAll { finding in
            guard finding.problem == .missing, case .key(let key)? = finding.path.components.first
            else { return false }
            return finding.path.components.count == 1 && left.contains(key)
        }
        for property in properties
        where property.direction == .writeOnly && members[property.key] != nil {
            let path = JSONKeyPath([.key(property.key)])
            found.append(JSONFinding(path: path, problem: .readOnly))
        }
        return found
    }

    private func report(
        _ finding: JSONFinding,
        _ owner: PropertyOwner?,
        _ body: JSON,
        _ request: String,
        _ results: inout CheckResults
    ) {
        let place = owner.map { SchemaPlace.property($0.property.name, of: $0.owner) } ?? place
        let path = finding.path.components.isEmpty ? "the body" : "'\(finding.path)'"
        let value = body.value(at: finding.path)
        let advice = owner.map { SchemaAdvice(property: $0.property, containers: $0.containers) }
        let (message, hint): (String, String?) =
            switch finding.problem {
            case .missing:
                ("the schema requires \(path), but the response lacks it", advice?.mayBeAbsent)
            case .null:
                ("the schema does not allow null for \(path), but it is null", advice?.mayBeNull)
            case .readOnly:
                (
                    "the schema declares \(path) as write-only, but the response has it",
                    advice?.isRead
                )
            case .mismatch(let expected, _):
                (
                    "the schema declares \(path) as \(expected), but it is \(value?.words ?? "not")",
                    value.flatMap { advice?.other($0) }
                )
            default: (finding.message, nil)
            }
        results.differ(.body, at: place, message, hint: hint, request)
    }

    private func reportConstraints(
        in body: JSON,
        of type: CheckedType,
        _ request: String,
        _ results: inout CheckResults
    ) {
        guard let name = PropertyOwner.structure(at: JSONKeyPath(), in: type, of: model) else {
            return
        }
        for property in model.properties(of: name) where !property.constraints.isEmpty {
            guard let value = body[property.key], !value.isNull else { continue }
            let path = JSONKeyPath([.key(property.key)])
            guard let problem = property.constraints.problems(in: value, at: path).first else {
                continue
            }
            results.differ(
                .body,
                at: .property(property.name, of: name),
                "the schema restricts '\(problem.path)', but a value of the service \(problem.message)",
                hint: "relax the constraint, or remove it",
                request
            )
        }
    }

    // MARK: - Keys that the schema does not know

    private func note(_ finding: JSONFinding, in type: CheckedType, _ unknown: inout [Mark: String])
    {
        var components = finding.path.components
        guard case .key(let key)? = components.popLast(),
            let owner = PropertyOwner.structure(at: JSONKeyPath(components), in: type, of: model)
        else { return }
        unknown[Mark(owner: owner, key: key)] = key
    }

    /// Reports optional properties that are always missing, if an undeclared key differs only in
    /// spelling.
    ///
    /// A client would never find a value for such a property, without an error.
    private func reportRenamed(
        _ unknown: [Mark: String],
        _ bodies: [JSON],
        _ type: CheckedType,
        _ request: String,
        _ results: inout CheckResults
    ) {
        for (mark, key) in unknown.sorted(by: { $0.value < $1.value }) {
            // Only at the top level are all bodies known.
            guard mark.owner == PropertyOwner.structure(at: JSONKeyPath(), in: type, of: model)
            else { continue }
            let silent = model.properties(of: mark.owner).filter { property -> Bool in
                // Missing required properties are reported anyway.
                let isOptional = [.optional, .optionalNullable].contains(property.presence)
                return isOptional && property.direction != .writeOnly
                    && bodies.allSatisfy { $0[property.key] == nil }
            }
            func form(_ text: String) -> String {
                text.lowercased().filter { $0.isLetter || $0.isNumber }
            }
            guard let property = silent.first(where: { form($0.key) == form(key) }) else {
                continue
            }
            // A value of another type belongs to another property.
            let value = bodies.lazy.compactMap { $0[key] }.first ?? .null
            let isOfType = JSONCheck(model)
                .findings(in: value, as: .nullable(property.type), property.wire, for: .response)
                .isEmpty
            guard isOfType else { continue }
            results.differ(
                .body,
                at: .property(property.name, of: mark.owner),
                "the schema declares the key '\(property.key)', but the responses have '\(key)'",
                hint: "add 'key: \(key)' to the property",
                request
            )
        }
    }
}

extension JSON {
    /// The value as text.
    var words: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let number): number.literal
        case .string(let text): "the string \"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
        case .array, .object:
            (try? jsonText()).map { $0.count > 60 ? "\($0.prefix(60))…" : $0 } ?? "JSON"
        }
    }
}
