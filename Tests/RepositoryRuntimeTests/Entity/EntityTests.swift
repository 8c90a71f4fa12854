import Foundation
import RepositoryRuntime
import Testing

@Suite("Entities' parts")
struct EntityTests {
    @Test("what is stored indirectly has value semantics")
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

    @Test("open enumerations keep what they do not know")
    func openEnum() throws {
        #expect(try Visibility(jsonText: "\"friends\"") == .friends)
        #expect(try Visibility(jsonText: "\"\"") == .unknown(""))
        #expect(try [Visibility.unknown("x"), .nobody].jsonText() == #"["x","nobody"]"#)
        #expect(throws: JSONError.self) { try Visibility(jsonText: "null") }
    }

    @Test("closed enumerations refuse what they do not know")
    func closedEnum() throws {
        #expect(try Priority(jsonText: "10") == .high)
        #expect(try Priority(jsonText: "1e1") == .high)
        #expect(try Priority.allCases.jsonText() == "[0,10]")
        #expect(throws: JSONError.self) { try Priority(jsonText: "5") }
        #expect(throws: JSONError.self) { try Priority(jsonText: "\"low\"") }
        #expect(throws: ConversionError.self) { try Priority(dictionaryValue: 5) }
    }

    @Test("identities are components of paths")
    func identities() throws {
        #expect("a b/c".pathComponent == "a b/c")
        #expect(Int.min.pathComponent == "-9223372036854775808")
        #expect(UInt8.max.pathComponent == "255")
        let uuid = try #require(UUID(uuidString: "5f0a6a1c-7a5c-4f6e-9b1d-0123456789ab"))
        #expect(uuid.pathComponent == "5F0A6A1C-7A5C-4F6E-9B1D-0123456789AB")
    }

    @Test("presence comes from an optional, and has its value")
    func presence() {
        #expect(Presence<Int>(nil) == .null)
        #expect(Presence(3) == .value(3))
        #expect(Presence(3).value == 3)
        #expect(Presence<Int>.absent.value == nil)
        #expect(Presence<Int>.absent.isAbsent && !Presence<Int>.null.isAbsent)
        #expect(Presence<Int>.null.isNull && !Presence(3).isNull)
    }

    @Test("key paths read as code does, and quote odd keys")
    func keyPaths() {
        #expect(JSONKeyPath().description == "")
        #expect(
            JSONKeyPath([.key("moves"), .index(3), .key("a b"), .key("_id"), .key("")]).description
                == #"moves[3]["a b"]._id[""]"#
        )
    }
}
