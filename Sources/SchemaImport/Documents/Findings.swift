import Diagnostics

/// What an import has found so far, each thing once.
struct Findings {
    private(set) var diagnostics: [Diagnostic] = []
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

    /// Takes a finding at a place.
    mutating func add(
        _ rule: ImportRule,
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) {
        let isError = rule == .notADocument || isStrict && rule != .concluded
        add(Diagnostic(isError ? .error : .warning, rule: rule, message, at: range, hint: hint))
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

    /// Reports what was found repeatedly.
    mutating func finish() {
        for (key, range) in order {
            let others = (repeated[key]?.count ?? 1) - 1
            let more =
                others > 0 ? " (and in \(others) more \(others == 1 ? "place" : "places"))" : ""
            add(key.rule, key.message + more, at: range)
        }
        order = []
        repeated = [:]
    }

    mutating func add(_ diagnostic: Diagnostic) {
        if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
    }
}
