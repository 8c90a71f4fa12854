/// A finding in a source text: what is wrong, where, by which rule, and how to fix it.
///
/// A diagnostic is a value: the stages make it, the printer formats it, tests compare it. Messages
/// are lower case, without a full stop, and state what was found and what was expected.
package struct Diagnostic: Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, Hashable, Sendable {
        /// The run stops at the next gate.
        case error
        /// The run continues, but the output may not be what was intended.
        case warning
    }

    /// A second place that explains the first.
    package struct Note: Hashable, Sendable {
        /// How this place is related to the finding.
        package var message: String
        /// The place.
        package var range: SourceRange

        /// Makes a note about a place.
        package init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// The severity of the finding.
    package var severity: Severity
    /// The stable identifier of the rule that found it, such as `unknown-key`.
    package var rule: String
    /// What was found and what was expected.
    package var message: String
    /// Where it was found.
    package var range: SourceRange
    /// Further places that explain it.
    package var notes: [Note]
    /// At most one suggestion.
    package var hint: String?

    /// Makes a diagnostic of a rule.
    package init(
        _ severity: Severity = .error,
        rule: some RawRepresentable<String>,
        _ message: String,
        at range: SourceRange,
        notes: [Note] = [],
        hint: String? = nil
    ) {
        self.severity = severity
        self.rule = rule.rawValue
        self.message = message
        self.range = range
        self.notes = notes
        self.hint = hint
    }
}
