/// The conventions in effect for each API and each repository: their own settings over inherited
/// ones.
struct ConventionsInEffect {
    /// The conventions of one type, as declared in its code.
    private struct Written {
        /// The base: `Shop.conventions`, or `Conventions()`.
        let start: String
        let members: [(name: String, value: String)]
    }

    private var written: [String: Written] = [:]
    /// The API of each repository.
    private var apis: [String: String] = [:]

    /// The start of a declaration of conventions in a file.
    private static let mark = "static let conventions"

    /// Whether a file declares conventions.
    static func areSaid(in text: String) -> Bool { text.contains(mark) }

    /// Collects the conventions of a file.
    mutating func add(_ outline: SwiftOutline) {
        for declaration in outline.declarations {
            if declaration.detail == "any APIDefinition.Type" {
                let name = declaration.body.split { $0.isWhitespace }.joined()
                apis[declaration.scope] = String(name.dropLast(".self".count))
            }
            guard declaration.isStatic, declaration.name == "conventions" else { continue }
            written[declaration.scope] = Self.written(declaration.body)
        }
    }

    private static func written(_ body: String) -> Written {
        var start = "Conventions()"
        var members: [(name: String, value: String)] = []
        for line in SwiftStatement.lines(of: body) {
            if line.hasPrefix("var conventions = ") {
                start = String(line.dropFirst("var conventions = ".count))
            } else if let match = line.firstMatch(of: #/^conventions\.([A-Za-z.\[\]]+) = (.+)$/#) {
                members.append((String(match.1), String(match.2)))
            }
        }
        return Written(start: start, members: members)
    }

    /// Whether a type declares conventions of its own.
    func says(_ type: String) -> Bool { written[type] != nil }

    /// The conventions in effect for a type, in the order of declaration, each key once.
    func members(of type: String) -> [(name: String, value: String)] {
        guard let own = written[type] else {
            return apis[type].map { written[$0]?.members ?? [] } ?? []
        }
        let base =
            own.start.hasSuffix(".conventions") ? own.start.dropLast(".conventions".count) : ""
        var members = base == type ? [] : written[String(base)]?.members ?? []
        for (name, value) in own.members {
            if let index = members.firstIndex(where: { $0.name == name }) {
                members[index].value = value
            } else {
                members.append((name, value))
            }
        }
        return members
    }

    /// The changes of the conventions in effect for a type.
    ///
    /// - Parameters:
    ///   - type: An API or a repository.
    ///   - old: The earlier conventions.
    /// - Returns: The changes; if there are none, one that reports this.
    func changes(of type: String, since old: ConventionsInEffect) -> [DeclarationChange] {
        var found: [(String, String)] = []
        let (olds, news) = (old.members(of: type), members(of: type))
        for (name, before) in olds {
            let after = news.first { $0.name == name }?.value
            if after == before || after ?? Self.plain(name) == before { continue }
            guard let other = after ?? Self.plain(name) else {
                found.append((name, "no longer \(ValueDifference.shortened(before))"))
                continue
            }
            found.append((name, ValueDifference(before, other).text))
        }
        for (name, after) in news where !olds.contains(where: { $0.name == name }) {
            guard let before = Self.plain(name) else {
                found.append((name, "now \(ValueDifference.shortened(after))"))
                continue
            }
            if before != after { found.append((name, ValueDifference(before, after).text)) }
        }
        guard !found.isEmpty else {
            let summary = "no effective change"
            return [
                DeclarationChange(
                    declaration: "\(type).conventions",
                    summary: summary,
                    effect: .compatible
                )
            ]
        }
        return found.map {
            DeclarationChange(
                declaration: "\(type).conventions.\($0)",
                summary: $1,
                effect: Self.effect(of: $0)
            )
        }
    }

    private static func effect(of member: String) -> DeclarationChange.Effect {
        switch member {
        // These affect only how responses are read.
        case "envelope.list", "envelope.one", "tombstone", "backoff": .reading
        case _ where member.hasPrefix("errors."): .reading
        // Other settings may have the same effect.
        case "creationCheck", "media.patch": .maybeOverTheWire
        case _ where member.hasPrefix("envelope.exceptions"): .maybeOverTheWire
        default: .overTheWire
        }
    }

    /// The default of `Conventions()` in the runtime; nil if there is none.
    private static func plain(_ member: String) -> String? {
        switch member {
        case "media.sent", "media.accepted": "\"application/json\""
        case "paging": ".init(.link)"
        case "patches": ".merge"
        case "query.ascending": "\"{key}\""
        case "query.descending": "\"-{key}\""
        case "query.filter": ".parameters([.equal: \"{key}\"])"
        case "query.limit": "\"limit\""
        case "query.offset": "\"offset\""
        case "query.sort": "\"sort\""
        case "requests[.list]": ".init(.get, \"{path}\")"
        case "requests[.create]": ".init(.post, \"{path}\")"
        case "requests[.createAll]": ".init(.post, \"{path}/collection\")"
        case "requests[.read]": ".init(.get, \"{path}/{id}\")"
        case "requests[.update]": ".init(.put, \"{path}/{id}\")"
        case "requests[.patch]": ".init(.patch, \"{path}/{id}\")"
        case "requests[.delete]": ".init(.delete, \"{path}/{id}\")"
        case "tombstone", "changes", "backoff", "batch.path": "nil"
        case "envelope.one", "envelope.list", "envelope.sent": "[]"
        case "versions": ".entityTag"
        case "creationCheck": ".comparison"
        default: nil
        }
    }
}
