import SchemaLanguage

/// Translates the bodies of failures that an endpoint or a repository declares.
struct FailureTranslator: Sendable {
    let access: String
    let types: TypeTranslator

    /// The settings from which the runtime decodes failures, each declared as the caller chooses.
    ///
    /// ```swift
    /// /// The types of the bodies of failures, by status.
    /// public static let failures: [Int: any ResponseBody.Type] = [404: Problem.self]
    /// ```
    ///
    /// - Parameters:
    ///   - failures: The failures, in the order of precedence.
    ///   - isComputed: Whether the settings are computed properties of an instance.
    /// - Returns: The declarations.
    func settings(_ failures: [CheckedEndpoint.Failure], isComputed: Bool) -> Block {
        var block = Block(capacity: 8)
        let keyword = isComputed ? "var" : "static let"
        let (start, end) = isComputed ? (" { ", " }") : (" = ", "")
        if let other = failures.first(where: { $0.status == nil }) {
            block.line("/// The type of the body of a failure with any other status.")
            block.line(
                access,
                "\(keyword) otherFailure: (any ResponseBody.Type)?\(start)",
                reader(of: other),
                ".self\(end)"
            )
        }
        let named = failures.filter { $0.status != nil }
        guard !named.isEmpty else { return block }
        let elements = named.map { "\($0.status ?? 0): \(reader(of: $0)).self" }
        let head = "\(keyword) failures: [Int: any ResponseBody.Type]\(start)["
        block.line("/// The types of the bodies of failures, by status.")
        guard elements.count > 1 else {
            block.line(access, head, elements[0], "]\(end)")
            return block
        }
        guard !isComputed else {
            block.line(access, "var failures: [Int: any ResponseBody.Type] {")
            block.line("    [")
            for element in elements { block.line("        ", element, ",") }
            block.line("    ]")
            block.line("}")
            return block
        }
        block.line(access, head)
        for element in elements { block.line("    ", element, ",") }
        block.line("]")
        return block
    }

    /// An enumeration with a case for each failure, for a `catch` to switch over.
    ///
    /// ```swift
    /// public enum DeclaredFailure: Sendable {
    ///     case notFound(Problem)
    ///     case other(Trouble)
    /// ```
    func enumeration(_ failures: [CheckedEndpoint.Failure]) -> Block {
        guard !failures.isEmpty else { return Block() }
        var block = Block(capacity: failures.count * 3 + 12)
        block.line("/// The decoded body of a failure, by status.")
        block.line(access, "enum DeclaredFailure: Sendable {")
        for failure in failures {
            block.line("    /// \(description(of: failure))")
            block.line("    case \(name(of: failure))(\(types.type(failure.type)))")
        }
        block.line("")
        block.line(
            "    /// Takes the body from an error; nil if the error has no body of a declared type."
        )
        block.line("    ", access, "init?(_ error: RepositoryError) {")
        block.line("        switch (error.status, error.failure) {")
        for failure in failures {
            block.line(
                "        case (\(pattern(of: failure)), let body as \(types.type(failure.type))): "
                    + "self = .\(name(of: failure))(body)"
            )
        }
        block.line("        default: return nil")
        block.line("        }")
        block.line("    }")
        block.line("}")
        return block
    }

    /// The type that decodes a body; for plain text, it decodes a `String`.
    private func reader(of failure: CheckedEndpoint.Failure) -> String {
        failure.isText ? types.names.foreign("TextFailure") : types.type(failure.type)
    }

    private func name(of failure: CheckedEndpoint.Failure) -> String {
        switch failure.status {
        case nil: "other"
        case 4: "clientError"
        case 5: "serverError"
        case let status?: StatusNames.name(of: status)
        }
    }

    private func description(of failure: CheckedEndpoint.Failure) -> String {
        switch failure.status {
        case nil: "Any other status."
        case let digit? where digit < 10: "Any other status from \(digit)00 to \(digit)99."
        case let status?: "The status \(status)."
        }
    }

    private func pattern(of failure: CheckedEndpoint.Failure) -> String {
        switch failure.status {
        case nil: "_"
        case let digit? where digit < 10: ".some(\(digit)00...\(digit)99)"
        case let status?: "\(status)"
        }
    }
}
