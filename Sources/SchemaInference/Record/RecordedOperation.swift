/// The requests with one method and path, and their bodies.
struct RecordedOperation {
    /// The learned bodies.
    struct Bodies {
        var tree: ShapeTree
        var count = 0
    }

    /// The forms in requests.
    struct Form {
        /// `form`, or `multipart` if one was.
        var word: String
        /// The number of forms.
        var count = 0
        var fields = RecordedParameters()

        mutating func join(_ other: Form) {
            if other.word == "multipart" { word = other.word }
            count += other.count
            fields.join(other.fields)
        }
    }

    let method: String
    /// The path components; nil is a parameter.
    var path: [String?]
    /// Whether all paths have a slash after their last component.
    var endsWithSlash = false
    /// The number of requests.
    var count = 0
    /// The credentials of all requests together.
    var credentials: Set<RecordingLearner.Credential> = []
    /// The query parameters.
    var query = RecordedParameters()
    /// The values of the path parameters.
    var pathValues: [Int: TextStatistics] = [:]
    /// The request bodies.
    var sent: Bodies?
    /// The forms in requests.
    var form: Form?
    /// The media type of other request bodies.
    var otherMedia: String?
    /// The response bodies by status; nil is an empty one.
    var received: [Int: Bodies?] = [:]

    init(method: String, path: [String?]) {
        self.method = method
        self.path = path
    }

    mutating func addPathValue(_ value: String, at position: Int) {
        pathValues[position, default: TextStatistics()].add(value)
    }

    /// Merges the requests of another operation that matches this one.
    mutating func join(_ other: RecordedOperation) {
        endsWithSlash = other.endsWithSlash && (endsWithSlash || count == 0)
        count += other.count
        otherMedia = otherMedia ?? other.otherMedia
        credentials.formUnion(other.credentials)
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
