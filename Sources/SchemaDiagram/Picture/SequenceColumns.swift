import Diagnostics

/// The horizontal positions of the participants of a sequence, with room for all texts.
struct SequenceColumns {
    /// The center of each participant.
    private(set) var centers: [Double]
    /// The widths of the participants' boxes.
    let headWidths: [Double]
    /// The total width.
    private(set) var width: Double

    private static let widest = 460.0

    init(_ sequence: DiagramSequence) {
        headWidths = sequence.participants.map { participant in
            let name = Self.width(Self.name(of: participant), .name)
            let detail = Self.detail(of: participant).map { Self.width($0, .remark) } ?? 0
            return (max(name, detail, 70) + 28).rounded(.up)
        }
        let count = sequence.participants.count
        // The minimum distances between centers, and the margins for texts on the left and right.
        var needs = Array(repeating: Array(repeating: 0.0, count: count + 1), count: count)
        var before = 0.0
        var total = 0.0
        for index in headWidths.indices.dropLast() {
            needs[index][index + 1] = (headWidths[index] + headWidths[index + 1]) / 2 + 28
        }
        func look(at steps: [DiagramSequence.Step], depth: Double) {
            for step in steps {
                switch step {
                case .message(let message):
                    let (text, details) = Self.lines(of: message)
                    let widest =
                        ([Self.width(text, .code)] + details.map { Self.width($0, .remark) })
                        .max() ?? 0
                    let (low, high) = (
                        min(message.source, message.target), max(message.source, message.target)
                    )
                    if low == high {
                        needs[low][low + 1] = max(needs[low][low + 1], widest + 60)
                    } else {
                        needs[low][high] = max(needs[low][high], widest + 40)
                    }
                case .note(let note):
                    let width = Self.width(of: note)
                    let (low, high) = (note.participants.lowerBound, note.participants.upperBound)
                    if low == 0, low == high { before = max(before, width / 2 + 20 + depth * 10) }
                    if high == count - 1 {
                        needs[high][count] = max(needs[high][count], width / 2 + 20 + depth * 10)
                    }
                    if low < high { needs[low][high] = max(needs[low][high], width) }
                    if low == high {
                        if low > 0 {
                            needs[low - 1][low] = max(needs[low - 1][low], width / 2 + 24)
                        }
                        if high + 1 < count {
                            needs[high][high + 1] = max(needs[high][high + 1], width / 2 + 24)
                        }
                    }
                case .heading(let text): total = max(total, Self.width(Self.heading(text), .name))
                case .choice(let courses):
                    for course in courses {
                        let text = Self.width(Self.condition(of: course), .remark)
                        total = max(total, text + 40 + depth * 20)
                        look(at: course.steps, depth: depth + 1)
                    }
                }
            }
        }
        look(at: sequence.steps, depth: 0)
        centers = []
        for index in 0..<count {
            var x = index == 0 ? max(before, headWidths[0] / 2 + 24) : 0
            for earlier in 0..<index { x = max(x, centers[earlier] + needs[earlier][index]) }
            centers.append(x.rounded(.up))
        }
        var right = (centers.last ?? 0) + (headWidths.last ?? 0) / 2 + 24
        for (center, needs) in zip(centers, needs) {
            right = max(right, center + (needs.last ?? 0))
        }
        width = max(right, total).rounded(.up)
    }

    private static func width(_ text: String, _ font: Picture.Font) -> Double {
        TextMetrics.width(of: text, font.family, size: font.size)
    }

    private static func cut(_ text: String, _ font: Picture.Font, to width: Double) -> String {
        TextMetrics.cut(VisibleText.make(text), to: width, font.family, size: font.size)
    }

    // MARK: - What is shown of texts

    static func name(of participant: DiagramSequence.Participant) -> String {
        cut(participant.name, .name, to: 260)
    }

    static func detail(of participant: DiagramSequence.Participant) -> String? {
        participant.detail.map { cut($0, .remark, to: 300) }
    }

    static func lines(of message: DiagramSequence.Message) -> (text: String, details: [String]) {
        (cut(message.text, .code, to: widest), message.details.map { cut($0, .remark, to: widest) })
    }

    static func lines(of note: DiagramSequence.Note) -> [String] {
        note.lines.map { cut($0, .remark, to: widest) }
    }

    static func width(of note: DiagramSequence.Note) -> Double {
        ((lines(of: note).map { width($0, .remark) }.max() ?? 0) + 24).rounded(.up)
    }

    static func heading(_ text: String) -> String { cut(text, .name, to: 700) }

    static func condition(of course: DiagramSequence.Course) -> String {
        cut(course.condition, .remark, to: 640)
    }
}
