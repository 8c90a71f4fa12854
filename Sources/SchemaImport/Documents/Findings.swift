import Diagnostics

/// The findings of an import so far, without duplicates.
struct Findings {
    private var found: [Diagnostic] = []
    private var seen: Set<Diagnostic> = []
    private var repeated: [Repeated: Set<SourceRange>] = [:]
    private var order: [(key: Repeated, range: SourceRange)] = []
    /// The positions of keywords that turned out to be supported.
    private var checked: [String: Set<SourceRange>] = [:]
    /// Whether findings other than inferences are errors instead of warnings.
    let isStrict: Bool

    private struct Repeated: Hashable {
        let rule: ImportRule
        let message: String
    }

    init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    /// The findings: first those with a single position, and then those with many.
    var diagnostics: [Diagnostic] {
        var counts: [Repeated: Int] = [:]
        var firsts: [(key: Repeated, range: SourceRange)] = []
        for (key, range) in order where checked[key.message]?.contains(range) != true {
            if counts[key] == nil { firsts.append((key, range)) }
            counts[key, default: 0] += 1
        }
        let more = firsts.map { key, range in
            let others = (counts[key] ?? 1) - 1
            let places = others == 1 ? "place" : "places"
            return diagnostic(
                key.rule,
                key.message + (others > 0 ? " (and in \(others) more \(places))" : ""),
                at: range,
                hint: nil
            )
        }
        return found + more.filter { !seen.contains($0) }
    }

    private func diagnostic(
        _ rule: ImportRule,
        _ message: String,
        at range: SourceRange,
        hint: String?
    ) -> Diagnostic {
        let isError = rule == .notADocument || isStrict && !rule.losesNothing
        return Diagnostic(isError ? .error : .warning, rule: rule, message, at: range, hint: hint)
    }

    /// Adds a finding at a position.
    mutating func add(
        _ rule: ImportRule,
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) {
        add(diagnostic(rule, message, at: range, hint: hint))
    }

    /// Adds a finding that may occur often: only the first is reported, with the number of others.
    mutating func addRepeated(_ rule: ImportRule, _ message: String, at range: SourceRange) {
        let key = Repeated(rule: rule, message: message)
        guard repeated[key, default: []].insert(range).inserted else { return }
        order.append((key, range))
    }

    /// Adds a keyword that restricts values more than the schema does.
    mutating func addUnchecked(_ keyword: String, at range: SourceRange) {
        addRepeated(.unchecked, Self.unchecked(keyword), at: range)
    }

    /// Removes the finding for a keyword, because the schema contains the restriction.
    mutating func removeUnchecked(_ keyword: String, at range: SourceRange) {
        checked[Self.unchecked(keyword), default: []].insert(range)
    }

    private static func unchecked(_ keyword: String) -> String {
        "values are not checked against `\(keyword)`"
    }

    mutating func add(_ diagnostic: Diagnostic) {
        if seen.insert(diagnostic).inserted { found.append(diagnostic) }
    }
}
