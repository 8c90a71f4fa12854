import Testing

@testable import RepositoryLocal

/// References in the properties of an entity.
@Suite struct ReferencesTests {
    private let schema = EntitySchema(
        name: "Order",
        references: ["related": "Order"],
        containedReferences: [
            "lines": .array(of: .value("Line")),
            "byName": .dictionary(of: .value("Line")),
            "payment": .value("Payment"),
            "source": .value("Source"),
        ],
        containedValues: [
            "Line": .members([
                "product": .identity(of: "Product"), "parts": .array(of: .value("Line")),
            ]),
            "Payment": .tagged(by: "type", ["card": .value("Card")]),
            "Card": .members(["owner": .identity(of: "User")]),
            "Source": .kinds([.string: .identity(of: "User"), .object: .value("Card")]),
        ]
    )
    private let related: JSON = [1, "1", "a", ["b": "1", "c": 2.5], .null, true]
    private let members: [String: JSON] = [
        "other": "1",
        "lines": [
            ["product": "1", "parts": [["product": "2", "owner": "1"]]], .null, "1",
        ],
        "byName": ["product": ["product": "1"], "x": "1"],
        "payment": ["type": "card", "owner": "1"],
        "source": "1",
    ]

    private func key(_ collection: String, _ id: String) -> RecordKey {
        RecordKey(collection: collection, id: id)
    }

    @Test func identitiesOfAPropertyAreFoundHoweverDeep() {
        let found = schema.references(in: ["related": related])
        #expect(found.map(\.id).sorted() == ["1", "1", "1", "2.5", "a"])
        #expect(found.allSatisfy { $0.collection == "Order" })
        #expect(schema.references(in: ["related": .null, "other": "1"]).isEmpty)
    }

    @Test func identitiesInContainedValuesAreFoundByTheirPlaces() {
        let found = schema.references(in: members).sorted { $0 < $1 }
        #expect(
            found == [
                key("Product", "1"), key("Product", "1"), key("Product", "2"), key("User", "1"),
                key("User", "1"),
            ]
        )
        let others: [String: JSON] = [
            "payment": ["type": "cash", "owner": "1"], "source": ["owner": "1"],
        ]
        #expect(schema.references(in: others) == [key("User", "1")])
    }

    @Test func anotherIdentityStandsInTheSameForm() {
        let seven = JSON.number(JSON.Number(7))
        let replaced = schema.replacingReferences(in: ["related": related]) {
            $0.id == "1" ? seven : Optional.none
        }
        #expect(replaced == ["related": [7, "7", "a", ["b": "7", "c": 2.5], .null, true]])
        let products = schema.replacingReferences(in: members) {
            $0 == key("Product", "1") ? seven : Optional.none
        }
        #expect(
            products["lines"] == [
                ["product": "7", "parts": [["product": "2", "owner": "1"]]], .null, "1",
            ]
        )
        #expect(products["byName"] == ["product": ["product": "7"], "x": "1"])
        #expect(products["payment"] == members["payment"])
        #expect(products["source"] == "1")
    }

    @Test func whatIsRemovedLeavesNoNull() {
        let rest = schema.removingReferences(in: ["related": related]) { $0.id == "1" }
        #expect(rest == ["related": ["a", ["c": 2.5], .null, true]])
        let unowned = schema.removingReferences(in: members) { $0 == key("User", "1") }
        #expect(unowned["payment"] == ["type": "card"])
        #expect(unowned["source"] == Optional<JSON>.none)
        #expect(schema.removingReferences(in: ["related": "1"]) { $0.id == "1" }.isEmpty)
    }

    @Test func namesThatLeadToOneAnotherEnd() {
        let endless = EntitySchema(
            name: "Endless",
            containedReferences: ["a": .value("A")],
            containedValues: ["A": .tagged(by: "t", ["x": .value("A")])]
        )
        #expect(endless.references(in: ["a": ["t": "x"]]).isEmpty)
    }
}
