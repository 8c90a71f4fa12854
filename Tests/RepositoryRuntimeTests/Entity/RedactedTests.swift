import Foundation
import RepositoryRuntime
import Testing

@Suite("Redacted values")
struct RedactedTests {
    private func parcel() throws -> Parcel {
        var parcel = try Parcel(jsonText: SkippedValuesTests.parcel)
        parcel.password = "hunter2"
        return parcel
    }

    @Test("appear in no description, interpolation, mirror or dump")
    func descriptions() throws {
        let parcel = try parcel()
        #expect("\(parcel)" == "Parcel(level: 2, mark: nil, password: <redacted>, tags: [])")
        var dumped = ""
        dump([parcel], to: &dumped)
        for text in ["\(parcel)", String(reflecting: parcel), "\([parcel])", dumped] {
            #expect(text.contains("<redacted>"))
            #expect(!text.contains("hunter2"))
        }
    }

    @Test("appear in no error, nor do their kind and contents")
    func errors() throws {
        let text = SkippedValuesTests.parcel.replacing(
            "{\"weight\"",
            with: "{\"password\":5,\"weight\""
        )
        let error = #expect(throws: JSONError.self) { try [Parcel](jsonText: "[\(text)]") }
        #expect(
            error?.description == "[0].password: expected String, found a redacted value (byte 13)"
        )
        let any = try JSON(jsonText: "[\(text)]").any
        let other = #expect(throws: ConversionError.self) { try [Parcel](dictionaryValue: any) }
        #expect(other?.description == "[0].password: expected String, found a redacted value")
        let codec = ValueCodec<[String: Int]>().redacted
        let inner = #expect(throws: JSONError.self) {
            try JSONReader.read(#"[{"secret":"x"}]"#) { reader throws(JSONError) in
                try reader.value(using: codec.array)
            }
        }
        #expect(inner?.keyPath.description == "[0]")
        #expect(inner.map { "\($0)".contains("secret") } == false)
    }

    @Test("are decoded and encoded like others")
    func values() throws {
        let parcel = try parcel()
        #expect(try Parcel(jsonBytes: parcel.jsonBytes()).password == "hunter2")
        #expect(try Parcel(dictionary: parcel.dictionary).password == "hunter2")
    }
}
