extension Parameters {
    /// The result of inserting parameters into a path.
    package enum Filling: Equatable {
        /// The percent-encoded path with its query.
        case path(String)
        /// The reason why there is none, in a sentence without values.
        case problem(String)
    }

    /// Inserts the path parameters and adds the query.
    ///
    /// - Parameter template: A path with placeholders in braces, and optionally a query.
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
            return .problem("The path has no placeholder for the parameter '\(name)'.")
        }
        guard !Self.hasSteps(path) else {
            return .problem("A path parameter would result in a different path.")
        }
        if !queryItems.isEmpty {
            path += (path.contains("?") ? "&" : "?") + queryItems.joined(separator: "&")
        }
        return .path(path)
    }

    /// Returns whether a segment is `.` or `..`, encoded or not, which servers and proxies resolve.
    private static func hasSteps(_ path: String) -> Bool {
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        return segments.contains(".") || segments.contains("..")
    }
}
