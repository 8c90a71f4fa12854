/// The picture of a sequence: participants side by side, and time from top to bottom.
struct SequencePicture {
    private let sequence: DiagramSequence
    private let diagram: Diagram
    private let columns: SequenceColumns

    private static let margin = 28.0
    private static let headHeight = 52.0

    init(_ sequence: DiagramSequence, of diagram: Diagram) {
        self.sequence = sequence
        self.diagram = diagram
        columns = SequenceColumns(sequence)
    }

    /// The picture.
    var picture: Picture {
        let heading = PictureHeading(diagram)
        var drawing = Drawing(y: Self.headHeight + 24)
        for step in sequence.steps { draw(step, depth: 0, &drawing) }
        let bottom = drawing.y + 8
        let lives = columns.centers.map { x in
            Picture.Part.line(
                Picture.Line(
                    start: Picture.Point(x: x, y: Self.headHeight),
                    segments: [.straight(Picture.Point(x: x, y: bottom))],
                    style: .life
                )
            )
        }
        let content = lives + sequence.participants.indices.flatMap(head) + drawing.parts
        let width = max(columns.width, heading.width) + 2 * Self.margin
        let height = heading.height + bottom + 2 * Self.margin
        let size = (width: width.rounded(.up), height: height.rounded(.up))
        let page = Picture.Box(
            x: 0,
            y: 0,
            width: size.width,
            height: size.height,
            style: .page,
            radius: 0
        )
        return Picture(
            diagram,
            width: size.width,
            height: size.height,
            parts: [.box(page)]
                + heading.parts.map { $0.moved(x: Self.margin, y: Self.margin) }
                + content.map { $0.moved(x: Self.margin, y: Self.margin + heading.height) }
        )
    }

    /// The drawing so far, and its height.
    private struct Drawing {
        var parts: [Picture.Part] = []
        var y: Double
    }

    private func head(of index: Int) -> [Picture.Part] {
        let participant = sequence.participants[index]
        let width = columns.headWidths[index]
        let left = columns.centers[index] - width / 2
        let box = Picture.Box(
            x: left,
            y: 0,
            width: width,
            height: Self.headHeight,
            style: participant.kind.style
        )
        let name = Picture.Text(
            text: SequenceColumns.name(of: participant),
            x: columns.centers[index],
            y: participant.detail == nil ? 31 : 23,
            font: .name,
            style: .text,
            anchor: .middle,
            target: participant.line.map { .line($0) }
        )
        guard let detail = SequenceColumns.detail(of: participant) else {
            return [.box(box), .text(name)]
        }
        let text = Picture.Text(
            text: detail,
            x: columns.centers[index],
            y: 41,
            font: .remark,
            style: .muted,
            anchor: .middle
        )
        return [.box(box), .text(name), .text(text)]
    }

    private func draw(_ step: DiagramSequence.Step, depth: Int, _ drawing: inout Drawing) {
        switch step {
        case .message(let message): draw(message, &drawing)
        case .note(let note): draw(note, &drawing)
        case .heading(let text): draw(heading: text, &drawing)
        case .choice(let courses): draw(courses, depth: depth, &drawing)
        }
    }

    private func draw(_ message: DiagramSequence.Message, _ drawing: inout Drawing) {
        let (text, details) = SequenceColumns.lines(of: message)
        let from = columns.centers[message.source]
        let to = columns.centers[message.target]
        let isSelf = message.source == message.target
        let spansOthers = abs(message.source - message.target) > 1
        let x = isSelf ? from + 34 : (from + to) / 2
        var lines = [(text, Picture.Font.code, Picture.Style.text)]
        lines += details.map { ($0, .remark, .muted) }
        for (text, font, style) in lines {
            drawing.y += font == .code ? 16 : 15
            let part = Picture.Text(
                text: text,
                x: x,
                y: drawing.y,
                font: font,
                style: style,
                anchor: isSelf ? .start : .middle
            )
            if spansOthers {
                let back = Picture.Box(
                    x: x - part.width / 2 - 4,
                    y: drawing.y - 12,
                    width: part.width + 8,
                    height: 16,
                    style: .page,
                    radius: 2
                )
                drawing.parts.append(.box(back))
            }
            drawing.parts.append(.text(part))
        }
        let style: Picture.Style = message.isReply ? .reply : .message
        if isSelf {
            let top = drawing.y - 10
            let segments: [Picture.Line.Segment] = [
                .straight(Picture.Point(x: from + 26, y: top)),
                .straight(Picture.Point(x: from + 26, y: drawing.y + 4)),
                .straight(Picture.Point(x: from + 2, y: drawing.y + 4)),
            ]
            let line = Picture.Line(
                start: Picture.Point(x: from, y: top),
                segments: segments,
                style: style,
                head: .arrow
            )
            drawing.parts.append(.line(line))
            drawing.y += 16
            return
        }
        drawing.y += 8
        let way = to > from ? 1.0 : -1.0
        let line = Picture.Line(
            start: Picture.Point(x: from, y: drawing.y),
            segments: [.straight(Picture.Point(x: to - way * 2, y: drawing.y))],
            style: style,
            head: message.isReply ? .open : .arrow
        )
        drawing.parts.append(.line(line))
        drawing.y += 10
    }

