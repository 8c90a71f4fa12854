/// Compares what the declarations of two versions of a generated file do, and says of which property or
/// which convention it is.
///
/// Bodies are compared line by line, as Repogen writes one statement for each property.
struct BodyComparison {
    private typealias Declaration = SwiftOutline.Declaration

    /// The lines of one thing that go and come.
    private struct Lines {
        var gone: [String] = []
        var came: [String] = []
    }

    private let old: SwiftOutline
    private let new: SwiftOutline

    init(old: SwiftOutline, new: SwiftOutline) {
        self.old = old
        self.new = new
    }

    /// What changes on the wire, each thing once, in the order of the old text.
    ///
    /// - Parameter others: What is known already; of what came, went or has another type, all is said.
    /// - Returns: The changes.
    func changes(besides others: [DeclarationChange]) -> [DeclarationChange] {
        let told = Set(others.map(\.declaration))
        var order: [String] = []
        var lines: [String: Lines] = [:]
        for (before, after) in pairs where before.body != after.body {
            let olds = Self.statements(of: before.body)
            let news = Self.statements(of: after.body)
            let gone = olds.filter { !news.contains($0) }
            let came = news.filter { !olds.contains($0) }
            for (found, side) in [(gone, \Lines.gone), (came, \Lines.came)] {
                for line in found {
                    guard let subject = subject(of: line, in: before), !told.contains(subject)
                    else { continue }
                    if lines[subject] == nil { order.append(subject) }
                    lines[subject, default: Lines()][keyPath: side].append(line)
                }
            }
        }
        return order.compactMap { subject in
            lines[subject].map {
                DeclarationChange(
                    declaration: subject,
                    summary: Self.summary($0),
                    effect: .overTheWire
                )
            }
        }
    }

    /// The declarations that are in both.
    private var pairs: [(Declaration, Declaration)] {
        let known = Dictionary(new.declarations.map { ($0.path, $0) }) { first, _ in first }
        return old.declarations.compactMap { before in
            known[before.path].flatMap { $0.kind == before.kind ? (before, $0) : nil }
        }
    }

    // MARK: - Lines

    /// The statements of a body, each on one line.
    private static func statements(of body: String) -> [String] {
        var statements: [String] = []
        var text = ""
        var depth = 0
        for line in body.split(separator: "\n") {
            let words = line.split(separator: " ").joined(separator: " ")
            let isTight =
                text.isEmpty || text.last.map("([".contains) == true
                || words.first.map(")]".contains) == true
            text += isTight ? words : " " + words
            depth += words.count { "([".contains($0) } - words.count { ")]".contains($0) }
            guard depth <= 0, !words.hasSuffix("=") else { continue }
            statements.append(text)
            text = ""
            depth = 0
        }
        return text.isEmpty ? statements : statements + [text]
    }

    /// What a statement is about: a property of the entity, a case, or a member of the conventions; nil
    /// where that cannot be told.
    private func subject(of line: String, in declaration: Declaration) -> String? {
        if declaration.name == "conventions" {
            return line.firstMatch(of: #/^conventions\.([A-Za-z.\[\]]+) = /#).map {
                "\(declaration.path).\($0.1)"
            }
        }
        var owner = declaration.scope
        for inner in [".Draft", ".Patch", ".Fields"] where owner.hasSuffix(inner) {
            owner.removeLast(inner.count)
        }
        if declaration.scope.hasSuffix(".Fields"), declaration.kind == .property {
            return own(declaration.name, of: owner)
        }
        let name =
            line.firstMatch(of: /^self\.`?(\w+)`? =/)?.1 ?? line.firstMatch(of: /&`?(\w+)`?/)?.1
            ?? line.firstMatch(of: /^case \.`?(\w+)`?[:(]/)?.1
            ?? line.firstMatch(of: /^case .*: self = \.`?(\w+)`?/)?.1
            ?? line.firstMatch(of: /^\w+\.\w+\(\s*"(?:[^"\\]|\\.)*", `?(\w+)`?/)?.1
        return name.flatMap { own(String($0), of: owner) }
    }

    /// The path of a property or a case, where both texts have it.
    private func own(_ name: String, of owner: String) -> String? {
        let path = "\(owner).\(name)"
        let isMember = { (declaration: Declaration) in
            declaration.path == path
                && (declaration.kind == .property || declaration.kind == .enumerationCase)
        }
        return old.declarations.contains(where: isMember)
            && new.declarations.contains(where: isMember) ? path : nil
    }

    // MARK: - Words

    /// What became of the first statement: `"a" → "b"` where only its texts differ.
    private static func summary(_ lines: Lines) -> String {
        guard let gone = lines.gone.first else {
            return "now " + ValueDifference.shortened(value(of: lines.came.first ?? ""))
        }
        guard let came = lines.came.first else {
            return "no longer " + ValueDifference.shortened(value(of: gone))
        }
        let (oldTexts, newTexts) = (texts(in: gone), texts(in: came))
        if oldTexts.rest == newTexts.rest, oldTexts.texts.count == newTexts.texts.count {
            let pairs = zip(oldTexts.texts, newTexts.texts).filter { $0 != $1 }
            return pairs.map { "\($0) → \($1)" }.joined(separator: ", ")
        }
        let (before, after) = (value(of: gone), value(of: came))
        if let one = defaulted(before), let other = defaulted(after), one.read == other.read {
            return "where it is absent, \(one.standard) → \(other.standard)"
        }
        return ValueDifference(before, after).text
    }

    /// What is assigned, where something is.
    private static func value(of statement: String) -> String {
        guard let match = statement.firstMatch(of: #/^[\w.`\[\]]+ = /#) else { return statement }
        return String(statement[match.range.upperBound...])
    }

    /// What is read, and what stands for it where nothing is there; nil where nothing does.
    private static func defaulted(_ value: String) -> (read: Substring, standard: Substring)? {
        value.firstRange(of: " ?? ").map {
            (value[..<$0.lowerBound], value[$0.upperBound...])
        }
    }

    /// The texts in quotes in a statement, and what is left without them.
    private static func texts(in statement: String) -> (texts: [String], rest: String) {
        let literal = /"(?:[^"\\]|\\.)*"/
        return (
            statement.matches(of: literal).map { String($0.0) },
            statement.replacing(literal, with: "\"\"")
        )
    }
}
