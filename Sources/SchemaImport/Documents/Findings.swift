import Diagnostics

/// What an import has found so far, each thing once.
struct Findings {
    private var found: [Diagnostic] = []
    private var seen: Set<Diagnostic> = []
    private var repeated: [Repeated: Set<SourceRange>] = [:]
    private var order: [(key: Repeated, range: SourceRange)] = []
    /// Whether anything but a conclusion is an error, rather than a warning.
    let isStrict: Bool

    private struct Repeated: Hashable {
        let rule: ImportRule
        let message: String
    }

    init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    /// The findings: first those of one place each, and then those of many.
    var diagnostics: [Diagnostic] {
        let more = order.map { key, range in
            let others = (repeated[key]?.count ?? 1) - 1
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

    /// Takes a finding at a place.
    mutating func add(
        _ rule: ImportRule,
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) {
        add(diagnostic(rule, message, at: range, hint: hint))
    }

    /// Takes a finding of which there may be many: the first is reported, with the number of the others.
    mutating func addRepeated(_ rule: ImportRule, _ message: String, at range: SourceRange) {
        let key = Repeated(rule: rule, message: message)
        if repeated[key]?.insert(range).inserted == nil {
            repeated[key] = [range]
            order.append((key, range))
        }
    }

    /// Takes a keyword that restricts values further than a schema does.
    mutating func addUnchecked(_ keyword: String, at range: SourceRange) {
        addRepeated(.unchecked, "values are not checked against `\(keyword)`", at: range)
    }

    mutating func add(_ diagnostic: Diagnostic) {
        if seen.insert(diagnostic).inserted { found.append(diagnostic) }
    }
}
