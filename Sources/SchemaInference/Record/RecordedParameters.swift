/// Query parameters or form fields, in the order of first occurrence.
struct RecordedParameters {
    /// A parameter.
    struct Parameter {
        let name: String
        /// The number of requests with it.
        var presence = 0
        /// Whether a request repeated it.
        var isRepeated = false
        /// Whether it was a file.
        var isFile = false
        /// Its values.
        var values = TextStatistics()
    }

    private(set) var list: [Parameter] = []

    var isEmpty: Bool { list.isEmpty }

    /// Adds the parameters of a request.
    mutating func add(_ pairs: [RecordedField]) {
        var seen: Set<String> = []
        for field in pairs {
            let index = index(of: field.name)
            if seen.insert(field.name).inserted {
                list[index].presence += 1
            } else {
                list[index].isRepeated = true
            }
            if field.isFile { list[index].isFile = true }
            list[index].values.add(field.value)
        }
    }

    /// Adds the parameters of other requests.
    mutating func join(_ other: RecordedParameters) {
        for parameter in other.list {
            let index = index(of: parameter.name)
            list[index].presence += parameter.presence
            list[index].values.join(parameter.values)
            if parameter.isRepeated { list[index].isRepeated = true }
            if parameter.isFile { list[index].isFile = true }
        }
    }

    private mutating func index(of name: String) -> Int {
        if let known = list.firstIndex(where: { $0.name == name }) { return known }
        list.append(Parameter(name: name))
        return list.count - 1
    }
}

/// A query parameter or a form field of a request.
struct RecordedField: Hashable {
    var name = ""
    var value = ""
    /// Whether it is a file, whose contents are not read.
    var isFile = false
}
