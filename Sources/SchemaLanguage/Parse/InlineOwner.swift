import Diagnostics
import YAMLTree

/// The declaration that inline objects are named after: the value `UserPlace` is in the property
/// `place` of `User`.
struct InlineOwner: Sendable {
    /// The name of the declaration.
    let name: String
    /// The API that it declares.
    let api: Located<String>?
    /// The mixin that contains them at any depth; nil if there is none.
    var mixin: String?

    /// The name of the value in a property; nil if none can be derived from the property's name.
    func valueName(for property: String) -> String? {
        let words = property.unicodeScalars
            .split { !$0.isNamePart(first: false) || $0 == "_" }
            .map { String(Substring($0)) }
        let suffix = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return suffix.isEmpty ? nil : name + suffix
    }
}

extension PropertyParser {
    /// Parses the properties of an inline object, which becomes a separate value.
    ///
    /// - Returns: The name of the value; nil, with a mistake reported, if it cannot have one.
    func inlineValue(
        _ node: YAMLNode,
        of property: Located<String>,
        doc: String?,
        in context: inout ParseContext
    ) -> String? {
        guard let owner else { return nil }
        let name = owner.valueName(for: property.value)
        guard let name, name.count <= 100 else {
            let property = property.value.shortened(to: 60)
            context.report(
                .inlineProperties,
                name == nil
                    ? "no type name can be derived from '\(property)' for its object"
                    : "the name of the object in '\(property)' has more than 100 characters: '"
                        + "\((name ?? "").shortened(to: 60))'",
                at: node.range,
                hint: "declare a value under `values:`, and write its name as the type"
            )
            return nil
        }
        let inner = InlineOwner(name: name, api: owner.api, mixin: owner.mixin)
        let properties = PropertyParser.property(of: inner).parse(
            node,
            whole: "the properties of \(property.value)",
            in: &context
        )
        context.inlineValues.append(
            StructureDeclaration(
                heading: DeclarationHeading(
                    name: Located(name, at: property.range),
                    doc: doc,
                    api: owner.api
                ),
                inlineProperty: property.value,
                mixin: owner.mixin,
                properties: properties
            )
        )
        return name
    }

    /// Reports a mapping of names to types if an inline object needs `properties:` around them.
    ///
    /// - Returns: Whether the mapping is one.
    func reportBareObject(
        _ node: YAMLNode,
        of property: Located<String>,
        in context: inout ParseContext
    ) -> Bool {
        guard owner != nil, case .mapping(let pairs) = node.content, let first = pairs.first else {
            return false
        }
        let known = keys.union(["type"])
        let names = pairs.compactMap(\.key.scalarText)
        let isTyped = names.contains { ["type", "properties"].contains($0) }
        if !isTyped, let hint = ForeignType.hint(forDescription: pairs, of: property.value) {
            context.report(
                .invalidType,
                "'\(property.value)' needs a type, found a description of one in another notation",
                at: first.key.range,
                hint: hint
            )
            return true
        }
        let isObject = names.allSatisfy { name in
            !known.contains(name) && PrimitiveType(rawValue: name) == nil
                && NearestSpelling.nearest(to: name, in: known) == nil
        }
        guard isObject else { return false }
        // The keys of a dictionary may have been intended as those of an enum.
        let isDictionary =
            names.count == 1 && first.key.scalarText?.first?.isUppercase == true
        let dictionary = isDictionary ? "; a dictionary is { String: T }" : ""
        context.report(
            .inlineProperties,
            "'\(property.value)' needs a type, found a mapping of "
                + names.prefix(5).map { "'\($0.shortened(to: 40))'" }.listed(by: "and"),
            at: first.key.range,
            hint: "an inline object has its properties one level deeper: `\(property.value): { "
                + "properties: { \(names.first ?? ""): … } }`\(dictionary)"
        )
        return true
    }
}
