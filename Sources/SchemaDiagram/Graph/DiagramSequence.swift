/// Participants and the messages between them, in the order of time.
package struct DiagramSequence: Hashable, Sendable {
    /// The participants, from left to right.
    package var participants: [Participant]
    /// What happens.
    package var steps: [Step]

    /// Makes a sequence.
    package init(participants: [Participant], steps: [Step] = []) {
        self.participants = participants
        self.steps = steps
    }

    /// One who sends and receives messages.
    package struct Participant: Hashable, Sendable {
        /// What it is.
        package let kind: Kind
        /// The name, any text.
        package let name: String
        /// What is said below the name, any text.
        package var detail: String?
        /// Where it is declared.
        package var line: SchemaLine?

        /// What a participant is.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case app, repository, store, outbox, server
        }
    }

    /// Something that happens.
    package enum Step: Hashable, Sendable {
        /// A message from one participant to another, or to itself.
        case message(Message)
        /// A remark about some participants.
        case note(Note)
        /// A heading over what follows.
        case heading(String)
        /// One of several courses.
        case choice([Course])
    }

    /// A message from one participant to another, or to itself.
    package struct Message: Hashable, Sendable {
        /// The index of who sends it.
        package let source: Int
        /// The index of who receives it.
        package let target: Int
        /// What it is, any text.
        package let text: String
        /// What it carries, a line for each, any text.
        package var details: [String] = []
        /// Whether it is what comes back.
        package var isReply = false
    }

    /// A remark about some participants.
    package struct Note: Hashable, Sendable {
        /// The indices of the first and the last participant.
        package let participants: ClosedRange<Int>
        /// What it says, a line for each, any text.
        package let lines: [String]
    }

    /// One of several courses.
    package struct Course: Hashable, Sendable {
        /// When it is taken, any text.
        package let condition: String
        /// What happens.
        package let steps: [Step]
    }
}
