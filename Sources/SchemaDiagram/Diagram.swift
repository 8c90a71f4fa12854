/// A picture of a schema before it has a format: what it shows, without positions.
package struct Diagram: Hashable, Sendable {
    /// What a diagram consists of.
    package enum Content: Hashable, Sendable {
        /// Boxes and the lines between them.
        case graph(DiagramGraph)
        /// Participants and the messages between them, in the order of time.
        case sequence(DiagramSequence)
    }

    /// The heading.
    package let title: String
    /// What it shows, in a sentence or two: the description for readers who do not see it.
    package let description: String
    /// What it consists of.
    package let content: Content

    /// Makes a diagram.
    package init(title: String, description: String, content: Content) {
        self.title = title
        self.description = description
        self.content = content
    }

    /// The text of the diagram in a format.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - links: What the paths of schemas become; nil for a diagram without links to them.
    /// - Returns: The text, which ends with a line break.
    package func text(as format: DiagramFormat, links: SchemaLinks? = nil) -> String {
        switch format {
        case .svg: SVGWriter(links: links).text(of: Picture(self))
        case .mermaid: MermaidWriter().text(of: self)
        case .dot: DOTWriter(links: links).text(of: self)
        }
    }
}

/// The formats of a diagram.
package enum DiagramFormat: String, Hashable, Sendable, CaseIterable {
    /// A picture that any browser shows, in light and in dark.
    case svg
    /// Text that GitHub and other sites draw in Markdown.
    case mermaid
    /// The language of Graphviz.
    case dot
}

/// A line of a schema.
package struct SchemaLine: Hashable, Sendable {
    /// The path of the schema, relative to the package.
    package let path: String
    /// The line, from 1; nil for the file as a whole.
    package let number: Int?

    /// Makes a line of a file.
    package init(path: String, number: Int? = nil) {
        self.path = path
        self.number = number
    }
}

/// How the lines of schemas become addresses.
package struct SchemaLinks: Hashable, Sendable {
    /// What comes before the path of a schema: empty, a relative path or a URL.
    package let base: String

    /// Makes addresses below a place.
    ///
    /// - Parameter base: A relative path or a URL, with or without a slash at its end.
    package init(base: String = "") {
        self.base = base.isEmpty || base.hasSuffix("/") ? base : base + "/"
    }

    /// The address of a line: `Schemas/users.yaml#L12`.
    package func address(of line: SchemaLine) -> String {
        var address = base
        for byte in line.path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                address.append(Character(Unicode.Scalar(byte)))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                address += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return address + (line.number.map { "#L\($0)" } ?? "")
    }
}
