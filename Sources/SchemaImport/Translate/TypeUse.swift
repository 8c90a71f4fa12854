/// What a schema becomes where it is used: a type, and what is said next to it.
struct TypeUse {
    var type: ProposedType
    /// What it is in JSON, where the type leaves a choice.
    var json: String?
    /// How a date is written.
    var formats: [String] = []
    /// The properties of the object in place, where there is ``ProposedType/inline`` in the type.
    var properties: [ProposedProperty]?
    /// The only value that it has.
    var constant: String?
    /// What restricts its values.
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

    /// The use with another type around the same leaf.
    func wrapped(_ wrap: (ProposedType) -> ProposedType) -> TypeUse {
        var use = self
        use.type = wrap(type)
        use.constant = nil
        use.constraints = constraints.ofSingleValues
        return use
    }

    /// The use with what a schema says of its values, too.
    func restricted(by object: SchemaObject) -> TypeUse {
        var use = self
        use.constraints += ConstraintTranslator.constraints(of: object)
        return use
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

/// Where a schema is used, for the names of what has none.
struct TypePlace {
    /// The declaration in which it is.
    var owner: String
    /// The property, or what else tells it there.
    var property: String
    /// The key of the property on the wire.
    var key: String
    /// Whether an object can be described in place.
    var allowsInline = false
    /// Whether a request sends it.
    var isSent = false

    /// The name of a declaration for it.
    var wantedName: String {
        let suffix = NameTable.typeName(property) ?? "Value"
        return owner.hasSuffix(suffix) ? owner : owner + suffix
    }
}
