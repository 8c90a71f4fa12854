/// The statements by which generated code reads and writes each member, without the name of the member:
/// where they stay the same, nothing else goes over the wire, whatever callers call it.
struct WireStatements {
    /// By the path of the member.
    private var ofMembers: [String: Set<String>] = [:]
    /// By the path of the type.
    private var ofTypes: [String: Set<String>] = [:]

    /// Collects what a file says.
    init(of outline: SwiftOutline) {
        for declaration in outline.declarations {
            switch declaration.name {
            case _ where declaration.kind == .enumerationCase:
                // Other services may know the new ones already, and an open enumeration kept them.
                guard let value = outline.rawValue(of: declaration) else { continue }
                note(value, of: declaration.name, in: declaration.scope)
            case "init(dictionary:)":
                for line in SwiftStatement.lines(of: declaration.body) {
                    noteReading(line, in: declaration.scope)
                }
            case "encodeMembers(to:)", "parameters":
                for line in SwiftStatement.lines(of: declaration.body) {
                    noteWriting(line, in: declaration.scope)
                }
            default: break
            }
        }
    }

    /// `self.text = try source.required("text", as: String.self)`.
    private mutating func noteReading(_ statement: String, in scope: String) {
        guard statement.hasPrefix("self."), let sign = statement.firstRange(of: " = ") else {
            return
        }
        let member = statement.dropFirst("self.".count).identifier
        let value = String(statement[sign.upperBound...])
        guard let (head, elements, rest) = value.leadingCall else {
            return note(value, of: member, in: scope)
        }
        note(Self.words(head, elements) + rest, of: member, in: scope)
    }

    /// `writer.member("text", text)`, and `writer.members(unknownKeys)`.
    private mutating func noteWriting(_ statement: String, in scope: String) {
        guard let (head, elements) = statement.call, !elements.isEmpty, head != "writer.reserve"
        else { return }
        let place = min(1, elements.count - 1)
        let value = elements[place].dropFirst(elements[place].hasPrefix("self.") ? 5 : 0)
        let member = value.identifier
        var words = elements
        words[place] = String(value.dropFirst(member.count))
        note(Self.words(head, words), of: member, in: scope)
    }

    /// A call without what its codec says of descriptions.
    private static func words(_ head: String, _ elements: [String]) -> String {
        let words = elements.map { element in
            let shown = element.replacing(".redacted", with: "")
            // The codec that only the redaction needed.
            guard let match = shown.wholeMatch(of: #/using: ValueCodec<(.+)>\(\)/#) else {
                return shown
            }
            return "as: \(match.1).self"
        }
        return "\(head)(\(words.joined(separator: ", ")))"
    }

    private mutating func note(_ statement: String, of member: String, in scope: String) {
        let name = member.filter { $0 != "`" }
        ofMembers["\(scope).\(name)", default: []].insert(statement)
        ofTypes[scope, default: []].insert(statement)
    }

    /// Whether a member is read or written otherwise than before; what came and went counts by what
    /// other members of its type do.
    ///
    /// - Parameters:
    ///   - path: The path of the member.
    ///   - old: What was said before.
    /// - Returns: Whether something else is sent or has to come back.
    func differ(in path: String, since old: WireStatements) -> Bool {
        let path = path.filter { $0 != "`" }
        guard let dot = path.lastIndex(of: ".") else { return false }
        let scope = String(path[..<dot])
        switch (old.ofMembers[path], ofMembers[path]) {
        case (let before?, let after?): return before != after
        case (let before?, nil): return !before.isSubset(of: ofTypes[scope] ?? [])
        case (nil, let after?): return !after.isSubset(of: old.ofTypes[scope] ?? [])
        case (nil, nil): return false
        }
    }
}
