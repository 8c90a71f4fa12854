import TestSupport
import Testing

@testable import SchemaInference

/// Shapes form a semilattice.
@Suite struct ShapeLawTests {
    /// Some random bodies, as three shapes.
    private func shapes(_ seed: UInt64) throws -> (ShapeTree, ShapeTree, ShapeTree) {
        var random = RandomJSON(seed: seed)
        let shapes = try (0..<3).map { number in
            let count = random.random.number(in: 0...4)
            return try ShapeTree(
                of: (0..<count).map { _ in random.value() },
                firstBody: number * 10
            )
        }
        return (shapes[0], shapes[1], shapes[2])
    }

    private func joined(_ one: ShapeTree, _ other: ShapeTree) -> ShapeTree {
        var shape = one
        shape.join(other)
        return shape
    }

    @Test("joining is associative", arguments: UInt64(1)...300)
    func associative(seed: UInt64) throws {
        let (a, b, c) = try shapes(seed)
        let left = joined(joined(a, b), c).text(hasCounts: true)
        #expect(left == joined(a, joined(b, c)).text(hasCounts: true))
    }

    @Test("joining is commutative", arguments: UInt64(1)...300)
    func commutative(seed: UInt64) throws {
        let (a, b, _) = try shapes(seed)
        #expect(joined(a, b).text(hasCounts: true) == joined(b, a).text(hasCounts: true))
    }

    @Test("joining is idempotent, except for the counts", arguments: UInt64(1)...300)
    func idempotent(seed: UInt64) throws {
        let (a, _, _) = try shapes(seed)
        #expect(joined(a, a).text(hasCounts: false) == a.text(hasCounts: false))
    }

    @Test("the empty shape is neutral", arguments: UInt64(1)...50)
    func neutral(seed: UInt64) throws {
        let (a, _, _) = try shapes(seed)
        let empty = ShapeTree(body: 0)
        #expect(joined(a, empty).root.count == a.root.count)
        #expect(joined(empty, a).root.count == a.root.count)
    }

    @Test("the counts add up to the number of values")
    func counts() throws {
        let shape = try ShapeTree(of: ["[1, null, \"a\"]", "[1.5, {\"a\": true}]", "null"])
        let element = try #require(shape.root.element)
        #expect(shape.root.arrays == 2)
        #expect(shape.root.nulls == 1)
        #expect(shape[element].count == 5)
        #expect(shape[element].nulls == 1)
        #expect(shape[element].numbers.integers == 1)
        #expect(shape[element].numbers.decimals == 1)
    }

    @Test("too many keys become a map, in whatever order shapes are joined")
    func maps() throws {
        let bodies = (0..<6).map { part in
            "{" + (0..<100).map { "\"k\(part * 100 + $0)\": {\"n\": \($0)}" }.joined(separator: ",")
                + "}"
        }
        let all = try ShapeTree(of: bodies)
        #expect(all.root.members.mapValue != nil)
        #expect(all.root.members.list.isEmpty)
        let first = try ShapeTree(of: Array(bodies.prefix(3)))
        let second = try ShapeTree(of: Array(bodies.suffix(3)), firstBody: 3)
        #expect(first.root.members.mapValue == nil)
        #expect(joined(first, second).text(hasCounts: true) == all.text(hasCounts: true))
        #expect(joined(second, first).text(hasCounts: true) == all.text(hasCounts: true))
    }

    @Test(
        "a schema does not depend on the chunks in which bodies arrive",
        arguments: [1, 2, 3, 7, 64]
    )
    func parts(size: Int) throws {
        var random = RandomJSON(seed: 99)
        let text = (0..<20).map { _ in random.object() }.joined(separator: "\n")
        let whole = try ShapeTree(of: [text])
        var reader = JSONEventReader(
            MemoryStream(Array(text.utf8), size: size),
            handler: ShapeLearner(body: 0)
        )
        while try reader.readDocument() {}
        #expect(reader.handler.tree.text(hasCounts: true) == whole.text(hasCounts: true))
    }
}
