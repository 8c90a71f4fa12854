import ExampleServer
import Pokedex
import RepositoryRuntime
import Testing

/// The features of a Pokédex repository in this project.
@Suite struct PokedexSeeds {
    @Test(
        "Pokédex: a Sendable protocol, an implementation with a client, a mock, and a lowercased name"
    )
    func repository() async throws {
        func isSendable(_ type: (some Sendable).Type) -> Bool { true }
        #expect(isSendable((any PokemonRepositoryProtocol).self))
        // The client has a default.
        _ = PokemonRepository()
        try await SeedWorld.run { world in
            let client = NetworkingSession(url: world.url + "/api/v2")
            let repository: any PokemonRepositoryProtocol = PokemonRepository(networking: client)
            #expect(try await repository.fetchList(limit: 2, offset: 0).results.count == 2)
            #expect(try await repository.fetchDetail(idOrName: "BULBASAUR").id == 1)
            #expect(await world.server.requests.last?.path == "/api/v2/pokemon/bulbasaur")
            #expect(try await repository.fetchSpecies(idOrName: "Bulbasaur").id == 1)
            let chain = try await repository.fetchEvolutionChain(id: 1)
            #expect(chain.chain.species.name == "bulbasaur")
        }
        let mock = PokemonRepositoryMock()
        mock.fetchListStub.throws(.notFound)
        await #expect(throws: RepositoryError.self) {
            try await mock.fetchList(limit: 1, offset: 0)
        }
        #expect(mock.fetchListStub.callCount == 1)
    }
}
