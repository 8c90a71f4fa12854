extension Parameters {
    /// What becomes of a path and its parameters.
    package enum Filling: Equatable {
        /// The percent-encoded path with its query.
        case path(String)
        /// Why there is none, in a sentence without values.
        case problem(String)
    }

    /// Fills a path and adds the query, or says why not.
    ///
    /// - Parameter template: A path with placeholders in braces, and perhaps a query.
    /// - Returns: The path, or the problem.
    package func filling(_ template: String) -> Filling {
        if let firstProblem {
            return .problem(firstProblem)
        }
        var path = ""
        var rest = Substring(template)
        var unused = Set(pathValues.keys)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = pathValues[name] else {
                return .problem("The path parameter '\(name)' has no value.")
            }
            unused.remove(name)
            path += rest[..<open] + value
            rest = rest[rest.index(after: close)...]
        }
        path += rest
        if let name = unused.min() {
            return .problem("The path has no place for the parameter '\(name)'.")
        }
        guard !Self.hasSteps(path) else {
            return .problem("A path parameter would make a step to another path.")
        }
        if !queryItems.isEmpty {
            path += (path.contains("?") ? "&" : "?") + queryItems.joined(separator: "&")
        }
        return .path(path)
    }

    /// Whether a segment is `.` or `..`, which servers and proxies read as a step, encoded or not.
    private static func hasSteps(_ path: String) -> Bool {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        return segments.contains(".") || segments.contains("..")
    }
}
