import Foundation
import RepositoryRuntime
import Testing

/// Single documents of earlier versions of an app, as they are converted.
@Suite struct FormerConversionTests {
    // The trap: what one function has made is given to the next, which expects what there was before.
    @Test("of several origins, one makes the value")
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

    // The trap: the case that was renamed is unknown to the function.
    @Test("a function makes a case, and takes one that was renamed")
    func cases() throws {
        let converted = try Bill.schema.convertingFormer(["code": 1, "importance": "late"])
        #expect(converted?["state"] == "C")
        #expect(converted?["weight"] == 2)
        #expect(try Bill.schema.convertingFormer(["state": "todo"])?["state"] == "O")
    }

    // The trap: the property became optional, and the amounts are converted a second time.
    @Test("a function is not called again because null is treated in another way")
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

    @Test("a conversion is found under the key that the property had when it was carried out")
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
