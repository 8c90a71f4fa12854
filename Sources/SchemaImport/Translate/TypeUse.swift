import YAMLTree

/// The result for a use of a schema: a type, and its settings.
struct TypeUse {
    var type: ProposedType
    /// The JSON representation, if there is a choice.
    var json: String?
    /// The date format.
    var formats: [String] = []
    /// The properties of the inline object, if the type contains ``ProposedType/inline``.
    var properties: [ProposedProperty]?
    /// The only possible value.
    var constant: String?
    /// The constraints.
    var constraints: [ImportedConstraint] = []

    init(_ type: ProposedType, json: String? = nil, formats: [String] = []) {
        self.type = type
        self.json = json
        self.formats = formats
    }

    init(_ name: String, json: String? = nil, formats: [String] = []) {
        self.init(.name(name), json: json, formats: formats)
    }

    static let json = TypeUse(.json)

    /// The use with another innermost type.
    func wrapped(_ wrap: (ProposedType) -> ProposedType) -> TypeUse {
        var use = self
        use.type = wrap(type)
        use.constant = nil
        use.constraints = constraints.ofSingleValues
        return use
    }

    /// The use with the constraints of a schema.
    func restricted(by object: SchemaObject) -> TypeUse {
        var use = self
        use.constraints = constraints.joined(with: ConstraintTranslator.constraints(of: object))
        return use
    }

    /// The use with the constraints of a composition and its parts, of which one is the use.
    func restricted(
        by composition: SchemaObject,
        besides used: YAMLNode,
        _ context: inout ImportContext
    ) -> TypeUse {
        let parts = composition.allOf.filter { $0 != used }
        return parts.reduce(restricted(by: composition)) { use, part in
            use.restricted(by: SchemaObject(context.reading.resolved(part) ?? part))
        }
    }

    var nullable: TypeUse {
        var use = self
        use.type = type.nullable
        use.constant = nil
        return use
    }

    var withoutNull: TypeUse {
        var use = self
        use.type = type.withoutNull
        return use
    }
}

/// The context of a use, for naming unnamed types.
struct TypePlace {
    /// The enclosing declaration.
    var owner: String
    /// The property, or another name.
    var property: String
    /// The key of the property.
    var key: String
    /// Whether an object can be inline.
    var allowsInline = false
    /// Whether a request sends it.
    var isSent = false

    /// The name of a declaration for it.
    var wantedName: String {
        let suffix = NameTable.typeName(property) ?? "Value"
        return owner.hasSuffix(suffix) ? owner : owner + suffix
    }
}
