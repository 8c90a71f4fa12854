/// A picture: shapes and texts with positions, in pixels from the upper left corner.
package struct Picture: Hashable, Sendable {
    /// The title for screen readers.
    package let title: String
    /// The description for screen readers.
    package let description: String
    /// The width.
    package let width: Double
    /// The height.
    package let height: Double
    /// The parts, from back to front.
    package let parts: [Part]

    /// A part of a picture.
    package indirect enum Part: Hashable, Sendable {
        case box(Box)
        case line(Line)
        case text(Text)
        /// A group of parts, for example those of a declaration.
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

    /// A line: a start and segments.
    package struct Line: Hashable, Sendable {
        /// A segment of a line.
        package enum Segment: Hashable, Sendable {
            case straight(Point)
            case curve(Point, Point, to: Point)
        }

        package var start: Point
        package var segments: [Segment]
        package var style: Style
        /// The marker at its start.
        package var tail = Ending.none
        /// The marker at its end.
        package var head = Ending.none
    }

    /// A marker at an end of a line.
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        case none, arrow, open, diamond
    }

    /// A single-line text.
    package struct Text: Hashable, Sendable {
        /// The meaning of the position.
        package enum Anchor: String, Hashable, Sendable {
            case start, middle, end
        }

        package var text: String
        package var x: Double
        /// The y coordinate of the baseline.
        package var y: Double
        package var font: Font
        package var style: Style
        package var anchor = Anchor.start
        /// The target of its link.
        package var target: Target?
        /// The whole text, if it is truncated.
        package var whole: String?

        /// The width.
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
        /// Labels next to lines.
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

    /// The style of a part, in light and dark mode.
    package enum Style: String, Hashable, Sendable, CaseIterable {
        case page, panel, frame, divider, life
        case repository, entity, value, union, `enum`, scalar, endpoint, app, store, outbox, server
        case note, stub
        case text, muted, accent
        case refers, contains, uses, message, reply
    }

    /// The target of a link.
    package enum Target: Hashable, Sendable {
        /// A line of a schema.
        case line(SchemaLine)
        /// A group of the picture.
        case group(String)
    }

    /// A group of parts.
    package struct Group: Hashable, Sendable {
        /// The identifier for links; nil if there are none.
        package var id: String?
        /// The tooltip.
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

    /// Creates a picture from its parts.
    init(_ diagram: Diagram, width: Double, height: Double, parts: [Part]) {
        title = diagram.title
        description = diagram.description
        self.width = width
        self.height = height
        self.parts = parts
    }
}

extension Picture.Part {
    /// The part, moved.
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
