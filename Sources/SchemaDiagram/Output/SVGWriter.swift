/// Writes a picture as a self-contained SVG: text stays text, and colors follow light and dark
/// mode.
struct SVGWriter {
    /// Converts schema lines to links; nil for none.
    let links: SchemaLinks?

    /// The file.
    func text(of picture: Picture) -> String {
        let size = "\(number(picture.width))"
        let height = "\(number(picture.height))"
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(size)" height="\#(height)" "#
                + #"viewBox="0 0 \#(size) \#(height)" role="img" aria-labelledby="title desc">"#,
            #"<title id="title">\#(escaped(picture.title))</title>"#,
            #"<desc id="desc">\#(escaped(picture.description))</desc>"#,
            "<style>", SVGStyle.sheet, "</style>", "<defs>",
        ]
        lines += SVGStyle.markers
        lines.append("</defs>")
        for part in picture.parts { write(part, "", to: &lines) }
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(_ part: Picture.Part, _ indent: String, to lines: inout [String]) {
        switch part {
        case .box(let box): lines.append(indent + text(of: box))
        case .line(let line): lines.append(indent + text(of: line))
        case .text(let text): lines.append(indent + self.text(of: text))
        case .group(let group):
            let id = group.id.map { #" id="\#(escaped($0))""# } ?? ""
            lines.append("\(indent)<g\(id)>")
            if let title = group.title {
                lines.append("\(indent) <title>\(escaped(title))</title>")
            }
            for part in group.parts { write(part, indent + " ", to: &lines) }
            lines.append("\(indent)</g>")
        }
    }

    private func text(of box: Picture.Box) -> String {
        #"<rect class="box \#(box.style.rawValue)" x="\#(number(box.x))" y="\#(number(box.y))" "#
            + #"width="\#(number(box.width))" height="\#(number(box.height))" "#
            + #"rx="\#(number(box.radius))"/>"#
    }

    private func text(of line: Picture.Line) -> String {
        var path = "M\(pair(line.start))"
        for segment in line.segments {
            switch segment {
            case .straight(let end): path += "L\(pair(end))"
            case .curve(let first, let second, let end):
                path += "C\(pair(first)) \(pair(second)) \(pair(end))"
            }
        }
        let style = line.style.rawValue
        var marks = ""
        if line.tail != .none {
            marks += #" marker-start="url(#\#(line.tail.rawValue)-\#(style))""#
        }
        if line.head != .none { marks += #" marker-end="url(#\#(line.head.rawValue)-\#(style))""# }
        return #"<path class="line \#(style)" d="\#(path)"\#(marks)/>"#
    }

    private func text(of text: Picture.Text) -> String {
        let anchor = text.anchor == .start ? "" : #" text-anchor="\#(text.anchor.rawValue)""#
        let title = text.whole.map { "<title>\(escaped($0))</title>" } ?? ""
        let element =
            #"<text class="\#(text.font.rawValue) \#(text.style.rawValue)" "#
            + #"x="\#(number(text.x))" y="\#(number(text.y))"\#(anchor)>"#
            + "\(escaped(text.text))\(title)</text>"
        guard let address = address(of: text.target) else { return element }
        return #"<a href="\#(escaped(address))">\#(element)</a>"#
    }

    private func address(of target: Picture.Target?) -> String? {
        switch target {
        case nil: nil
        case .line(let line): links?.address(of: line)
        case .group(let id): "#\(id)"
        }
    }

    private func pair(_ point: Picture.Point) -> String { "\(number(point.x)) \(number(point.y))" }

    /// A number with at most one decimal, identical on every system.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    private func escaped(_ text: String) -> String { XMLText.escaped(text) }
}
