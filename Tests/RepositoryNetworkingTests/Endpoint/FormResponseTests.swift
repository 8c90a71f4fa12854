import Foundation
import RepositoryRuntime
import Testing

@Suite("The values of a form") struct FormResponseTests {
    private func settings(_ form: String) throws -> Settings {
        try FormResponse(bytes: Data(form.utf8)).result
    }

    // The trap: a string in place of a number seems to be invalid, and is left out.
    @Test(
        "are converted before they count as invalid",
        arguments: [
            ("zoom=7&size=5&tags=1&tags=2", 7, 5, [1, 2]), ("tags=1", 3, nil, [1]),
            ("tags=1&tags=x&tags=3&zoom=8", 8, nil, [1, 3]), ("zoom=x&tags=0&size=", 3, nil, [0]),
        ] as [(String, Int, Int?, [Int])]
    )
    func lossy(form: String, zoom: Int, size: Int?, tags: [Int]) throws {
        let settings = try settings(form)
        #expect(settings.zoom == zoom)
        #expect(settings.size == size)
        #expect(settings.tags == tags)
    }

    @Test("are reported only if they remain invalid")
    func reported() throws {
        let (settings, skipped) = try SkippedValues.collect {
            try self.settings("zoom=7&size=big&tags=1&tags=2")
        }
        #expect(settings.zoom == 7)
        #expect(skipped.values.map(\.keyPath) == ["size"])
    }
}

/// In the form of generated code, with `onInvalid`.
private struct Settings: JSONDecodable, Sendable {
    var zoom: Int
    var size: Int?
    var tags: [Int]

    init(from reader: inout JSONReader) throws(JSONError) {
        var zoom: Int?
        var size: Int?
        var tags: [Int]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "zoom": reader.readOrNull(&zoom, ifInvalid: nil)
            case "size": reader.readOrNull(&size, ifInvalid: nil)
            case "tags": reader.read(&tags, using: ValueCodec<Int>().lossyArray)
            default: reader.skip()
            }
        }
        self.zoom = zoom ?? 3
        self.size = size
        self.tags = try reader.require(tags, "tags")
    }
}
