import Foundation
import Pokedex
import RepositoryRuntime
import TestSupport
import Testing

/// Every published body of the five kinds survives both conversions without loss.
@Suite(.enabled(if: PublishedBodies.archives != nil, "\(PublishedBodies.absence)"))
struct PublishedBodiesTests {
    @Test("pokémon")
    func pokemon() async throws {
        try await roundTrip(Pokemon.self, "pokemon", archive: "pokemon-sample", count: 149)
    }

    @Test("species")
    func species() async throws {
        try await roundTrip(PokemonSpecies.self, "pokemon-species", count: 1025)
    }

    @Test("evolution chains")
    func evolutionChains() async throws {
        try await roundTrip(
            EvolutionChain.self,
            "evolution-chain",
            list: ResourceList.self,
            count: 541
        )
    }

    @Test("abilities")
    func abilities() async throws {
        try await roundTrip(Ability.self, "ability", count: 373)
    }

    @Test("types")
    func types() async throws {
        try await roundTrip(PokemonType.self, "type", count: 21)
    }

    private func roundTrip(
        _ type: (some ValueObject & Equatable).Type,
        _ kind: String,
        archive: String? = nil,
        list: (some ValueObject & Equatable).Type = NamedResourceList.self,
        count: Int
    ) async throws {
        try await BackgroundWork.run {
            try Self.roundTripNow(type, kind, archive: archive, list: list, count: count)
        }
    }

    private static func roundTripNow(
        _ type: (some ValueObject & Equatable).Type,
        _ kind: String,
        archive: String?,
        list: (some ValueObject & Equatable).Type,
        count: Int
    ) throws {
        let bodies = try PublishedBodies(kind, archive: archive)
        #expect(bodies.details.count == count)
        try roundTrip(list, bodies.list, "the list of \(kind)")
        for (id, body) in bodies.details {
            try roundTrip(type, body, "\(kind)/\(id)")
        }
    }

    private static func roundTrip<Value: ValueObject & Equatable>(
        _ type: Value.Type,
        _ body: Data,
        _ name: String
    ) throws {
        let value = try Value(jsonData: body)
        let object = try #require(
            JSONSerialization.jsonObject(with: body) as? [String: Any],
            "\(name)"
        )
        let fromDictionary = try Value(dictionary: object)
        // Without the values captured by #expect, which are large.
        let areEqual = value == fromDictionary
        #expect(areEqual, "\(name): bytes and dictionary differ")
        let published = try JSON(jsonData: body)
        let isLossless = try JSON(jsonData: value.jsonData()) == published
        #expect(isLossless, "\(name): encoding loses something")
        let isLosslessDictionary = try Value(dictionary: value.dictionary) == value
        #expect(isLosslessDictionary, "\(name): the dictionary loses something")
    }
}
