import Diagnostics

/// Failures have statuses of failures, each once, and what comes back otherwise has those of success.
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
        return Diagnostic(
            rule: SchemaRule.invalidFailure,
            "expected a status from 400 to 599, 4xx, 5xx or default, found "
                + "'\(status.value.shortened(to: 40))'",
            at: status.range,
            hint: Int(status.value) == nil
                ? "write a status such as `404: Problem`, or `4xx: Problem` for all that have none of their own"
                : "what an endpoint answers otherwise is its `response:`"
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
                    ? "what comes back with a failure stands in `errors:`"
                    : "write each status by itself, such as `202: Job`"
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
            "what comes back by status is read whole: JSON, a form, text or bytes, or nothing",
            at: media.range,
            hint:
                "write `bytes`; what is read as it comes is the `response:` of an endpoint of its own"
        )
    }

    /// Whether a text is a status, written in one way only, so that none is there twice.
    private func isStatus(_ text: String, in range: ClosedRange<Int>) -> Bool {
        guard let number = Int(text), range.contains(number) else { return false }
        return text.utf8.elementsEqual("\(number)".utf8)
    }
}

extension EndpointDeclaration.Failure {
    /// Whether it stands for all statuses that are not named.
    var isDefault: Bool { status.value == "default" }

    /// The first digit of the statuses that it stands for; nil where it stands for one, or for all.
    var statusClass: Int? {
        switch status.value {
        case "4xx": 4
        case "5xx": 5
        default: nil
        }
    }
}
