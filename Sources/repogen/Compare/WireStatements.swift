/// The statements in generated code that read and write each member, without the member's name: if
/// they and its type are unchanged, requests and responses are unchanged, regardless of names for
/// callers.
struct WireStatements {
    /// A statement, without the type that it reads or writes.
    struct Statement: Hashable {
        let words: String
        /// The declared type of the member.
        let type: String
        let isOfReading: Bool
        /// The conversion to a string, if there is one.
        let text: Text

        /// Whether two statements are equal, ignoring types.
        func isLike(_ other: Statement) -> Bool {
            words == other.words && isOfReading == other.isOfReading
                && (text == other.text || [text, other.text].contains(.byType))
        }
    }

    /// The declarations that encode a value as a string.
    enum Text {
        case byType, byCodec, byNobody
    }

    /// By the path of the member.
    private var ofMembers: [String: Set<Statement>] = [:]
    /// By the path of the type.
    private var ofTypes: [String: Set<Statement>] = [:]
    /// The types of the properties and cases.
    private var types: [String: String] = [:]

    private let declared: DeclaredTypes

    /// Collects the statements of a file, with the types of its output.
    init(of outline: SwiftOutline, among declared: DeclaredTypes) {
        self.declared = declared
        for declaration in outline.declarations
        where [.property, .enumerationCase].contains(declaration.kind) {
            types[declaration.path.filter { $0 != "`" }] = declaration.detail
        }
        for declaration in outline.declarations {
            switch declaration.name {
            case _ where declaration.kind == .enumerationCase:
                noteCase(declaration, in: outline)
            case "init(dictionary:)":
                for line in SwiftStatement.lines(of: declaration.body) {
                    noteReading(line, in: declaration.scope)
                }
            case "encodeMembers(to:)", "parameters":
                let path = PathForm(of: declaration.scope, in: outline)
                for line in SwiftStatement.lines(of: declaration.body) {
                    noteWriting(line, in: declaration.scope, path)
                }
            case "body" where outline.isEndpoint(declaration.scope):
                note("the body", of: "body", in: declaration.scope)
            default: break
            }
        }
    }

    private mutating func noteCase(
        _ declaration: SwiftOutline.Declaration,
        in outline: SwiftOutline
    ) {
        // Other services may already know the new cases, and open enumerations kept them.
        guard !outline.isOpen(declaration.scope) else { return }
        let isOfUnion = outline.conformances(of: declaration.scope).contains("UnionValue")
        let value =
            isOfUnion ? tag(of: declaration, in: outline) : outline.rawValue(of: declaration)
        guard let value else { return }
        note(value, of: declaration.name, in: declaration.scope, isOfReading: true)
    }

    private func tag(of declaration: SwiftOutline.Declaration, in outline: SwiftOutline) -> String {
        let writing = outline.declarations.first {
            $0.scope == declaration.scope && $0.name == "encode(to:)"
        }
        let facts = writing.map { MemberFacts.facts(in: $0, isOfProtocol: false) }
        let tag = facts?.first { $0.member == declaration.name.identifier }?.facts[.key]
        return tag ?? "by its kind"
    }

    /// `self.text = try source.required("text", as: String.self)`.
    private mutating func noteReading(_ statement: String, in scope: String) {
        guard statement.hasPrefix("self."), let sign = statement.firstRange(of: " = ") else {
            return
        }
        let member = statement.dropFirst("self.".count).identifier
        var value = String(statement[sign.upperBound...])
        // For recursive types.
        if let wrapped = value.wholeMatch(of: #/try Indirect\(wrappedValue: (.+)\)/#) {
            value = "try " + wrapped.1
        }
        guard let (head, elements, rest) = value.leadingCall else {
            return note(value, of: member, in: scope, isOfReading: true)
        }
        let words = Self.words(head, elements) + rest
        note(words, of: member, in: scope, isOfReading: true)
    }

    /// `writer.member("text", text)`, and `writer.members(unknownKeys)`.
    private mutating func noteWriting(_ statement: String, in scope: String, _ path: PathForm?) {
        guard let (head, elements) = statement.call, !elements.isEmpty, head != "writer.reserve"
        else { return }
        let place = min(1, elements.count - 1)
        let value = elements[place].dropFirst(elements[place].hasPrefix("self.") ? 5 : 0)
        let member = value.identifier
        var words = elements
        words[place] = String(value.dropFirst(member.count))
        if head == "parameters.path", let number = path?.place(ofKey: words[0]) {
            words[0] = "\(number)"
        }
        note(Self.words(head, words), of: member, in: scope)
    }

