import Diagnostics

/// Checks that failures have failure statuses, each once, and that other responses have success
/// statuses.
struct StatusCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let failures = index.endpoints.flatMap(\.failures) + index.repositoryFailures
        return failures.compactMap(diagnostic(for:))
            + index.endpoints.flatMap { $0.outcomes.compactMap(diagnostic(for:)) }
    }

    private func diagnostic(for failure: EndpointDeclaration.Failure) -> Diagnostic? {
        let status = failure.status
        if failure.isDefault || failure.statusClass != nil || isStatus(status.value, in: 400...599)
        {
            return nil
        }
        let hint =
            switch Int(status.value) {
            case nil:
                "write a status such as `404: Problem`, or `4xx: Problem` for the rest of its class"
            case (200...299)?: "declare the body of a successful response under `response:`"
            // Another spelling of a status, such as `0404`.
            case let number? where (400...599).contains(number): "write \(number)"
            default: "only failures, from 400 to 599, have a declared body"
            }
        return Diagnostic(
            rule: SchemaRule.invalidFailure,
            "expected a status from 400 to 599, 4xx, 5xx or default, found "
                + "'\(status.value.shortened(to: 40))'",
            at: status.range,
            hint: hint
        )
    }

    private func diagnostic(for outcome: EndpointDeclaration.Outcome) -> Diagnostic? {
        let status = outcome.status
        guard isStatus(status.value, in: 200...299) else {
            return Diagnostic(
                rule: SchemaRule.invalidResponse,
                "expected a status from 200 to 299, found '\(status.value.shortened(to: 40))'",
                at: status.range,
                hint: (Int(status.value) ?? 0) >= 400
                    ? "declare the body of a failure under `errors:`"
                    : "write each status separately, such as `202: Job`"
            )
        }
        if ["204", "205"].contains(status.value), let type = outcome.type {
            return Diagnostic(
                rule: SchemaRule.invalidResponse,
                "a response with the status \(status.value) has no body",
                at: type.range,
                hint: "write `\(status.value): none`"
            )
        }
        guard let media = outcome.media, media.form.isStreamed else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidResponse,
            "a response by status is read as a whole: JSON, a form, text, bytes or nothing",
            at: media.range,
            hint:
                "write `bytes`; for a stream, use `response:` of a separate endpoint"
        )
    }

    /// Whether a string is a status in its only spelling, so that duplicates are found.
    private func isStatus(_ text: String, in range: ClosedRange<Int>) -> Bool {
        guard let number = Int(text), range.contains(number) else { return false }
        return text.utf8.elementsEqual("\(number)".utf8)
    }
}

extension EndpointDeclaration.Failure {
    /// Whether it covers all statuses that are not listed.
    var isDefault: Bool { status.value == "default" }

    /// The first digit of the statuses that it covers; nil if it covers one status, or all.
    var statusClass: Int? {
        switch status.value {
        case "4xx": 4
        case "5xx": 5
        default: nil
        }
    }
}
