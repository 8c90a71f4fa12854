import Diagnostics

/// What an import has found so far, each thing once.
struct Findings {
    private(set) var diagnostics: [Diagnostic] = []
    private var seen: Set<Diagnostic> = []
    /// Whether anything but a conclusion is an error, rather than a warning.
    let isStrict: Bool

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

    mutating func add(_ diagnostic: Diagnostic) {
        if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
    }
}
