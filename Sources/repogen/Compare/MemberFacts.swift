/// The facts in generated code about one member: a property, a parameter, a case or a function.
struct MemberFacts {
    /// The kinds of facts.
    enum Aspect: Hashable {
        /// The key, in quotes.
        case key
        /// The position in a request.
        case place
        /// The conversion before it is sent.
        case transform
        /// The value sent for nil.
        case sentNil
        /// The value read if it is missing, null or invalid.
        case absent, null, invalid
        /// The discriminator of a union.
        case discriminator
        /// The endpoint of a request.
        case endpoint
        /// The default of a parameter.
        case argument(String)
    }

    /// The facts as text, in a fixed order.
    private(set) var aspects: [(aspect: Aspect, words: String)] = []
    /// The format of its values; nil without facts about it.
    private(set) var form: WireForm?

    /// The fact about an aspect.
    subscript(aspect: Aspect) -> String? {
        get { aspects.first { $0.aspect == aspect }?.words }
        set {
            let index = aspects.firstIndex { $0.aspect == aspect }
            switch (index, newValue) {
            case (let index?, let words?): aspects[index].words = words
            case (nil, let words?): aspects.append((aspect, words))
            case (let index?, nil): aspects.remove(at: index)
            case (nil, nil): break
            }
        }
    }

    /// The facts in the body of a declaration, by the names of members; those of the enclosing type
    /// have an empty name.
    static func facts(
        in declaration: SwiftOutline.Declaration,
        isOfProtocol: Bool
    ) -> [(member: String, facts: MemberFacts)] {
        var order: [String] = []
        var found: [String: MemberFacts] = [:]
        func note(_ member: String, _ change: (inout MemberFacts) -> Void) {
            if found[member] == nil { order.append(member) }
            change(&found[member, default: MemberFacts()])
        }
        for statement in SwiftStatement.lines(of: declaration.body) {
            switch declaration.name {
            case "init(dictionary:)": read(statement, note)
            case "encodeMembers(to:)", "parameters": write(statement, note)
            case "rawValue": readCase(statement, note)
            case "encode(to:)": writeCase(statement, note)
            case _ where declaration.kind == .function:
                call(statement, declaration.name, isOfProtocol, note)
            case _ where declaration.scope.hasSuffix(".Fields"):
                guard let (head, elements) = statement.call, head == "Field" else { continue }
                note(declaration.name) { $0.take(elements) }
            default: break
            }
        }
        return order.compactMap { name in found[name].map { (name, $0) } }
    }

    private typealias Note = (String, (inout MemberFacts) -> Void) -> Void

    /// The key and the format passed to a call.
    private mutating func take(_ elements: [String]) {
        guard let key = elements.first, key.hasSuffix("\"") || key.hasSuffix("#") else { return }
        self[.key] = key
        form = WireForm(codec: Self.argument("using", of: elements))
    }

    private static func argument(_ label: String, of elements: [String]) -> String? {
        elements.lazy.compactMap(\.labelled).first { $0.label == label }?.value
    }

    /// `self.text = try source.optional("text", as: String.self) ?? ""`.
    private static func read(_ statement: String, _ note: Note) {
        let target = ["self.", "let "].first { statement.hasPrefix($0) }
        guard let target, let sign = statement.firstRange(of: " = ") else { return }
        let member = statement.dropFirst(target.count).identifier
        let value = String(statement[sign.upperBound...])
        if let choice = value.firstRange(of: ".isAbsent ? "), value.hasSuffix(".value"),
            let colon = value.ranges(of: " : ").last
        {
            // The call is in the statement before.
            note(member) {
                $0[.absent] = String(value[choice.upperBound..<colon.lowerBound])
                $0[.null] = "nil"
            }
            return
        }
        guard let (head, elements, rest) = value.leadingCall, head.hasPrefix("try source.") else {
            return
        }
        let standard = rest.hasPrefix("?? ") ? String(rest.dropFirst(3)) : nil
        let isPresence = head.hasSuffix(".presence")
        let nothing = head.hasSuffix(".required") ? "an error" : standard ?? "nil"
        let survives = argument("ifInvalid", of: elements) != nil
        note(member) {
            $0.take(elements)
            $0[.absent] = isPresence ? "absent" : nothing
            $0[.null] = isPresence ? "null" : nothing
            let isLossy = $0.form?.isLossy == true
            $0[.invalid] =
                survives ? "treated as missing" : isLossy ? "left out" : "an error"
        }
    }

    /// `writer.member("text", text)`, `parameters.query("limit", limit)`.
    private static func write(_ statement: String, _ note: Note) {
        guard let (head, elements) = statement.call, elements.count >= 2 else { return }
        let value = elements[1]
        note(value.dropFirst(value.hasPrefix("self.") ? "self.".count : 0).identifier) {
            $0.take(elements)
            switch head {
            case "writer.memberOrNull": $0[.sentNil] = "null"
            case "writer.memberIfPresent": $0[.sentNil] = "nothing"
            case "parameters.path": $0[.place] = "in the path"
            case "parameters.query": $0[.place] = "in the query"
            case "parameters.header": $0[.place] = "as a header field"
            default: break
            }
            guard head.hasPrefix("parameters.") else { return }
            let transform = ["lowercased", "uppercased"].first { value.contains(".\($0)()") }
            $0[.transform] = transform ?? "as it is"
        }
    }

    /// `case .small: "S"`.
    private static func readCase(_ statement: String, _ note: Note) {
        guard let (name, value) = labelledCase(statement) else { return }
        note(name) { $0[.key] = value }
    }

    /// `case .image(let value): writer.value(value, tagged: "image", by: "type")`.
    private static func writeCase(_ statement: String, _ note: Note) {
        guard let (name, value) = labelledCase(statement), let elements = value.call?.elements,
            let tag = argument("tagged", of: elements)
        else { return }
        note(name) { $0[.key] = tag }
        note("") { $0[.discriminator] = argument("by", of: elements) }
    }

    private static func labelledCase(_ statement: String) -> (name: String, value: String)? {
        guard statement.hasPrefix("case ."), let (label, value) = statement.labelled else {
            return nil
        }
        return (label.dropFirst("case .".count).identifier, value)
    }

    /// `try await networking.request(Endpoint.Find(limit: limit))`, and the call of a requirement
    /// with its defaults.
    private static func call(
        _ statement: String,
        _ function: String,
        _ isOfProtocol: Bool,
        _ note: Note
    ) {
        if let request = statement.firstRange(of: "networking.request(Endpoint.") {
            let name = statement[request.upperBound...].identifier
            note(function) { $0[.endpoint] = "Endpoint.\(name)" }
        } else if isOfProtocol, let (head, elements) = statement.call, head.hasPrefix("try await ")
        {
            for case let (label, value)? in elements.map(\.labelled) {
                note(function) { $0[.argument(label)] = value }
            }
        }
    }
}

extension SwiftStatement {
    /// The statements of a body, each on one line.
    static func lines(of body: String) -> [String] {
        var statements: [String] = []
        var depth = 0
        var isOpen = false
        for line in body.split(separator: "\n") {
            let words = line.split(separator: " ").joined(separator: " ")
            let goesOn = ["?", ":", "."].contains { words.hasPrefix($0) }
            if let last = statements.last, depth > 0 || isOpen || goesOn {
                let isTight = last.last.map("([".contains) == true || ")]".contains(words.prefix(1))
                statements[statements.count - 1] += isTight ? words : " " + words
            } else {
                statements.append(words)
                depth = 0
            }
            depth += words.openedBrackets
            isOpen = words.hasSuffix("=") || words.hasSuffix(":")
        }
        return statements
    }
}
