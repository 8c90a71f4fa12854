/// Participants and the messages between them, in chronological order.
package struct DiagramSequence: Hashable, Sendable {
    /// The participants, from left to right.
    package var participants: [Participant]
    /// The steps.
    package var steps: [Step]

    /// Creates a sequence.
    package init(participants: [Participant], steps: [Step] = []) {
        self.participants = participants
        self.steps = steps
    }

    /// A participant in an exchange of messages.
    package struct Participant: Hashable, Sendable {
        /// The kind.
        package let kind: Kind
        /// The name, any text.
        package let name: String
        /// The detail below the name, any text.
        package var detail: String?
        /// The position of the declaration.
        package var line: SchemaLine?

        /// The kinds of participants.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case app, repository, store, outbox, server
        }
    }

    /// A step of a sequence.
    package enum Step: Hashable, Sendable {
        /// A message from one participant to another, or to itself.
        case message(Message)
        /// A note about some participants.
        case note(Note)
        /// A heading for the following steps.
        case heading(String)
        /// Alternative courses.
        case choice([Course])
    }

    /// A message from one participant to another, or to itself.
    package struct Message: Hashable, Sendable {
        /// The index of the sender.
        package let source: Int
        /// The index of the receiver.
        package let target: Int
        /// The label, any text.
        package let text: String
        /// The contents, one line each, any text.
        package var details: [String] = []
        /// Whether it is a reply.
        package var isReply = false
    }

    /// A note about some participants.
    package struct Note: Hashable, Sendable {
        /// The indices of the first and the last participant.
        package let participants: ClosedRange<Int>
        /// The lines of the note, any text.
        package let lines: [String]
    }

    /// One of several alternative courses.
    package struct Course: Hashable, Sendable {
        /// The condition, any text.
        package let condition: String
        /// The steps.
        package let steps: [Step]
    }
}
