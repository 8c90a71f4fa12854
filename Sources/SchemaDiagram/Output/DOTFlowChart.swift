/// A sequence as a flow chart: boxes are steps, and arrows lead to the next step.
struct DOTFlowChart {
    /// A step.
    struct Box {
        let text: String
        let shape: String
    }

    /// A transition to the next step.
    struct Arrow {
        let source: Int
        let target: Int
        /// The condition.
        let condition: String?
    }

    private(set) var boxes: [Box] = []
    private(set) var arrows: [Arrow] = []
    /// The boxes without a next step, each with the condition for continuing.
    private var ends: [(box: Int, condition: String?)] = []
    private let participants: [DiagramSequence.Participant]

    init(_ participants: [DiagramSequence.Participant]) { self.participants = participants }

    /// Adds the next step.
    mutating func add(_ steps: [DiagramSequence.Step]) {
        for step in steps {
            switch step {
            case .message(let message):
                let source = participants[message.source].name
                let target = participants[message.target].name
                let head = source == target ? source : "\(source) → \(target)"
                add(([head, message.text] + message.details).joined(separator: "\n"), "box")
            case .note(let note): add(note.lines.joined(separator: "\n"), "note")
            case .heading(let text): add(text, "plaintext")
            case .choice(let courses):
                // Joining courses share an arrow to reduce the number of arrows.
                if ends.count != 1 { add("", "point") }
                let start = ends
                var all: [(box: Int, condition: String?)] = []
                for course in courses {
                    ends = start.map { ($0.box, course.condition) }
                    add(course.steps)
                    all += ends
                }
                ends = all
            }
        }
    }

    private mutating func add(_ text: String, _ shape: String) {
        let box = boxes.count
        boxes.append(Box(text: text, shape: shape))
        arrows += ends.map { Arrow(source: $0.box, target: box, condition: $0.condition) }
        ends = [(box, nil)]
    }
}
