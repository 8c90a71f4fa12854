import Foundation
import SchemaDiagram
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An SVG as a viewer reads it: its texts, boxes, lines and links, with their positions.
struct DrawnPicture {
    /// A rectangle.
    struct Area: CustomStringConvertible {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double
        /// The description, for messages.
        var name: String

        var description: String { "\(name) at \(left), \(top)" }

        /// Whether two rectangles overlap in more than an edge.
        func overlaps(_ other: Area) -> Bool {
            left < other.right - 0.01 && other.left < right - 0.01
                && top < other.bottom - 0.01 && other.top < bottom - 0.01
        }

        /// Whether a point is inside, and not only near an edge.
        func contains(_ point: Point) -> Bool {
            point.x > left + 1 && point.x < right - 1 && point.y > top + 1 && point.y < bottom - 1
        }

        /// Whether a point is on the left or the right edge.
        func touches(_ point: Point) -> Bool {
            let isAtSide = abs(point.x - left) < 0.2 || abs(point.x - right) < 0.2
            return isAtSide && point.y >= top && point.y <= bottom
        }
    }

    struct Point {
        var x: Double
        var y: Double
    }

    /// An element with a name, its attributes and classes.
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""

        var classes: Set<String> {
            Set((attributes["class"] ?? "").split(separator: " ").map(String.init))
        }

        func number(_ attribute: String) -> Double { Double(attributes[attribute] ?? "") ?? .nan }
    }

    /// All elements, in document order.
    let elements: [Element]

    /// Parses an SVG.
    init(_ svg: String) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        elements = reader.elements
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [Element] = []
        private var open: [Int] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append(elements.count)
            elements.append(Element(name: name, attributes: attributes))
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            if let last = open.last { elements[last].text += string }
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            open.removeLast()
        }
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    /// The rectangles of texts, by the widths reserved for any font.
    var texts: [Area] {
        all("text").map { element in
            let font = Picture.Font.allCases.first { element.classes.contains($0.rawValue) }
            let size = font?.size ?? .nan
            let width = TextMetrics.width(of: element.text, font?.family ?? .code, size: size)
            let x = element.number("x")
            let left =
                switch element.attributes["text-anchor"] {
                case "middle": x - width / 2
                case "end": x - width
                default: x
                }
            let y = element.number("y")
            return Area(
                left: left,
                top: y - size * 0.8,
                right: left + width,
                bottom: y + size * 0.2,
                name: element.text
            )
        }
    }

    /// The rectangles of some classes.
    func boxes(_ classes: Set<String>) -> [Area] {
        all("rect").filter { !$0.classes.isDisjoint(with: classes) }.map { element in
            let (x, y) = (element.number("x"), element.number("y"))
            return Area(
                left: x,
                top: y,
                right: x + element.number("width"),
                bottom: y + element.number("height"),
                name: element.attributes["class"] ?? ""
            )
        }
    }

    /// The points of the lines between boxes: the ends, and many in between.
    var lines: [[Point]] {
        let kinds: Set = ["refers", "contains", "uses"]
        return all("path").filter {
            $0.classes.contains("line") && !$0.classes.isDisjoint(with: kinds)
        }
        .map { Self.points(of: $0.attributes["d"] ?? "") }
    }

    private static func points(of path: String) -> [Point] {
        var points: [Point] = []
        for segment in path.matches(of: /([MLC])([^MLC]*)/) {
            let numbers = segment.2.split(separator: " ").compactMap { Double($0) }
            let ends = stride(from: 0, to: numbers.count - 1, by: 2).map {
                Point(x: numbers[$0], y: numbers[$0 + 1])
            }
            guard let start = points.last, let end = ends.last else {
                points += ends
                continue
            }
            for step in 1...24 {
                let t = Double(step) / 24
                if ends.count == 3 {
                    points.append(curve(start, ends[0], ends[1], end, t))
                } else {
                    points.append(
                        Point(
                            x: start.x + (end.x - start.x) * t,
                            y: start.y + (end.y - start.y) * t
                        )
                    )
                }
            }
        }
        return points
    }

    private static func curve(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ t: Double) -> Point
    {
        let s = 1 - t
        let weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
        let x = zip(weights, [a, b, c, d]).reduce(0) { $0 + $1.0 * $1.1.x }
        let y = zip(weights, [a, b, c, d]).reduce(0) { $0 + $1.0 * $1.1.y }
        return Point(x: x, y: y)
    }

    /// The pairs of rectangles that overlap.
    static func overlaps(_ areas: [Area]) -> [String] {
        let sorted = areas.sorted { $0.left < $1.left }
        var found: [String] = []
        for (index, area) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                guard other.left < area.right else { break }
                if area.overlaps(other) { found.append("\(area) and \(other)") }
            }
        }
        return found
    }
}
