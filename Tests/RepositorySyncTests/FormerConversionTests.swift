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
                        from: ValueCodec<Double>(),
                        to: ValueCodec<Double>(),
                        by: { $0 * 100 }
                    ),
                ]
            ]
        )
        #expect(try schema.convertingFormer(["stars": 3])?["likes"]?.double == 3)
        #expect(try schema.convertingFormer(["likes": 3])?["likes"]?.double == 300)
    }

    // The trap: the function does not know the renamed case.
    @Test("a function returns an enum case, and accepts a renamed one")
    func cases() throws {
        let converted = try Bill.schema.convertingFormer(["code": 1, "importance": "late"])
        #expect(converted?["state"] == "C")
        #expect(converted?["weight"] == 2)
        #expect(try Bill.schema.convertingFormer(["state": "todo"])?["state"] == "O")
    }

    // The trap: the property became optional, and the amounts are converted a second time.
    @Test("a function is not called again when the handling of null changes")
    func steps() throws {
        func schema(_ steps: FormerProperty.Step...) -> EntitySchema {
            let former = FormerProperty(
                "amount",
                from: ValueCodec<Int>(),
                to: ValueCodec<Int>(),
                by: { $0 * 100 }
            )
            let other = FormerProperty(
                "amount",
                .withoutNull,
                from: ValueCodec<Int>(),
                to: ValueCodec<Int>(),
                by: { $0 * 100 }
            )
            return EntitySchema(name: "Bill", former: ["amount": [steps.isEmpty ? former : other]])
        }
        let applied = AppliedConversions(schema(.withoutNull))
        #expect(try schema().withoutApplied(applied).convertingFormer(["amount": 5]) == nil)
        #expect(try schema().convertingFormer(["amount": 5])?["amount"] == 500)
    }

    @Test("a conversion is recognized by the key of the property at that time")
    func renamed() throws {
        let before = EntitySchema(name: "Line", former: ["quantity": [FormerProperty("amount")]])
        let now = EntitySchema(
            name: "Line",
            former: ["count": [FormerProperty("quantity"), FormerProperty("amount")]]
        )
        let due = now.keepingApplied(AppliedConversions(before)).former["count"]
        #expect(due?.map(\.key) == ["amount"])
    }
}
