/// A picture of a schema, independent of its format: its contents, without positions.
package struct Diagram: Hashable, Sendable {
    /// The contents of a diagram.
    package enum Content: Hashable, Sendable {
        /// Boxes and the lines between them.
        case graph(DiagramGraph)
        /// Participants and the messages between them, in chronological order.
        case sequence(DiagramSequence)
    }

    /// The heading.
    package let title: String
    /// The description for screen readers, in a sentence or two.
    package let description: String
    /// The contents.
    package let content: Content

    /// Creates a diagram.
    package init(title: String, description: String, content: Content) {
        self.title = title
        self.description = description
        self.content = content
    }

    /// The text of the diagram in a format.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - links: Converts schema lines to links; nil for a diagram without links.
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
    /// A picture for browsers, in light and dark mode.
    case svg
    /// Text that GitHub and other sites render in Markdown.
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

    /// Creates a reference to a line of a file.
    package init(path: String, number: Int? = nil) {
        self.path = path
        self.number = number
    }
}

/// Converts schema lines to links.
package struct SchemaLinks: Hashable, Sendable {
    /// The prefix of schema paths: empty, a relative path or a URL.
    package let base: String

    /// Creates links with a prefix.
    ///
    /// - Parameter base: A relative path or a URL, with or without a trailing slash.
    package init(base: String = "") {
        self.base = base.isEmpty || base.hasSuffix("/") ? base : base + "/"
    }

    /// Creates relative links.
    ///
    /// - Parameter folder: The path of the project, relative to the file with the links.
    package init(to folder: String) {
        self.init(base: Self.encoded(folder))
    }

    /// The address of a line: `Schemas/users.yaml#L12`.
    package func address(of line: SchemaLine) -> String {
        base + Self.encoded(line.path) + (line.number.map { "#L\($0)" } ?? "")
    }

    private static func encoded(_ path: String) -> String {
        var address = ""
        for byte in path.utf8 {
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
        return address
    }
}
