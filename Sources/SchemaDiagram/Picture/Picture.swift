/// A picture: shapes and texts at their places, in pixels, from the upper left corner.
package struct Picture: Hashable, Sendable {
    /// The heading, for readers who do not see it.
    package let title: String
    /// What it shows, for readers who do not see it.
    package let description: String
    /// The width.
    package let width: Double
    /// The height.
    package let height: Double
    /// The parts, those in the back first.
    package let parts: [Part]

    /// A part of a picture.
    package indirect enum Part: Hashable, Sendable {
        case box(Box)
        case line(Line)
        case text(Text)
        /// Parts that belong together: those of a declaration.
        case group(Group)
    }

    /// A point.
    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double
    }

    /// A rectangle.
    package struct Box: Hashable, Sendable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double
        package var style: Style
        package var radius = 6.0
    }

    /// A line: a start, and what follows.
    package struct Line: Hashable, Sendable {
        /// How a line goes on.
        package enum Segment: Hashable, Sendable {
            case straight(Point)
            case curve(Point, Point, to: Point)
        }

        package var start: Point
        package var segments: [Segment]
        package var style: Style
        /// What is at its start.
        package var tail = Ending.none
        /// What is at its end.
        package var head = Ending.none
    }

    /// What is at an end of a line.
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        case none, arrow, open, diamond
    }

    /// A text of one line.
    package struct Text: Hashable, Sendable {
        /// What the place is of.
        package enum Anchor: String, Hashable, Sendable {
            case start, middle, end
        }

        package var text: String
        package var x: Double
        /// The line on which the letters stand.
        package var y: Double
        package var font: Font
        package var style: Style
        package var anchor = Anchor.start
        /// Where a click leads.
        package var target: Target?
        /// The whole text, where only the beginning of it is shown.
        package var whole: String?

        /// The room that it takes.
        package var width: Double {
            TextMetrics.width(of: text, font.family, size: font.size)
        }
    }

    /// A font.
    package enum Font: String, Hashable, Sendable, CaseIterable {
        /// The heading of a picture.
        case heading
        /// The name of a declaration.
        case name
        /// The kind of a declaration.
        case kind
        /// Names, types and paths.
        case code
        /// What is said beside a line.
        case remark

        package var family: TextMetrics.Family {
            switch self {
            case .heading, .name, .kind: .heading
            case .code, .remark: .code
            }
        }

        package var size: Double {
            switch self {
            case .heading: 18
            case .name: 14
            case .kind: 10
            case .code: 12
            case .remark: 11
            }
        }
    }

    /// What a part looks like, in light and in dark.
    package enum Style: String, Hashable, Sendable, CaseIterable {
        case page, panel, frame, divider, life
        case repository, entity, value, union, `enum`, scalar, endpoint, app, store, outbox, server
        case note, stub
        case text, muted, accent
        case refers, contains, uses, message, reply
    }

    /// Where a click leads.
    package enum Target: Hashable, Sendable {
        /// To a line of a schema.
        case line(SchemaLine)
        /// To a group of the picture.
        case group(String)
    }

    /// Parts that belong together.
    package struct Group: Hashable, Sendable {
        /// What a target calls it; nil where none leads to it.
        package var id: String?
        /// What a pointer on it shows.
        package var title: String?
        package var parts: [Part]
    }

    /// A picture of a diagram.
    package init(_ diagram: Diagram) {
        switch diagram.content {
        case .graph(let graph): self = GraphPicture(graph, of: diagram).picture
        case .sequence(let sequence): self = SequencePicture(sequence, of: diagram).picture
        }
    }

    /// Makes a picture of its parts.
    init(_ diagram: Diagram, width: Double, height: Double, parts: [Part]) {
        title = diagram.title
        description = diagram.description
        self.width = width
        self.height = height
        self.parts = parts
    }
}

extension Picture.Part {
    /// The part at another place.
    func moved(x: Double, y: Double) -> Picture.Part {
        switch self {
        case .box(var box):
            box.x += x
            box.y += y
            return .box(box)
        case .text(var text):
            text.x += x
            text.y += y
            return .text(text)
        case .line(var line):
            line.start = line.start.moved(x: x, y: y)
            line.segments = line.segments.map { segment in
                switch segment {
                case .straight(let end): .straight(end.moved(x: x, y: y))
                case .curve(let first, let second, let end):
                    .curve(
                        first.moved(x: x, y: y),
                        second.moved(x: x, y: y),
                        to: end.moved(x: x, y: y)
                    )
                }
            }
            return .line(line)
        case .group(var group):
            group.parts = group.parts.map { $0.moved(x: x, y: y) }
            return .group(group)
        }
    }
}

extension Picture.Point {
    fileprivate func moved(x: Double, y: Double) -> Picture.Point {
        Picture.Point(x: self.x + x, y: self.y + y)
    }
}
