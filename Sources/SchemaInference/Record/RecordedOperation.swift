/// The requests of one method to one path, and the bodies that they had.
struct RecordedOperation {
    /// A parameter of the query.
    struct Parameter {
        /// How many requests had it.
        var presence = 0
        /// Whether a request had it several times.
        var isRepeated = false
        /// What its values were.
        var values = TextStatistics()
    }

    /// Bodies that were learned.
    struct Bodies {
        var tree: ShapeTree
        var count = 0
    }

    let method: String
    /// The parts of the path; nil is a parameter.
    var path: [String?]
    /// How many requests there were.
    var count = 0
    /// The parameters of the query, in the order in which they were seen.
    var query: [(name: String, parameter: Parameter)] = []
    /// What the values of the parameters in the path were.
    var pathValues: [Int: TextStatistics] = [:]
    /// The bodies that were sent.
    var sent: Bodies?
    /// The bodies that came back, by status; nil is none.
    var received: [Int: Bodies?] = [:]

    init(method: String, path: [String?]) {
        self.method = method
        self.path = path
    }

    mutating func addQuery(_ pairs: [(name: String, value: String)]) {
        var seen: Set<String> = []
        for (name, value) in pairs {
            let index: Int
            if let known = query.firstIndex(where: { $0.name == name }) {
                index = known
            } else {
                query.append((name, Parameter()))
                index = query.count - 1
            }
            if seen.insert(name).inserted {
                query[index].parameter.presence += 1
            } else {
                query[index].parameter.isRepeated = true
            }
            query[index].parameter.values.add(value)
        }
    }

    mutating func addPathValue(_ value: String, at position: Int) {
        pathValues[position, default: TextStatistics()].add(value)
    }

    /// Adds the requests of another operation, of which this one is a form.
    mutating func join(_ other: RecordedOperation) {
        count += other.count
        for (name, parameter) in other.query {
            guard let index = query.firstIndex(where: { $0.name == name }) else {
                query.append((name, parameter))
                continue
            }
            query[index].parameter.presence += parameter.presence
            query[index].parameter.values.join(parameter.values)
            if parameter.isRepeated { query[index].parameter.isRepeated = true }
        }
        for (position, values) in other.pathValues {
            pathValues[position, default: TextStatistics()].join(values)
        }
        if let bodies = other.sent { sent = Self.joined(sent, bodies) }
        for (status, bodies) in other.received {
            guard let bodies else {
                if received[status] == nil { received[status] = .some(nil) }
                continue
            }
            received[status] = Self.joined(received[status] ?? nil, bodies)
        }
    }

    private static func joined(_ one: Bodies?, _ other: Bodies) -> Bodies {
        guard var bodies = one else { return other }
        bodies.tree.join(other.tree)
        bodies.count += other.count
        return bodies
    }
}

extension TextStatistics {
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add($0) }
    }
}
