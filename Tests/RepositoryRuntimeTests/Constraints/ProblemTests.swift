import Foundation
import RepositoryRuntime
import Testing

/// Problems of values in Swift.
@Suite struct ProblemTests {
    /// A value in the form of generated code.
    private struct Address: Constrained, Hashable {
        var zip: String

        func reportProblems(to problems: inout ProblemCollector) {
            problems.check("zip", zip, .pattern("^\\d{5}$"))
        }
    }

    /// A custom type that is a string in JSON.
    private struct Currency: ScalarRepresentable {
        var code: String

        init(scalar: String) { code = scalar }
        var scalar: String { code }
    }

    private func problems(_ check: (inout ProblemCollector) -> Void) -> [String] {
        var collector = ProblemCollector()
        check(&collector)
        return collector.problems.map(\.description)
    }

    @Test("strings and numbers of each type are validated")
    func singleValues() {
        let found = problems { problems in
            problems.check("text", "ab", .minLength(3), .maxLength(1))
            problems.check("int", 5, .maximum(4))
            problems.check("int8", Int8(5), .maximum(4))
            problems.check("int16", Int16(5), .maximum(4))
            problems.check("int32", Int32(5), .maximum(4))
            problems.check("int64", Int64(5), .maximum(4))
            problems.check("uint8", UInt8(5), .maximum(4))
            problems.check("uint16", UInt16(5), .maximum(4))
            problems.check("uint32", UInt32(5), .maximum(4))
            problems.check("uint64", UInt64.max, .maximum(4))
            problems.check("double", 0.3, .multipleOf(0.2))
            problems.check("float", Float(0.1), .multipleOf(0.2))
            problems.check("decimal", Decimal(5), .maximum(4))
            problems.check("currency", Currency(scalar: "euro"), .maxLength(3))
            problems.check("fine", Float(0.1), .multipleOf(0.1), .minLength(5))
        }
        #expect(
            found == [
                "text must have at least 3 characters", "text must have at most 1 character",
                "int must be at most 4", "int8 must be at most 4", "int16 must be at most 4",
                "int32 must be at most 4", "int64 must be at most 4", "uint8 must be at most 4",
                "uint16 must be at most 4", "uint32 must be at most 4", "uint64 must be at most 4",
                "double must be a multiple of 0.2", "float must be a multiple of 0.2",
                "decimal must be at most 4", "currency must have at most 3 characters",
            ]
        )
    }

    @Test(
        "a value that is not a number satisfies no bound",
        arguments: [Double.nan, .infinity, -.infinity]
    )
    func notFinite(number: Double) {
        let found = problems {
            $0.check("a", number, .minimum(0))
            $0.check("b", Float(number), .maximum(0))
        }
        #expect(found == ["a must be at least 0", "b must be at most 0"])
    }

    @Test("values in arrays, dictionaries, optionals and changes are validated in place")
    func containers() {
        let found = problems { problems in
            problems.check("array", ["a", "bb", "bb"], .maxItems(2), .uniqueItems, .minLength(2))
            problems.check("inner", [["a"], []], .minItems(1), .minLength(2))
            problems.check("dictionary", ["b": 2, "a": 1, "c": 0], .minimum(1), .maximum(1))
            problems.check("nothing", String?.none, .minLength(1))
            problems.check("some", String?.some(""), .minLength(1))
            problems.check("list", [String?.none, ""], .minLength(1))
            problems.check("absent", Presence<String>.absent, .minLength(1))
            problems.check("null", Presence<String>.null, .minLength(1))
            problems.check("value", Presence.value(""), .minLength(1))
            problems.check("keep", Change<String>.keep, .minLength(1))
            problems.check("set", Change.set(""), .minLength(1))
            problems.check("cleared", NullableChange<String>.clear, .minLength(1))
            problems.check("changed", NullableChange.set([""]), .minLength(1), .minItems(2))
            problems.check("dates", [Date.distantPast, .distantPast], .uniqueItems)
            problems.check("nulls", [Int?.none, .none], .uniqueItems)
            problems.check("lists", [[1], [2], [1]], .uniqueItems)
            problems.check("distinct", [Int?.none, 1], .uniqueItems)
        }
        #expect(
            found == [
                "array must have at most 2 elements", "array must not have the same element twice",
                "array[0] must have at least 2 characters",
                "inner[0][0] must have at least 2 characters",
                "dictionary.b must be at most 1", "dictionary.c must be at least 1",
                "some must have at least 1 character", "list[1] must have at least 1 character",
                "value must have at least 1 character", "set must have at least 1 character",
                "changed must have at least 2 elements",
                "changed[0] must have at least 1 character",
                "dates must not have the same element twice",
                "nulls must not have the same element twice",
                "lists must not have the same element twice",
            ]
        )
    }

    @Test("values report their own problems, with their path")
    func nested() {
        let bad = Address(zip: "x")
        let found = problems { problems in
            problems.check("home", bad)
            problems.check("others", [Address(zip: "12345"), bad], .maxItems(1))
            problems.check("named", ["a": Change.set(bad)])
            problems.check(bad)
        }
        #expect(
            found == [
                "home.zip must match the pattern ^\\d{5}$", "others must have at most 1 element",
                "others[1].zip must match the pattern ^\\d{5}$",
                "named.a.zip must match the pattern ^\\d{5}$",
                "zip must match the pattern ^\\d{5}$",
            ]
        )
        #expect(Address(zip: "12345").problems().isEmpty)
        #expect(bad.problems().map(\.path.description) == ["zip"])
    }

    @Test("a form finds the problems of a property, and all messages by path")
    func forms() {
        var collector = ProblemCollector()
        collector.check("title", "", .minLength(1), .pattern("a"))
        collector.check("homes", [Address(zip: "x")])
        let problems = collector.problems
        #expect(problems.of("title").map(\.constraint) == [.minLength(1), .pattern("a")])
        #expect(problems.of("homes").map(\.property) == ["homes"])
        #expect(problems.of("zip").isEmpty)
        #expect(
            problems.messages == [
                "title": ["must have at least 1 character", "must match the pattern a"],
                "homes[0].zip": ["must match the pattern ^\\d{5}$"],
            ]
        )
    }

    /// A linked list of nested elements.
    private final class Node: Constrained {
        let next: Node?

        init(_ next: Node?) { self.next = next }

        func reportProblems(to problems: inout ProblemCollector) {
            problems.check("next", next)
            problems.check("name", "", .minLength(1))
        }
    }

    @Test("values are validated to a depth of 256, and do not overflow the stack")
    func depth() {
        var chain: [Node] = [Node(nil)]
        for _ in 0..<10_000 { chain.append(Node(chain.last)) }
        let problems = chain.last?.problems() ?? []
        #expect(problems.count == 256)
        // From the inside out, so that each is released separately.
        while chain.popLast() != nil {}
    }
}
