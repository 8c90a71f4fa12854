extension Delivery {
    /// Tells how a write has ended, where it has.
    func tell(_ outcome: Outcome, of entry: OutboxEntry) {
        for ended in outcome.ended { outcomes.tell(WriteOutcome(ofPredecessor: ended)) }
        let kind: WriteOutcome.Kind
        var operation = entry.operation
        var isTemporary = operation == .create && collection.creationCheck != .identity
        switch outcome.kind {
        case .acknowledged, .merged:
            kind = if case .merged = outcome.kind { .merged } else { .acknowledged }
            // Else the server has taken the identity that it was sent.
            isTemporary = isTemporary && outcome.key != nil
        case .superseded:
            kind = .superseded
            if outcome.isLostDeletion { operation = .delete }
        case .rejected(let write):
            let failure = OutboxFailure(message: "The write was refused.", date: clock.now)
            kind = .rejected(write.entry.failure ?? failure)
            operation = write.entry.operation
            isTemporary = isTemporary && !namesIdentity(write.record)
        case .postponed, .absent:
            return
        }
        outcomes.tell(
            WriteOutcome(
                collection: entry.key.collection,
                id: (outcome.key ?? entry.key).id,
                temporaryID: isTemporary ? entry.key.id : nil,
                operation: operation,
                kind: kind
            )
        )
    }

    private func namesIdentity(_ record: StoredRecord?) -> Bool {
        guard let document = record?.document,
            let members = try? DocumentMembers.read(document)
        else { return false }
        return namesIdentity(members)
    }

    /// Whether a client sends the identity of an entity that it creates.
    func namesIdentity(_ members: [String: JSON]) -> Bool {
        (try? draft(members))?[collection.schema.identityKey] != nil
    }
}

extension Delivery.Outcome {
    /// What became of a write that was resolved with what the server has.
    init(ending end: Divergence.End) {
        switch end {
        case .acknowledged: self.init(.acknowledged)
        case .merged: self.init(.merged)
        case .superseded: self.init(.superseded)
        case .deletionLost: self = .lostDeletion
        }
    }

    /// That of a deletion, perhaps behind other writes, that has lost against a change on the server.
    static var lostDeletion: Delivery.Outcome {
        var outcome = Delivery.Outcome(.superseded)
        outcome.isLostDeletion = true
        return outcome
    }
}
