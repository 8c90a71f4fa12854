import Foundation
import RepositoryRuntime
import Testing

/// A long array, decoded some elements at a time.
@Suite struct JSONArrayPartsTests {
    private func all(_ text: String, by limit: Int) throws(JSONError) -> [JSON] {
        var parts = JSONArrayParts(Data(text.utf8))
        var elements: [JSON] = []
        while !parts.isAtEnd {
            let next = try parts.next(limit)
            #expect(next.count <= limit)
            elements += next
        }
        #expect(try parts.next(limit).isEmpty)
        return elements
    }

    @Test(
        arguments: [
            "[]", " [ ] ", "[1]", "[1, [2, {\"a\": [3]}], \"4]\",\n null ]\n", "\u{FEFF}[true,{}]",
        ],
        [1, 2, 3, 100]
    )
    func partsMakeTheWhole(text: String, limit: Int) throws {
        #expect(try all(text, by: limit) == [JSON](jsonText: text))
    }

    @Test(
        arguments: ["", "{}", "[", "[1", "[1,", "[1,]", "[1 2]", "[1] 2", "[1]]", "[1, 2, }"],
        [1, 2, 100]
    )
    func whatIsNoArrayIsRefusedAsAWhole(text: String, limit: Int) {
        var expected: JSONError?
        do throws(JSONError) { _ = try [JSON](jsonText: text) } catch { expected = error }
        let code = expected?.code
        let offset = expected?.offset
        #expect(code != nil)
        do throws(JSONError) {
            _ = try all(text, by: limit)
            Issue.record("It was accepted.")
        } catch {
            #expect(error.code == code)
            #expect(error.offset == offset)
        }
    }
}
