import Diagnostics

/// The findings and the cost of a reading so far, checked against the limits.
struct ReadingTally {
    /// The maximum cost of the reading.
    let limits: YAMLReader.Limits
    /// The mistakes found.
    private(set) var diagnostics: [Diagnostic] = []
    /// The nodes made, aliases expanded.
    private(set) var nodes = 0

    init(limits: YAMLReader.Limits) {
        self.limits = limits
    }

    /// Adds a mistake after which reading can continue.
    ///
    /// - Throws: ``ReadingStopped`` if there are too many mistakes.
    mutating func report(_ diagnostic: Diagnostic) throws(ReadingStopped) {
        diagnostics.append(diagnostic)
        if diagnostics.count >= limits.diagnostics {
            throw ReadingStopped()
        }
    }

    /// Adds a mistake after which reading cannot continue.
    ///
    /// - Returns: The error to throw.
    mutating func stop(_ diagnostic: Diagnostic) -> ReadingStopped {
        diagnostics.append(diagnostic)
        return ReadingStopped()
    }

    /// Counts nodes: one, or all nodes of an alias.
    mutating func count(
        nodes count: Int = 1,
        at range: @autoclosure () -> SourceRange
    ) throws(ReadingStopped) {
        nodes += count
        if nodes > limits.nodes {
            let message = "found more than \(limits.nodes) values, aliases expanded, expected fewer"
            throw stop(Diagnostic(rule: YAMLRule.tooManyNodes, message, at: range()))
        }
    }

    /// Checks a depth; the outermost collection has depth 1.
    mutating func check(
        depth: Int,
        at range: @autoclosure () -> SourceRange
    ) throws(ReadingStopped) {
        if depth > limits.depth {
            let message = "found collections nested more than \(limits.depth) deep, expected fewer"
            throw stop(Diagnostic(rule: YAMLRule.nestingTooDeep, message, at: range()))
        }
    }

    /// Checks the number of keys of one mapping.
    mutating func check(
        keys: Int,
        at range: @autoclosure () -> SourceRange
    ) throws(ReadingStopped) {
        if keys > limits.keys {
            let message = "found a mapping of more than \(limits.keys) keys, expected fewer"
            throw stop(Diagnostic(rule: YAMLRule.tooManyKeys, message, at: range()))
        }
    }
}

/// Stops a reading; the reason is the last diagnostic of the tally.
struct ReadingStopped: Error {}
