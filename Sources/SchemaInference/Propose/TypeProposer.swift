import SchemaImport

/// Proposes the types of values.
struct TypeProposer {
    /// A type, with its settings for a property.
    struct Found {
        var type: ProposedType
        var json: String?
        var formats: [String] = []
        var properties: [ProposedProperty]?
        var remark: String?
    }

    /// The maximum nesting depth of arrays and maps.
    private static let depthLimit = 8

    /// Proposes objects.
    var proposer: StructureProposer
    private var depth = 0

    init(proposer: StructureProposer) {
        self.proposer = proposer
    }

    /// The type of a node's values, without null.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - key: The key of the node.
    ///   - owner: The name of the object with the key.
    ///   - property: The name of the property with the key.
    ///   - mayBeInline: Whether an object may be inline.
    /// - Returns: The type.
    mutating func value(
        of node: Int,
        key: String,
        owner: String,
        property: String = "",
        mayBeInline: Bool
    ) -> Found {
        let found = proposer.graph[node]
        let values = found.values
        guard depth < Self.depthLimit else { return Found(type: .json) }
        depth += 1
        defer { depth -= 1 }
        switch values.kinds {
        case []: return Found(type: .json)
        case .bool: return Found(type: .name("Bool"))
        case .number: return Found(SingleValueGuess.number(values.numbers, key: key))
        case .text: return text(found, key: key, owner: owner)
        case .array: return array(found, key, owner, property, mayBeInline)
        case .object: return object(node, key, owner, property, mayBeInline)
        default: return union(of: node, key: key, owner: owner)
        }
    }

    private mutating func text(_ node: ShapeGraph.Node, key: String, owner: String) -> Found {
        let texts = node.values.texts
        let guess = SingleValueGuess.text(texts, key: key)
        guard guess.type == .string, guess.remark == nil,
            let words = EnumerationGuess.words(texts, key: key, from: node.origins)
        else { return Found(guess) }
        let name = proposer.enumeration(words, key: key, owner: owner)
        return Found(type: .name(name))
    }

    mutating func array(
        _ node: ShapeGraph.Node,
        _ key: String,
        _ owner: String,
        _ property: String,
        _ mayBeInline: Bool
    ) -> Found {
        guard let element = node.element else { return Found(type: .array(.json)) }
        var found = value(
            of: element,
            key: key,
            owner: owner,
            property: property,
            mayBeInline: mayBeInline
        )
        let isNullable = node.elementNulls > 0
        found.type = .array(isNullable ? found.type.nullable : found.type)
        return found
    }

    mutating func object(
        _ node: Int,
        _ key: String,
        _ owner: String,
        _ property: String,
        _ mayBeInline: Bool
    ) -> Found {
        let record = proposer.graph.find(node)
        if let value = proposer.graph[record].mapValue {
            var found = self.value(
                of: value,
                key: key,
                owner: owner,
                property: property,
                mayBeInline: mayBeInline
            )
            let isNullable = proposer.graph[record].mapNulls > 0
            found.type = .dictionary(isNullable ? found.type.nullable : found.type)
            return found
        }
        guard proposer.graph[record].isRecord else { return Found(type: .dictionary(.json)) }
        if mayBeInline,
            let properties = proposer.inlineProperties(
                of: record,
                owner: owner,
                property: property
            )
        {
            return Found(type: .inline, properties: properties)
        }
        return Found(type: .name(proposer.name(of: record, key: key, owner: owner)))
    }

    /// A union whose cases have different JSON types.
    ///
    /// - Parameters:
    ///   - number: The node of the values.
    ///   - key: The key of the node.
    ///   - owner: The name of the object with the key.
    ///   - name: The name of the union; nil to derive it from the key.
    /// - Returns: The union.
    mutating func union(
        of number: Int,
        key: String,
        owner: String,
        named name: String? = nil
    ) -> Found {
        let node = proposer.graph[number]
        let values = node.values
        var cases: [ProposedUnion.Case] = []
        if values.texts.count > 0 {
            let guess = SingleValueGuess.text(values.texts, key: key)
            let isPlain = guess.json == nil && guess.formats.isEmpty && guess.type != .name("Date")
            cases.append(.init(name: "text", type: isPlain ? guess.type : .string))
        }
        if values.numbers.count > 0 {
            let guess = SingleValueGuess.number(values.numbers, key: "")
            if guess.type != .json { cases.append(.init(name: "number", type: guess.type)) }
        }
        if values.bools > 0 { cases.append(.init(name: "flag", type: .name("Bool"))) }
        if values.arrays > 0 {
            let found = array(node, key, owner, "", false)
            let isPlain =
                found.json == nil && found.formats.isEmpty && found.type.leafName != "Date"
            cases.append(.init(name: "list", type: isPlain ? found.type : .array(.json)))
        }
        if values.objects > 0 {
            // A union cannot be the case of a union.
            let isUnion = TagFinder.tag(of: node) != nil
            let found = isUnion ? Found(type: .json) : object(number, key, owner, "", false)
            let isPlain =
                !isUnion && found.json == nil && found.formats.isEmpty
                && found.type.leafName != "Date"
            cases.append(.init(name: "object", type: isPlain ? found.type : .dictionary(.json)))
        }
        guard !cases.isEmpty else { return Found(type: .json) }
        let counts = [
            ("text", values.texts.count), ("number", values.numbers.count),
            ("flag", values.bools), ("list", values.arrays), ("object", values.objects),
        ]
        for index in cases.indices {
            let count = counts.first { $0.0 == cases[index].name }?.1 ?? 0
            cases[index].remark = "\(count) of \(values.count)"
        }
        if let name {
            proposer.choices.add(cases, named: name)
            return Found(type: .name(name))
        }
        return Found(type: .name(proposer.union(cases, key: key, owner: owner)))
    }
}

extension TypeProposer.Found {
    fileprivate init(_ guess: SingleValueGuess) {
        self.init(type: guess.type, json: guess.json, formats: guess.formats, remark: guess.remark)
    }
}
