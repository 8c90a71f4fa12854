/// The requests of one method to one path, and the bodies that they had.
struct RecordedOperation {
    /// Bodies that were learned.
    struct Bodies {
        var tree: ShapeTree
        var count = 0
    }

    /// Forms that were sent.
    struct Form {
        /// `form`, or `multipart` where one was.
        var word: String
        /// How many there were.
        var count = 0
        var fields = RecordedParameters()

        mutating func join(_ other: Form) {
            if other.word == "multipart" { word = other.word }
            count += other.count
            fields.join(other.fields)
        }
    }

    let method: String
    /// The parts of the path; nil is a parameter.
    var path: [String?]
    /// How many requests there were.
    var count = 0
    /// The parameters of the query.
    var query = RecordedParameters()
    /// What the values of the parameters in the path were.
    var pathValues: [Int: TextStatistics] = [:]
    /// The bodies that were sent.
    var sent: Bodies?
    /// The forms that were sent.
    var form: Form?
    /// The bodies that came back, by status; nil is none.
    var received: [Int: Bodies?] = [:]

    init(method: String, path: [String?]) {
        self.method = method
        self.path = path
    }

    mutating func addPathValue(_ value: String, at position: Int) {
        pathValues[position, default: TextStatistics()].add(value)
    }

    /// Adds the requests of another operation, of which this one is a form.
    mutating func join(_ other: RecordedOperation) {
        count += other.count
        query.join(other.query)
        if let form = other.form {
            if self.form == nil { self.form = Form(word: form.word) }
            self.form?.join(form)
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
