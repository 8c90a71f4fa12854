import SchemaDiagram
import Testing

/// Diagrams are readable, whatever the size of the model.
@Suite struct LayoutTests {
    private static let declarations: Set = [
        "repository", "entity", "value", "union", "enum", "scalar", "endpoint", "stub",
    ]

    /// The samples, each as drawn by default, without groups, and with all rows.
    private static let samples: [(count: Int, isGrouped: Bool?, rows: Int)] = [
        (5, nil, 12), (5, true, 2), (50, nil, 12), (50, false, 100), (120, true, 4),
        (500, nil, 12), (500, false, 6),
    ]

    private func picture(_ count: Int, _ isGrouped: Bool?, _ rows: Int) throws -> DrawnPicture {
        var sample = SampleSchema(count: count)
        var options = ModelDiagram.Options()
        options.isGrouped = isGrouped
        options.rows = rows
        let model = ModelDiagram(of: try sample.sources())
        #expect(model.names.count >= count)
        return try DrawnPicture(model.diagram(options).text(as: .svg, links: SchemaLinks()))
    }

    @Test("texts do not overlap, and neither do boxes", arguments: samples)
    func overlaps(count: Int, isGrouped: Bool?, rows: Int) throws {
        let picture = try picture(count, isGrouped, rows)
        let texts = picture.texts
        #expect(texts.count > 4 * count)
        #expect(DrawnPicture.overlaps(texts) == [])
        let boxes = picture.boxes(Self.declarations)
        #expect(boxes.count >= count)
        #expect(DrawnPicture.overlaps(boxes) == [])
        #expect(DrawnPicture.overlaps(picture.boxes(["panel"])) == [])
    }

    @Test("texts and boxes are inside of the picture", arguments: samples)
    func bounds(count: Int, isGrouped: Bool?, rows: Int) throws {
        let picture = try picture(count, isGrouped, rows)
        let page = try #require(picture.boxes(["page"]).first)
        for area in picture.texts + picture.boxes(Self.declarations.union(["panel"])) {
            #expect(area.left >= page.left && area.right <= page.right, "\(area)")
            #expect(area.top >= page.top && area.bottom <= page.bottom, "\(area)")
        }
    }

    @Test(
        "each line connects two boxes, and crosses no box and no text",
        arguments: samples
    )
    func lines(count: Int, isGrouped: Bool?, rows: Int) throws {
        let picture = try picture(count, isGrouped, rows)
        let boxes = picture.boxes(Self.declarations)
        // The first ones belong to the legend.
        let lines = picture.lines.filter { ($0.first?.y ?? 0) > 100 }
        #expect(lines.count > count / 2)
        let labels = picture.texts
        for line in lines {
            let (start, end) = (try #require(line.first), try #require(line.last))
            let (top, bottom) = (line.map(\.y).min() ?? 0, line.map(\.y).max() ?? 0)
            let near = boxes.filter { $0.bottom > top - 1 && $0.top < bottom + 1 }
            #expect(near.contains { $0.touches(start) }, "begins nowhere: \(start)")
            #expect(near.contains { $0.touches(end) }, "ends nowhere: \(end)")
            let crossed = near.filter { box in line.contains { box.contains($0) } }
            #expect(crossed.isEmpty, "\(crossed)")
            let texts = labels.filter { $0.bottom > top - 1 && $0.top < bottom + 1 }
            let struck = texts.filter { text in line.contains { text.contains($0) } }
            #expect(struck.isEmpty, "\(struck)")
        }
    }

    @Test("a line that would be too long is cut, and its stub leads to the box")
    func stubs() throws {
        let picture = try picture(500, nil, 12)
        let ids = Set(picture.all("g").compactMap { $0.attributes["id"] })
        #expect(ids.count > 500)
        let targets = picture.all("a").compactMap { $0.attributes["href"] }.filter {
            $0.hasPrefix("#")
        }
        #expect(targets.count > 500)
        for target in targets { #expect(ids.contains(String(target.dropFirst())), "\(target)") }
        #expect(picture.boxes(["stub"]).count > 50)
    }

    @Test("the page has a shape that fits a screen", arguments: samples)
    func shape(count: Int, isGrouped: Bool?, rows: Int) throws {
        let page = try #require(try picture(count, isGrouped, rows).boxes(["page"]).first)
        let aspect = page.right / page.bottom
        #expect(aspect > 0.6 && aspect < 3, "\(page.right) × \(page.bottom)")
    }
}
