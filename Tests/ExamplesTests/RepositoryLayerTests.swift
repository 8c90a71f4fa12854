import ExampleServer
import Messages
import Pokedex
import RepositoryRuntime
import Testing

/// The features of the repository layer sample, Evocation and the Pokédex that need no local store.
@Suite struct RepositoryLayerTests {
    @Test("Repository layer sample: responses with one, many and no entities")
    func responses() async throws {
        #expect(Endpoint.PokemonDetail.Response.self == SingleResponse<Pokemon>.self)
        #expect(Endpoint.LatestMessages.Response.self == ArrayResponse<Message>.self)
        #expect(try ArrayResponse<String>(json: ["a", "b"]).result == ["a", "b"])
        #expect(EmptyResponse().result == ())
    }

    @Test("Repository layer sample: an endpoint has a response, a path, parameters and a method")
    func endpoint() async throws {
        #expect(Endpoint.LatestMessages.path == "/messages")
        #expect(Endpoint.SendMessage.method == .post)
        try await withExampleServer { url, server in
            let session = NetworkingSession(url: url)
            _ = try await session.request(Endpoint.SendMessage(body: Message.Draft(text: "one")))
            let latest = try await session.request(Endpoint.LatestMessages(limit: 1))
            #expect(latest.map(\.text) == ["one"])
            let last = try #require(await server.requests.last)
            #expect(last.path == "/messages")
            #expect(last.query == "limit=1")
        }
    }

    @Test("Repository layer sample: an endpoint may have its own environment")
    func environment() async throws {
        #expect(Endpoint.Suggestions.environment == .mock)
        #expect(Endpoint.LatestMessages.environment == nil)
        #expect(Conversations.baseURLs[.staging] == "https://staging.conversations.example.com/v1")
        // No server listens there: the mock environment sends no requests.
        let nowhere = NetworkingSession(url: "http://127.0.0.1:9")
        #expect(try await nowhere.request(Endpoint.Suggestions()) == ["Hello", "See you"])
    }

    @Test("Repository layer sample: the request of an endpoint is generated")
    func genericRequest() throws {
        let request = try GenericRequest(Endpoint.LatestMessages(limit: 5)).networkingRequest()
        #expect(request.operation == "GET /messages")
        #expect(request.endpoint?.contains("LatestMessages") == true)
    }

    @Test("Repository layer sample: a repository is a protocol, and easy to mock")
    func mock() async throws {
        let mock = MessageRepositoryMock()
        mock.findByIDStub.returns(Message(id: "1", text: "told"))
        let repository: any MessageRepositoryProtocol = mock
        #expect(try await repository.find(id: "1").text == "told")
        #expect(mock.findByIDStub.calls == ["1"])
        await #expect(throws: RepositoryError.self) { try await repository.delete(id: "1") }
    }

    @Test("Evocation: find and findOne by criteria; create, update, delete one and many")
    func vocabulary() async throws {
        try await withExampleServer { url, _ in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            let texts = ["hi", "ho", "hi"]
            var messages = try await repository.create(texts.map { Message.Draft(text: $0) })
            #expect(messages.map(\.text) == texts)
            for index in messages.indices { messages[index].likes = index }
            messages = try await repository.update(messages)
            let found = try await repository.find { $0.text == "hi" && $0.likes > 1 }
            #expect(found.map(\.id) == [messages[2].id])
            #expect(try await repository.findOne { $0.text == "ho" }?.id == messages[1].id)
            #expect(try await repository.findOne { $0.text == "nobody" } == nil)
            try await repository.delete(messages)
            #expect(try await repository.find().isEmpty)
        }
    }

    @Test("Evocation: criteria may be a dictionary")
    func dictionaryCriteria() async throws {
        try await withExampleServer { url, _ in
            let repository = MessageRepository(store: NetworkingSession(url: url))
            _ = try await repository.create([
                Message.Draft(text: "hi"), Message.Draft(text: "ho"),
            ])
            let criteria: [String: Any] = ["text": "ho"]
            #expect(try await repository.find(Criteria(criteria)).map(\.text) == ["ho"])
        }
    }

    @Test("Pokédex: a Sendable protocol of async functions, with an implementation and a mock")
    func pokedex() async throws {
        try await withExampleServer { url, server in
            let session = NetworkingSession(url: url + "/api/v2")
            let repository: any PokemonRepositoryProtocol = PokemonRepository(networking: session)
            let page = try await repository.fetchList(limit: 2, offset: 1)
            #expect(page.results.map(\.name) == ["ivysaur", "venusaur"])
            #expect(try await repository.fetchList().results.count == page.count)

            let pokemon = try await repository.fetchDetail(idOrName: "BulbaSaur")
            #expect(pokemon.id == 1)
            #expect(await server.requests.last?.path == "/api/v2/pokemon/bulbasaur")
            let species = try await repository.fetchSpecies(idOrName: "bulbasaur")
            #expect(species.names.contains { $0.language.name == "en" })
            let chain = try await repository.fetchEvolutionChain(id: 1)
            #expect(chain.chain.evolvesTo.first?.species.name == "ivysaur")
            let how = chain.chain.evolvesTo.first?.evolutionDetails.first
            #expect(how?.timeOfDay == .anytime)
        }
        let mock = PokemonRepositoryMock()
        mock.fetchListStub.throws(.tooManyRequests)
        await #expect(throws: RepositoryError.self) {
            try await mock.fetchList(limit: 1, offset: 0)
        }
        #expect(mock.fetchListStub.callCount == 1)
    }

    @Test("Pokédex: the client has a default")
    func defaultClient() {
        #expect(PokeAPI.baseURLs[.production] == "https://pokeapi.co/api/v2")
        _ = PokemonRepository()
    }
}
