import Foundation
import Testing

@testable import RepositoryNetworking

/// Nested values in forms and queries.
@Suite("Forms") struct FormEncodingTests {
    private static let line: JSON = ["z": 1, "points": [["x": 2, "y": 3], ["x": 4, "y": 5]]]

    // The trap: without an index, the coordinates of both points would have the same names.
    @Test("keep the elements of an array apart, even with exploded objects")
    func elements() {
        for (arrays, expected) in [
            (FormArrays.repeated, ["points[0][x]=2", "points[0][y]=3", "points[1][x]=4"]),
            (.brackets, ["points[][x]=2", "points[][y]=3", "points[][x]=4"]),
        ] {
            let form = FormEncoding(arrays: arrays, objects: .exploded)
            let text = form.items("line", Self.line).map(\.formText).joined(separator: "&")
            let last = expected[2].replacing("x]=4", with: "y]=5")
            #expect(
                text.removingPercentEncoding == (expected + [last, "z=1"]).joined(separator: "&")
            )
        }
    }

    // The trap: the elements of different values run together into the same fields.
    @Test("with empty brackets use indices if a server could not tell the elements apart")
    func boundaries() {
        let form = FormEncoding(arrays: .brackets)
        for (value, expected) in [
            ([[1, 2], [3]], ["v[0][]=1", "v[0][]=2", "v[1][]=3"]),
            ([["a": 1], ["b": 2]], ["v[0][a]=1", "v[1][b]=2"]),
            ([["a": 1, "b": 2], ["b": 3]], ["v[][a]=1", "v[][b]=2", "v[][b]=3"]),
            ([["a": [1], "b": 2], ["a": [3]]], ["v[0][a][]=1", "v[0][b]=2", "v[1][a][]=3"]),
            ([["a": 1], [:]], ["v[0][a]=1"]), ([1, 2], ["v[]=1", "v[]=2"]),
            ([[1, 2]], ["v[0][]=1", "v[0][]=2"]), ([["a": 1]], ["v[][a]=1"]),
        ] as [(JSON, [String])] {
            let fields = form.items("v", value).map(\.formText)
            #expect(fields.map { $0.removingPercentEncoding } == expected)
        }
    }
}