    private func draw(_ note: DiagramSequence.Note, _ drawing: inout Drawing) {
        let lines = SequenceColumns.lines(of: note)
        let width = SequenceColumns.width(of: note)
        let center =
            (columns.centers[note.participants.lowerBound]
                + columns.centers[note.participants.upperBound]) / 2
        drawing.y += 8
        let box = Picture.Box(
            x: center - width / 2,
            y: drawing.y,
            width: width,
            height: Double(lines.count) * 15 + 13,
            style: .note,
            radius: 4
        )
        drawing.parts.append(.box(box))
        for (index, line) in lines.enumerated() {
            let text = Picture.Text(
                text: line,
                x: center,
                y: drawing.y + 18 + Double(index) * 15,
                font: .remark,
                style: .muted,
                anchor: .middle
            )
            drawing.parts.append(.text(text))
        }
        drawing.y += box.height + 8
    }

    private func draw(heading: String, _ drawing: inout Drawing) {
        drawing.y += 26
        let text = Picture.Text(
            text: SequenceColumns.heading(heading),
            x: 0,
            y: drawing.y,
            font: .name,
            style: .text
        )
        let back = Picture.Box(
            x: -2,
            y: drawing.y - 15,
            width: text.width + 4,
            height: 20,
            style: .page,
            radius: 2
        )
        drawing.y += 10
        let line = Picture.Line(
            start: Picture.Point(x: 0, y: drawing.y),
            segments: [.straight(Picture.Point(x: columns.width, y: drawing.y))],
            style: .divider
        )
        drawing.parts += [.box(back), .text(text), .line(line)]
        drawing.y += 10
    }

    private func draw(
        _ courses: [DiagramSequence.Course],
        depth: Int,
        _ drawing: inout Drawing
    ) {
        let inset = Double(depth) * 10
        drawing.y += 10
        let top = drawing.y
        let place = drawing.parts.count
        for (index, course) in courses.enumerated() {
            if index > 0 {
                let line = Picture.Line(
                    start: Picture.Point(x: inset, y: drawing.y),
                    segments: [.straight(Picture.Point(x: columns.width - inset, y: drawing.y))],
                    style: .divider
                )
                drawing.parts.append(.line(line))
            }
            drawing.y += 20
            let text = Picture.Text(
                text: SequenceColumns.condition(of: course),
                x: inset + 12,
                y: drawing.y,
                font: .remark,
                style: .accent
            )
            let back = Picture.Box(
                x: text.x - 4,
                y: drawing.y - 12,
                width: text.width + 8,
                height: 16,
                style: .page,
                radius: 2
            )
            drawing.parts += [.box(back), .text(text)]
            drawing.y += 6
            for step in course.steps { draw(step, depth: depth + 1, &drawing) }
            drawing.y += 8
        }
        let frame = Picture.Box(
            x: inset,
            y: top,
            width: columns.width - 2 * inset,
            height: drawing.y - top,
            style: .frame,
            radius: 8
        )
        drawing.parts.insert(.box(frame), at: place)
        drawing.y += 10
    }
}

extension DiagramSequence.Participant.Kind {
    /// The appearance of participants of this kind.
    fileprivate var style: Picture.Style {
        switch self {
        case .app: .app
        case .repository: .repository
        case .store: .store
        case .outbox: .outbox
        case .server: .server
        }
    }
}
