import Pokedex
import RepositoryRuntime

/// A repository of endpoints: a page, a detail, and the tree of an evolution chain.
struct PokedexDemo {
    private let repository: any PokemonRepositoryProtocol
    private let transcript: Transcript

    init(url: String, transcript: Transcript) {
        repository = PokemonRepository(networking: NetworkingSession(demo: url + "/api/v2"))
        self.transcript = transcript
    }

    func run() async throws {
        transcript.title("Pokédex: a repository of endpoints, read over HTTP")
        let page = try await repository.fetchList(limit: 3)
        transcript.step(
            "page",
            "fetchList(limit: 3)",
            "\(page.results.map(\.name).joined(separator: ", ")), … of \(page.count)",
            holds: page.results.count == 3 && page.count > 3
        )

        // Sent in lower case, as the schema specifies.
        let pokemon = try await repository.fetchDetail(idOrName: "Bulbasaur")
        transcript.step(
            "detail",
            "fetchDetail(idOrName: \"Bulbasaur\")",
            "#\(pokemon.id) \(pokemon.name), \(pokemon.height) dm, \(pokemon.weight) hg",
            holds: pokemon.id == 1 && pokemon.name == "bulbasaur"
        )
        let types = pokemon.types.map(\.type.name)
        transcript.step(
            "",
            "types",
            types.joined(separator: ", "),
            holds: types == ["grass", "poison"]
        )
        let stats = pokemon.stats.map { "\($0.stat.name) \($0.baseStat)" }
        transcript.step(
            "",
            "stats",
            stats.prefix(3).joined(separator: ", ") + ", …",
            holds: stats.count == 6
        )
        let artwork = pokemon.sprites.other.officialArtwork.frontDefault
        transcript.step(
            "",
            "artwork",
            artwork?.split(separator: "/").last.map { "…/\($0)" } ?? "none",
            holds: artwork?.hasSuffix("/1.png") ?? false
        )

        let species = try await repository.fetchSpecies(idOrName: pokemon.species.name)
        guard let id = number(in: species.evolutionChain.url) else {
            return transcript.fail("an evolution chain has a number")
        }
        let chain = try await repository.fetchEvolutionChain(id: id)
        let steps = stages(of: chain.chain)
        transcript.step(
            "tree",
            "fetchEvolutionChain(id: \(id))",
            steps.joined(separator: " → "),
            holds: steps == ["bulbasaur", "ivysaur at 16", "venusaur at 32"]
        )
    }

    /// The URL of an object without a name ends in its number.
    private func number(in url: String) -> Int? {
        url.split(separator: "/").last.flatMap { Int($0) }
    }

    /// Returns the species from the root on, each with the level at which it evolves.
    private func stages(of link: EvolutionLink) -> [String] {
        let level = link.evolutionDetails.first?.minLevel.map { " at \($0)" } ?? ""
        return [link.species.name + level] + link.evolvesTo.flatMap { stages(of: $0) }
    }
}
