import YAMLTree

/// Converts lists of values to enums.
enum EnumerationTranslator {
    /// Whether values can be the cases of an enum: all of them strings, or all of them integers.
    static func canSay(_ values: [YAMLNode]) -> Bool {
        areTexts(values) || areIntegers(values)
    }

    private static func areTexts(_ values: [YAMLNode]) -> Bool {
        !values.isEmpty && values.allSatisfy { $0.meaning == .string }
    }

    private static func areIntegers(_ values: [YAMLNode]) -> Bool {
        !values.isEmpty
            && values.allSatisfy { $0.meaning == .integer && $0.text.flatMap { Int($0) } != nil }
    }

    /// The type for a list of values.
    static func use(
        of object: SchemaObject,
        _ values: [YAMLNode],
        at place: TypePlace,
        _ context: inout ImportContext
    ) -> TypeUse {
        let values = typed(values, object)
        if values.isEmpty {
            // Only null is left.
            reportUnchecked(object, &context)
            return .json
        }
        if object.isConstant || values.count == 1, let only = values.first {
            var use = use(ofConstant: only)
            if object.isNullable { use.constant = nil }
            if use.constant == nil { reportUnchecked(object, &context) }
            return use
        }
        guard canSay(values) else {
            if values.allSatisfy({ if case .bool = $0.meaning { true } else { false } }) {
                return TypeUse("Bool")
            }
            if values.allSatisfy({ [.integer, .float].contains($0.meaning) }) {
                reportUnchecked(object, &context)
                return TypeUse("Double")
            }
            context.report(
                .simplified,
                "the values have different types, which an enum does not support; used as JSON",
                at: object.range
            )
            return .json
        }
        let signature = EnumSignature(place.key, values: values)
        if let name = context.enumNames[signature] { return TypeUse(name) }
        let isShared =
            !place.key.isEmpty && context.usage.enumerations[signature, default: 0] > 1
            && NameTable.typeName(place.property).map(context.names.isFree) == true
        let wanted =
            object.typeTitle(besides: place.key)
            ?? (isShared ? place.property : place.wantedName)
        let name = context.names.take(wanted, or: "Kind")
        context.enumNames[signature] = name
        let body = enumeration(object, values, &context)
        // The documentation of an inline enum belongs to its property.
        context.declarations.append(ProposedDeclaration(name, .enumeration(body)))
        return TypeUse(name)
    }

    /// Reports that not every value of the type is listed in the schema.
    static func reportUnchecked(_ object: SchemaObject, _ context: inout ImportContext) {
        let keyword = object.isConstant ? "const" : "enum"
        context.reading.findings.addUnchecked(keyword, at: object.range)
    }

    private static func use(ofConstant value: YAMLNode) -> TypeUse {
        guard let text = value.text else { return .json }
        switch value.meaning {
        case .string:
            var use = TypeUse("String")
            use.constant = text
            return use
        case .integer: return TypeUse("Int")
        case .float: return TypeUse("Double")
        case .bool: return TypeUse("Bool")
        case .null, nil: return .json
        }
    }

    /// The values, interpreted by the type: unquoted `200` and `on` may be strings.
    private static func typed(_ values: [YAMLNode], _ object: SchemaObject) -> [YAMLNode] {
        guard object.kinds == [.string] else { return values }
        return values.map { value in
            guard case .scalar(var scalar) = value.content, scalar.meaning != .string else {
                return value
            }
            scalar.meaning = .string
            return YAMLNode(.scalar(scalar), range: value.range)
        }
    }

    /// The enum of a list of values.
    static func enumeration(
        _ object: SchemaObject,
        _ values: [YAMLNode],
        _ context: inout ImportContext
    ) -> ProposedEnumeration {
        let values = typed(values, object)
        let isNumeric = areIntegers(values)
        let given =
            (object.node["x-enum-varnames"] ?? object.node["x-enumNames"]
            ?? object.node["x-enum-names"])?.elements.map { $0.text ?? "" } ?? []
        let described = object.node["x-enum-descriptions"] ?? object.node["x-enumDescriptions"]
        let docs = described?.elements.map(\.sentence) ?? []
        var seen: Set<String> = []
        var cases: [(wanted: String, value: String, doc: String?)] = []
        for (index, value) in values.enumerated() {
            let text = value.text ?? ""
            guard seen.insert(text).inserted else { continue }
            let name = given.indices.contains(index) && !given[index].isEmpty ? given[index] : nil
            let doc = docs.indices.contains(index) ? docs[index] : described?[text]?.sentence
            cases.append((name ?? (isNumeric ? numbered(text) : text), text, doc))
        }
        let names = NameTable.caseNames(for: cases.map(\.wanted))
        return ProposedEnumeration(
            type: isNumeric ? "Int" : nil,
            cases: zip(names, cases).map { name, found in
                ProposedEnumeration.Case(
                    name: name,
                    value: isNumeric ? .literal(found.value) : .text(found.value),
                    doc: found.doc
                )
            }
        )
    }

    private static func numbered(_ text: String) -> String {
        text.hasPrefix("-") ? "minus \(text.dropFirst())" : "value \(text)"
    }
}