    /// A call without types, and without the redaction of its codec.
    private static func words(_ head: String, _ elements: [String]) -> String {
        let words = elements.compactMap { element -> String? in
            // A codec used only for redaction is ignored.
            if element.hasPrefix("as: ") || element.hasPrefix("using: ValueCodec<") { return nil }
            guard element.hasPrefix("using: ") else { return element }
            return element.replacing(".redacted", with: "").replacing(#/<.+>/#, with: "")
        }
        return "\(head)(\(words.joined(separator: ", ")))"
    }

    private mutating func note(
        _ words: String,
        of member: String,
        in scope: String,
        isOfReading: Bool = false
    ) {
        let path = path(of: member, in: scope)
        let type = types[path] ?? ""
        let codec = ", using: TextCodec()"
        let isText = declared.resolved(TypeComparison.element(of: type)) == "String"
        let statement = Statement(
            words: words.replacing(codec, with: ""),
            type: type,
            isOfReading: isOfReading,
            text: words.contains(codec) ? .byCodec : isText ? .byType : .byNobody
        )
        ofMembers[path, default: []].insert(statement)
        ofTypes[scope, default: []].insert(statement)
    }

    private func path(of member: String, in scope: String) -> String {
        let name = member.filter { $0 != "`" }
        // Deprecated properties have another name in the code.
        let isKept = types["\(scope).\(name)"] == nil && name.hasSuffix("Storage")
        return "\(scope).\(isKept ? String(name.dropLast("Storage".count)) : name)"
    }

    /// The statements about the members of a type.
    func statements(
        of type: String,
        _ direction: TypeComparison.Direction
    ) -> Set<Statement> {
        (ofTypes[type] ?? []).filter {
            switch direction {
            case .both: true
            case .sent: !$0.isOfReading
            case .received: $0.isOfReading
            }
        }
    }

    /// Whether two sets of statements are equal, ignoring types.
    static func areAlike(_ some: Set<Statement>, _ others: Set<Statement>) -> Bool {
        some.allSatisfy { one in others.contains { one.isLike($0) } }
            && others.allSatisfy { other in some.contains { $0.isLike(other) } }
    }

    /// Whether a member is read or written differently than before, ignoring types; for added and
    /// removed members, the other members of the type decide.
    ///
    /// - Parameters:
    ///   - path: The path of the member.
    ///   - old: The earlier statements.
    ///   - types: Decides whether two types have the same JSON.
    /// - Returns: Whether requests or responses change.
    func differ(in path: String, since old: WireStatements, _ types: TypeComparison) -> Bool {
        let path = path.filter { $0 != "`" }
        guard let dot = path.lastIndex(of: ".") else { return false }
        let scope = String(path[..<dot])
        let isAlike = { (one: Statement, other: Statement) in
            one.isLike(other) && types.difference(one.type, other.type, .both) == .none
        }
        switch (old.ofMembers[path], ofMembers[path]) {
        case (let before?, let after?): return !Self.areAlike(before, after)
        case (let before?, nil):
            let others = ofTypes[scope] ?? []
            return !before.allSatisfy { one in others.contains { isAlike(one, $0) } }
        case (nil, let after?):
            let others = old.ofTypes[scope] ?? []
            return !after.allSatisfy { one in others.contains { isAlike($0, one) } }
        case (nil, nil): return false
        }
    }
}

extension SwiftOutline {
    /// Whether a type is a request.
    func isEndpoint(_ type: String) -> Bool {
        conformances(of: type).contains("EndpointDefinition")
    }

    /// Whether an enumeration keeps unknown values.
    func isOpen(_ type: String) -> Bool {
        let names = conformances(of: type)
        return names.contains("OpenEnum") || names.contains("UnionValue") && hasUnknown(type)
    }

    private func hasUnknown(_ type: String) -> Bool {
        declarations.contains {
            $0.kind == .enumerationCase && $0.scope == type && $0.name == "unknown"
                && $0.detail == "(JSON)"
        }
    }
}
