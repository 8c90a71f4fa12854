import Testing

@testable import RepositoryRuntime

/// Identities in a property that refers to other entities.
@Suite struct ReferencesTests {
    private let value: JSON = [1, "1", "a", ["b": "1", "c": 2.5], nil, true]

    @Test func identitiesAreFoundHoweverDeep() {
        #expect(value.referencedIdentities.sorted() == ["1", "1", "1", "2.5", "a"])
        #expect(JSON.null.referencedIdentities.isEmpty)
        #expect(JSON.string("a").referencedIdentities == ["a"])
    }

    @Test func anotherIdentityStandsInTheSameForm() throws {
        let replaced = try value.replacingIdentities { id throws(StorageError) in
            id == "1" ? JSON.number(JSON.Number(7)) : Optional.none
        }
        #expect(replaced == [7, "7", "a", ["b": "7", "c": 2.5], nil, true])
    }

    @Test func whatIsRemovedLeavesNoNull() {
        #expect(value.removingIdentities { $0 == "1" } == ["a", ["c": 2.5], nil, true])
        #expect(JSON.string("1").removingIdentities { $0 == "1" } == Optional<JSON>.none)
        #expect(JSON.string("2").removingIdentities { $0 == "1" } == "2")
    }
}
