import Diagnostics

/// The box of a declaration: its name, notes and rows.
struct DeclarationCard {
    /// The size.
    let width: Double
    let height: Double
    /// The offset of line ends from the upper edge.
    static let headPort = 24.0

    private static let side = 12.0
    private static let headHeight = 46.0
    private static let noteHeight = 16.0
    private static let rowHeight = 19.0
    private static let columnGap = 20.0
    private static let widestText = 236.0

    private let node: DiagramGraph.Node
    private let notes: [String]
    private let rows: [(name: String, detail: String)]
    private let name: String
    private let rest: String?

    init(_ node: DiagramGraph.Node) {
        self.node = node
        name = Self.cut(node.name, .name, to: 300)
        var notes = node.notes.map { Self.cut($0, .remark, to: 360) }
        if node.hiddenUses > 0 { notes.append("used by \(node.hiddenUses) declarations") }
        self.notes = notes
        rows = node.rows.map {
            (
                Self.cut($0.name, .code, to: Self.widestText),
                Self.cut($0.detail, .code, to: Self.widestText)
            )
        }
        rest = node.hiddenRows > 0 ? "… \(node.hiddenRows) more" : nil
        var widest = max(
            Self.width(name, .name),
            Self.width(node.kind.rawValue.uppercased(), .kind)
        )
        for note in notes { widest = max(widest, Self.width(note, .remark)) }
        for row in rows {
            let gap = row.detail.isEmpty ? 0 : Self.columnGap
            widest = max(widest, Self.width(row.name, .code) + gap + Self.width(row.detail, .code))
        }
        if let rest { widest = max(widest, Self.width(rest, .remark)) }
        width = (max(110, widest) + 2 * Self.side).rounded(.up)
        let lines = rows.count + (rest == nil ? 0 : 1)
        height =
            Self.headHeight + Double(notes.count) * Self.noteHeight + (notes.isEmpty ? 0 : 4)
            + (lines == 0 ? 0 : Double(lines) * Self.rowHeight + 10)
    }

    private static func width(_ text: String, _ font: Picture.Font) -> Double {
        TextMetrics.width(of: text, font.family, size: font.size)
    }

    private static func cut(_ text: String, _ font: Picture.Font, to width: Double) -> String {
        TextMetrics.cut(VisibleText.make(text), to: width, font.family, size: font.size)
    }

    private var rowsTop: Double {
        Self.headHeight + Double(notes.count) * Self.noteHeight + (notes.isEmpty ? 0 : 4)
    }

    /// The offset of a line's start from the upper edge.
    func port(ofRow row: Int?) -> Double {
        guard let row else { return Self.headPort }
        return rowsTop + 5 + (Double(row) + 0.5) * Self.rowHeight
    }

    /// The parts of the picture, relative to the upper left corner of the box.
    ///
    /// - Parameters:
    ///   - id: The identifier for links to the box.
    ///   - ids: The identifiers of all boxes, by the identities of their declarations.
    /// - Returns: The parts.
    func picture(id: String, ids: [String: String]) -> Picture.Part {
        let style = node.kind.style
        var parts: [Picture.Part] = [
            .box(Picture.Box(x: 0, y: 0, width: width, height: height, style: style)),
            .text(
                Picture.Text(
                    text: node.kind.rawValue.uppercased(),
                    x: Self.side,
                    y: 18,
                    font: .kind,
                    style: style
                )
            ),
            .text(
                Picture.Text(
                    text: name,
                    x: Self.side,
                    y: 36,
                    font: .name,
                    style: .text,
                    target: .line(node.line),
                    whole: name == node.name ? nil : node.name
                )
            ),
        ]
        for (index, note) in notes.enumerated() {
            let y = Self.headHeight + Double(index) * Self.noteHeight + 9
            parts.append(
                .text(Picture.Text(text: note, x: Self.side, y: y, font: .remark, style: .muted))
            )
        }
        guard !rows.isEmpty || rest != nil else { return group(parts, id) }
        let edge = Picture.Point(x: width, y: rowsTop)
        parts.append(
            .line(
                Picture.Line(
                    start: Picture.Point(x: 0, y: rowsTop),
                    segments: [.straight(edge)],
                    style: .divider
                )
            )
        )
        for (index, row) in rows.enumerated() {
            parts += picture(of: row, node.rows[index], y: port(ofRow: index) + 4, ids)
        }
        if let rest {
            let y = port(ofRow: rows.count) + 4
            parts.append(
                .text(Picture.Text(text: rest, x: Self.side, y: y, font: .remark, style: .muted))
            )
        }
        return group(parts, id)
    }

    private func picture(
        of row: (name: String, detail: String),
        _ whole: DiagramGraph.Row,
        y: Double,
        _ ids: [String: String]
    ) -> [Picture.Part] {
        var parts: [Picture.Part] = [
            .text(
                Picture.Text(
                    text: row.name,
                    x: Self.side,
                    y: y,
                    font: .code,
                    style: .text,
                    target: whole.line.map { .line($0) },
                    whole: row.name == whole.name ? nil : whole.name
                )
            )
        ]
        guard !row.detail.isEmpty else { return parts }
        let target = whole.target.flatMap { ids[$0] }
        parts.append(
            .text(
                Picture.Text(
                    text: row.detail,
                    x: width - Self.side,
                    y: y,
                    font: .code,
                    style: target == nil ? .muted : .accent,
                    anchor: .end,
                    target: target.map { .group($0) },
                    whole: row.detail == whole.detail ? nil : whole.detail
                )
            )
        )
        return parts
    }

    private func group(_ parts: [Picture.Part], _ id: String) -> Picture.Part {
        .group(Picture.Group(id: id, title: node.doc, parts: parts))
    }
}

extension DiagramGraph.Kind {
    /// The appearance of boxes of this kind.
    var style: Picture.Style {
        switch self {
        case .repository: .repository
        case .entity: .entity
        case .value: .value
        case .union: .union
        case .enum: .enum
        case .scalar: .scalar
        case .endpoint: .endpoint
        }
    }
}
