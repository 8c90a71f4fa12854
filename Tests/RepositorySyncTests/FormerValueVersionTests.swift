import Foundation
import RepositoryTesting
import Testing

@testable import RepositoryLocal

/// Nested values that were converted under the same key.
@Suite struct FormerValueVersionTests {
    /// A version in which amounts in nested values have become cents, under the same key.
    private static func cents(
        _ place: String,
        _ name: String,
        more: Set<String> = [],
        was former: String? = nil
    ) -> EntitySchema {
        EntitySchema(
            name: "Thing",
            former: former.map { [place: [FormerProperty($0)]] } ?? [:],
            formerPlaces: [place: .array(of: .value(name))],
            formerValues: [
                name: FormerValue(
                    .members(["inner": .value(name)]),
                    former: [
                        "amount": [
                            FormerProperty(
                                "amount",
                                from: ValueCodec<String>(),
                                to: ValueCodec<Int>(),
                                by: { (Int($0) ?? 0) * 100 }
                            )
                        ]
                    ],
                    properties: more.union(["amount", "inner"])
                )
            ],
            properties: [place]
        )
    }

    // The trap: in the next version, a value may have another name, or another key.
    @Test("a conversion under the same key is carried out once", arguments: Store.allCases)
    func once(store: Store) async throws {
        try await World.run(in: store) { world in
            let key = RecordKey(collection: "Thing", id: "1")
            try await world.storage.write { store throws(StorageError) in
                let document = Data(
                    #"{"id":"1","lines":[{"amount":"5","inner":{"amount":"6"}},{"amount":"7"}]}"#
                        .utf8
                )
                try store.put(StoredRecord(key: key, document: document, base: document))
            }
            let versions = [
                Self.cents("lines", "Line"), Self.cents("lines", "Line", more: ["note"]),
                Self.cents("lines", "Row"), Self.cents("rows", "Row", was: "lines"),
                Self.cents("items", "Item", was: "rows"),
            ]
            let places = ["lines", "lines", "lines", "rows", "items"]
            for (schema, place) in zip(versions, places) {
                try await world.storage.prepare(schema) { (members) throws(JSONError) in members }
                let document = try await world.storage.read { store throws(StorageError) in
                    try store.record(key).map { record throws(StorageError) in
                        try DocumentMembers.read(record.document)
                    }
                }
                #expect(
                    document?[place]
                        == [["amount": 500, "inner": ["amount": 600]], ["amount": 700]]
                )
            }
        }
    }

    @Test("infinitely recursive values are not converted")
    func endless() throws {
        let schema = EntitySchema(
            name: "Thing",
            formerPlaces: ["a": .value("A")],
            formerValues: ["A": FormerValue(.kinds([.object: .value("A")]))]
        )
        #expect(try schema.convertingFormer(["a": ["b": 1]]) == nil)
    }
}
