import RepositoryStrategy
import SchemaLanguage

/// The delivery of a pending write to the server, and how it ends.
struct DeliverySteps {
    let requests: WriteRequests
    let conflicts: CheckedRepository.ConflictPolicy
    let server: Int

    /// The steps, from the oldest pending write to its end.
    var steps: [DiagramSequence.Step] {
        let outbox = WriteDiagram.Place.outbox
        let sent = requests.operations.map { operation in
            DiagramSequence.Message(
                source: outbox,
                target: server,
                text: requests.line(of: operation),
                details: requests.details(of: operation)
            )
        }
        let send: [DiagramSequence.Step] =
            sent.count == 1
            ? sent.map { .message($0) }
            : [
                .choice(
                    zip(requests.operations, sent).map { operation, message in
                        DiagramSequence.Course(
                            condition: "for \(operation.rawValue)",
                            steps: [.message(message)]
                        )
                    }
                )
            ]
        let mark = DiagramSequence.Message(
            source: outbox,
            target: outbox,
            text: "mark the oldest write as in flight"
        )
        return [.message(mark)] + send + [.choice(ends)]
    }

    private var ends: [DiagramSequence.Course] {
        [
            course(
                "2xx: acknowledged",
                reply: "2xx",
                [
                    to(
                        WriteDiagram.Place.store,
                        "the confirmed state, below newer local writes"
                    ),
                    own("delete the entry"),
                ]
            ),
            course("409, 412: conflict", reply: "409, 412", conflict),
            course(
                "no connection, or 425, 429, 503",
                reply: nil,
                [
                    own("keep it, and retry later")
                ]
            ),
            course(
                "no response, or 5xx: it may have arrived",
                reply: nil,
                [
                    own("leave it in flight"),
                    .note(
                        DiagramSequence.Note(
                            participants: WriteDiagram.Place.outbox...server,
                            lines: ["the next run first finds out how it ended:"]
                                + requests.inquiry
                        )
                    ),
                ]
            ),
            course(
                "400, 403, 422 …: rejected",
                reply: "the error",
                [
                    own("keep it with the response"),
                    .message(
                        DiagramSequence.Message(
                            source: WriteDiagram.Place.outbox,
                            target: WriteDiagram.Place.app,
                            text: "outcome: rejected; edit it and retry, or discard it"
                        )
                    ),
                ]
            ),
        ]
    }

    private var conflict: [DiagramSequence.Step] {
        let read = DiagramSequence.Step.message(
            DiagramSequence.Message(
                source: WriteDiagram.Place.outbox,
                target: server,
                text: "read the state of the server"
            )
        )
        switch conflicts {
        case .merge:
            return [
                read, own("merge, property by property"),
                to(WriteDiagram.Place.store, "the merged state"), own("send the remaining changes"),
            ]
        case .serverWins:
            return [
                read, to(WriteDiagram.Place.store, "the state of the server"),
                own("delete the entry: superseded"),
            ]
        case .clientWins: return [read, own("send it again, overwriting the server")]
        case .fail:
            return [
                read, own("keep both states: conflicted"),
                .message(
                    DiagramSequence.Message(
                        source: WriteDiagram.Place.outbox,
                        target: WriteDiagram.Place.app,
                        text: "outcome: rejected, with both states"
                    )
                ),
            ]
        }
    }

    private func course(
        _ condition: String,
        reply: String?,
        _ steps: [DiagramSequence.Step]
    ) -> DiagramSequence.Course {
        let outbox = WriteDiagram.Place.outbox
        let reply = reply.map { text in
            DiagramSequence.Step.message(
                DiagramSequence.Message(source: server, target: outbox, text: text, isReply: true)
            )
        }
        return DiagramSequence.Course(
            condition: condition,
            steps: (reply.map { [$0] } ?? []) + steps
        )
    }

    private func own(_ text: String) -> DiagramSequence.Step {
        let outbox = WriteDiagram.Place.outbox
        return .message(DiagramSequence.Message(source: outbox, target: outbox, text: text))
    }

    private func to(_ target: Int, _ text: String) -> DiagramSequence.Step {
        .message(
            DiagramSequence.Message(source: WriteDiagram.Place.outbox, target: target, text: text)
        )
    }
}
