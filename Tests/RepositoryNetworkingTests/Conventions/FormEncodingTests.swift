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
}
