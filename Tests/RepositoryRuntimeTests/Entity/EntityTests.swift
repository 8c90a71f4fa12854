import Foundation
import RepositoryRuntime
import Testing

@Suite("Parts of entities")
struct EntityTests {
    @Test("indirectly stored values have value semantics")
    func indirect() {
        struct Node: Hashable, Sendable {
            var value: Int
            @Indirect var next: Node?
        }
        let last = Node(value: 2, next: nil)
        let first = Node(value: 1, next: last)
        var copy = first
        copy.next?.value = 3
        #expect(first.next?.value == 2)
        #expect(copy.next?.value == 3)
        #expect(first != copy)
        #expect(Set([first, Node(value: 1, next: last)]).count == 1)
        copy.next = nil
        #expect(copy == Node(value: 1, next: nil))
        #expect(MemoryLayout<Indirect<(Int, Int, Int, Int)>>.size <= 17)
    }

    @Test("indirectly stored nil takes no memory, however it was set")
    func indirectNil() {
        struct Node {
            @Indirect var next: [Int]?
        }
        func isBoxed(_ node: Node) -> Bool {
            var text = ""
            dump(node, to: &text)
            return text.contains("Box")
        }
        var node = Node(next: nil)
        #expect(!isBoxed(node))
        node.next = nil
        #expect(!isBoxed(node))
        node.next = [1]
        #expect(isBoxed(node))
        #expect(node.next == [1])
        node.next = nil
        #expect(!isBoxed(node))
        #expect(node.next == nil)
        var nested = Indirect<Int??>(wrappedValue: .some(nil))
        #expect(nested.wrappedValue == .some(nil))
        nested.wrappedValue = .some(nil)
        #expect(nested.wrappedValue == .some(nil))
        nested.wrappedValue = .none
        #expect(nested.wrappedValue == .none)
    }

    @Test("open enumerations keep unknown values")
    func openEnum() throws {
        #expect(try Visibility(jsonText: "\"friends\"") == .friends)
        #expect(try Visibility(jsonText: "\"\"") == .unknown(""))
        #expect(try [Visibility.unknown("x"), .nobody].jsonText() == #"["x","nobody"]"#)
        #expect(throws: JSONError.self) { try Visibility(jsonText: "null") }
    }

    @Test("closed enumerations reject unknown values")
    func closedEnum() throws {
        #expect(try Priority(jsonText: "10") == .high)
        #expect(try Priority(jsonText: "1e1") == .high)
        #expect(try Priority.allCases.jsonText() == "[0,10]")
        #expect(throws: JSONError.self) { try Priority(jsonText: "5") }
        #expect(throws: JSONError.self) { try Priority(jsonText: "\"low\"") }
        #expect(throws: ConversionError.self) { try Priority(dictionaryValue: 5) }
    }

    @Test("identities are path components")
    func identities() throws {
        #expect("a b/c".pathComponent == "a b/c")
        #expect(Int.min.pathComponent == "-9223372036854775808")
        #expect(UInt8.max.pathComponent == "255")
        let uuid = try #require(UUID(uuidString: "5f0a6a1c-7a5c-4f6e-9b1d-0123456789ab"))
        #expect(uuid.pathComponent == "5f0a6a1c-7a5c-4f6e-9b1d-0123456789ab")
    }

    @Test("presence is created from an optional, and has its value")
    func presence() {
        #expect(Presence<Int>(nil) == .null)
        #expect(Presence(3) == .value(3))
        #expect(Presence(3).value == 3)
        #expect(Presence<Int>.absent.value == nil)
        #expect(Presence<Int>.absent.isAbsent && !Presence<Int>.null.isAbsent)
        #expect(Presence<Int>.null.isNull && !Presence(3).isNull)
    }

    @Test("key paths are formatted like code, and quote unusual keys")
    func keyPaths() {
        #expect(JSONKeyPath().description == "")
        #expect(
            JSONKeyPath([.key("moves"), .index(3), .key("a b"), .key("_id"), .key("")]).description
                == #"moves[3]["a b"]._id[""]"#
        )
    }

    @Test("long key paths are shortened in descriptions only")
    func hugeKeyPaths() throws {
        let key = String(repeating: "k", count: 1_000_000)
        let long = JSONKeyPath([.key("a"), .key(key), .index(1)])
        #expect(long.description == "a[\"" + String(repeating: "k", count: 64) + "…\"][1]")
        let mark = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(JSONKeyPath([.key(mark)]).description.utf8.count < 300)
        let deep = JSONKeyPath((0..<500).map { .index($0) })
        let ends =
            (0..<16).map { "[\($0)]" }.joined() + "…" + (484..<500).map { "[\($0)]" }.joined()
        #expect(deep.description == ends)
        let whole = JSONKeyPath((0..<33).map { .key("k\($0)") })
        #expect(whole.description == (0..<33).map { "k\($0)" }.joined(separator: "."))
        let text = String(repeating: "{\"\(key.prefix(2000))\":", count: 300) + "x"
        let error = #expect(throws: JSONError.self) { try JSON(jsonText: text) }
        #expect(error?.keyPath.components.count == 300)
        #expect((error?.description.utf8.count).map { $0 < 3000 } == true)
        let conversion = ConversionError(keyPath: long, expected: "Int", found: "string")
        #expect(conversion.description.utf8.count < 200)
    }
}
