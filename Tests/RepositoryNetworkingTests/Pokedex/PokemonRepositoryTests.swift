import ExampleServer
import Foundation
import RepositoryRuntime
import Testing

@Suite("A repository of endpoints")
struct PokemonRepositoryTests {
    @Test("Pokédex repository: a protocol, and an implementation with an injected client")
    func implementation() async throws {
        try await withExampleServer { server, url in
            let repository: any PokemonRepositoryProtocol = PokemonRepository(
                networking: NetworkingSession(url: url + "/api/v2")
            )
            let page = try await repository.fetchList(limit: 2, offset: 1)
            #expect(page == ["ivysaur", "venusaur"])
            let pikachu = try await repository.fetchDetail(idOrName: "Pikachu")
            #expect(pikachu == Pokemon(id: 25, name: "pikachu", height: 4))
            #expect(await server.requests.last?.path == "/api/v2/pokemon/pikachu")
            let same = try await repository.fetchDetail(idOrName: "25")
            #expect(same == pikachu)
            let error = await #expect(throws: RepositoryError.self) {
                try await repository.fetchDetail(idOrName: "agumon")
            }
            #expect(error?.code == .notFound)
        }
    }

    @Test("Pokédex repository: a mock instead of the network")
    func mock() async throws {
        let mock = PokemonRepositoryMock()
        mock.fetchDetailStub.answers { idOrName in Pokemon(id: 1, name: idOrName, height: 1) }
        let repository: any PokemonRepositoryProtocol = mock
        let found = try await repository.fetchDetail(idOrName: "bulbasaur")
        #expect(found.name == "bulbasaur")
        #expect(mock.fetchDetailStub.calls == ["bulbasaur"])
    }
}

// MARK: - In the form of generated code

protocol PokemonRepositoryProtocol: Sendable {
    func fetchList(limit: Int, offset: Int) async throws(RepositoryError) -> [String]
    func fetchDetail(idOrName: String) async throws(RepositoryError) -> Pokemon
}

struct PokemonRepository: PokemonRepositoryProtocol {
    private let networking: any Networking

    init(networking: any Networking) {
        self.networking = networking
    }

    func fetchList(limit: Int, offset: Int) async throws(RepositoryError) -> [String] {
        let page = try await networking.request(Endpoint.PokemonList(limit: limit, offset: offset))
        return page["results"]?.array?.compactMap { $0["name"]?.string } ?? []
    }

    func fetchDetail(idOrName: String) async throws(RepositoryError) -> Pokemon {
        try await networking.request(Endpoint.PokemonDetail(idOrName: idOrName))
    }
}

final class PokemonRepositoryMock: PokemonRepositoryProtocol {
    let fetchListStub = MockFunction<(limit: Int, offset: Int), [String]>("fetchList")
    let fetchDetailStub = MockFunction<String, Pokemon>("fetchDetail")

    func fetchList(limit: Int, offset: Int) async throws(RepositoryError) -> [String] {
        try await fetchListStub.call((limit, offset))
    }

    func fetchDetail(idOrName: String) async throws(RepositoryError) -> Pokemon {
        try await fetchDetailStub.call(idOrName)
    }
}

extension Endpoint {
    struct PokemonList: EndpointDefinition {
        typealias Response = SingleResponse<JSON>
        static let path = "/pokemon"
        static let method = HTTPMethod.get

        var limit: Int
        var offset: Int

        var parameters: Parameters {
            var parameters = Parameters()
            parameters.query("limit", limit)
            parameters.query("offset", offset)
            return parameters
        }
    }

    struct PokemonDetail: EndpointDefinition {
        typealias Response = SingleResponse<Pokemon>
        static let path = "/pokemon/{idOrName}"
        static let method = HTTPMethod.get

        var idOrName: String

        var parameters: Parameters {
            var parameters = Parameters()
            parameters.path("idOrName", idOrName.lowercased())
            return parameters
        }
    }
}

struct Pokemon: Equatable, Sendable {
    var id: Int
    var name: String
    var height: Int
}

extension Pokemon: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: Int?
        var name: String?
        var height: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.value()
            case "name": name = try reader.value()
            case "height": height = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.name = try reader.require(name, "name")
        self.height = try reader.require(height, "height")
    }
}
