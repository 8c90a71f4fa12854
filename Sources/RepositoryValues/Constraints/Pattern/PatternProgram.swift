/// A regular expression as a nondeterministic automaton that scans a string once, backwards.
///
/// At each position it knows the states from which the end of the expression can be reached. This
/// takes time proportional to the length of the string times the number of states, and finds a
/// match for every start at once, which lookahead needs.
struct PatternProgram: Sendable {
    /// A transition from another state, with its condition.
    private struct Way: Sendable {
        enum Condition: Sendable {
            case none
            case place(PatternNode.Place)
            /// The number of the lookahead.
            case lookahead(Int, isNegative: Bool)
        }

        var source: Int
        var condition: Condition
    }

    private struct Step: Sendable {
        var source: Int
        var set: PatternNode.CharacterSet
    }

    /// For each state, the transitions to it with and without a character.
    private var ways: [[Way]] = []
    private var steps: [[Step]] = []
    private var lookaheads: [PatternProgram] = []
    /// The start state; state 0 is the end.
    private var entry = 0

    /// The largest number of states, including all lookaheads.
    private static let maximumCount = 10_000

    /// Compiles an expression.
    init(_ node: PatternNode) throws(PatternError) {
        var budget = Self.maximumCount
        self = try PatternProgram(node, &budget)
    }

    private init(_ node: PatternNode, _ budget: inout Int) throws(PatternError) {
        let end = try state(&budget)
        entry = try compile(node, before: end, &budget)
    }

    private mutating func state(_ budget: inout Int) throws(PatternError) -> Int {
        budget -= 1
        guard budget >= 0 else {
            throw PatternError(message: "the expression is too large", offset: 0)
        }
        ways.append([])
        steps.append([])
        return ways.count - 1
    }

    /// Adds the states for a part of the expression.
    ///
    /// - Returns: The start state of the part, which ends in a given state.
    private mutating func compile(
        _ node: PatternNode,
        before end: Int,
        _ budget: inout Int
    ) throws(PatternError) -> Int {
        switch node {
        case .character(let set):
            let start = try state(&budget)
            steps[end].append(Step(source: start, set: set))
            return start
        case .sequence(let parts):
            var start = end
            for part in parts.reversed() { start = try compile(part, before: start, &budget) }
            return start
        case .choice(let alternatives):
            let start = try state(&budget)
            for alternative in alternatives {
                connect(start, to: try compile(alternative, before: end, &budget))
            }
            return start
        case .place(let place):
            let start = try state(&budget)
            connect(start, to: end, .place(place))
            return start
        case .lookahead(let inner, let isNegative):
            lookaheads.append(try PatternProgram(inner, &budget))
            let start = try state(&budget)
            connect(start, to: end, .lookahead(lookaheads.count - 1, isNegative: isNegative))
            return start
        case .repeated(let inner, let least, let most):
            return try compile(inner, least, most, before: end, &budget)
        }
    }

    private mutating func compile(
        _ inner: PatternNode,
        _ least: Int,
        _ most: Int?,
        before end: Int,
        _ budget: inout Int
    ) throws(PatternError) -> Int {
        var start = end
        if let most {
            // Each repetition may be the last one.
            for _ in least..<most {
                let optional = try state(&budget)
                connect(optional, to: end)
                connect(optional, to: try compile(inner, before: start, &budget))
                start = optional
            }
        } else {
            start = try state(&budget)
            connect(start, to: end)
            connect(start, to: try compile(inner, before: start, &budget))
        }
        for _ in 0..<least {
            // Allocated even for a part without states, so that it counts toward the limit.
            let repetition = try state(&budget)
            connect(repetition, to: try compile(inner, before: start, &budget))
            start = repetition
        }
        return start
    }

    private mutating func connect(_ source: Int, to target: Int, _ condition: Way.Condition = .none)
    {
        ways[target].append(Way(source: source, condition: condition))
    }

    // MARK: - Running

    /// Returns whether the expression matches from each position: before each character, and at the
    /// end.
    func matches(_ text: [Unicode.Scalar]) -> [Bool] {
        let ahead = lookaheads.map { $0.matches(text) }
        var result = [Bool](repeating: false, count: text.count + 1)
        // The last position at which each state was reached.
        var reached = [Int](repeating: -1, count: ways.count)
        var states: [Int] = []
        for place in stride(from: text.count, through: 0, by: -1) {
            var found: [Int] = []
            func reach(_ state: Int) {
                guard reached[state] != place else { return }
                reached[state] = place
                found.append(state)
            }
            // A match may end anywhere.
            reach(0)
            if place < text.count {
                for state in states {
                    for step in steps[state] where step.set.contains(text[place]) {
                        reach(step.source)
                    }
                }
            }
            var next = 0
            while next < found.count {
                for way in ways[found[next]] where isOpen(way.condition, at: place, text, ahead) {
                    reach(way.source)
                }
                next += 1
            }
            result[place] = reached[entry] == place
            states = found
        }
        return result
    }

    private func isOpen(
        _ condition: Way.Condition,
        at place: Int,
        _ text: [Unicode.Scalar],
        _ ahead: [[Bool]]
    ) -> Bool {
        switch condition {
        case .none: return true
        case .lookahead(let number, let isNegative): return ahead[number][place] != isNegative
        case .place(.start): return place == 0
        case .place(.end): return place == text.count
        case .place(let boundary):
            let isBehindWord = place > 0 && PatternNode.CharacterSet.word.contains(text[place - 1])
            let isBeforeWord =
                place < text.count && PatternNode.CharacterSet.word.contains(text[place])
            return (isBehindWord != isBeforeWord) == (boundary == .wordBoundary)
        }
    }
}
