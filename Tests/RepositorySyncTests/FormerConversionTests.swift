import Foundation
import RepositoryRuntime
import Testing

/// Conversions of single documents of earlier versions of an app.
@Suite struct FormerConversionTests {
    // The trap: the result of one function is passed to the next, which expects the original value.
    @Test("one of several sources gives the value")
    func origins() throws {
        let schema = EntitySchema(
            name: "Message",
            former: [
                "likes": [
                    FormerProperty(
                        "stars",
                        from: ValueCodec<Int>(),
                        to: ValueCodec<Double>(),
                        by: { Double($0) }
                    ),
                    FormerProperty(
                        "likes",
                        from: ValueCodec<String>(),
                        to: ValueCodec<Double>(),
                        by: { Double($0) ?? 0 }
                    ),
                ]
            ]
        )
        #expect(try schema.convertingFormer(["stars": 3])?["likes"]?.double == 3)
        #expect(try schema.convertingFormer(["likes": "300"])?["likes"]?.double == 300)
    }

    // The trap: the function does not know the renamed case.
    @Test("a function returns an enum case, and accepts a renamed one")
    func cases() throws {
        let converted = try Bill.schema.convertingFormer(["code": 1, "importance": "late"])
        #expect(converted?["state"] == "C")
        #expect(converted?["weight"] == 2)
        #expect(try Bill.schema.convertingFormer(["state": "todo"])?["state"] == "O")
    }

    // The trap: the next version, or another process, would convert the value once more.
    @Test("under the same key, only a value of the former type is converted")
    func sameKey() throws {
        let schema = EntitySchema(
            name: "Bill",
            former: [
                "amount": [
                    FormerProperty(
                        "amount",
                        .withoutNull,
                        from: ValueCodec<String>(),
                        to: ValueCodec<Int>(),
                        by: { Int($0) ?? 0 }
                    )
                ]
            ]
        )
        #expect(try schema.convertingFormer(["amount": "5"]) == ["amount": 5])
        #expect(try schema.convertingFormer(["amount": 5]) == nil)
        #expect(try schema.convertingFormer(["amount": .null]) == [:])
    }

    // The trap: with one record of both forms, the documents would never be converted again.
    @Test("another former type under the same key gives another stored form")
    func forms() {
        func form<Old: JSONCodec>(_ old: Old, _ convert: @escaping @Sendable (Old.Value) -> Bool)
            -> String?
        {
            let former = FormerProperty("paid", from: old, to: ValueCodec<Bool>(), by: convert)
            return EntitySchema(
                name: "Bill",
                former: ["paid": [former]],
                formerValues: [
                    "Line": FormerValue(former: ["paid": [former]], properties: ["paid"])
                ],
                properties: ["paid"]
            ).storedForm
        }
        let forms = [
            form(ValueCodec<String>()) { $0 == "yes" }, form(ValueCodec<Int>()) { $0 == 1 },
        ]
        #expect(Set(forms).count == 2)
        #expect(!forms.contains(nil))
    }
}
