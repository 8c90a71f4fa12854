import Pokedex
import RepositoryRuntime

/// A repository of endpoints: a page, a detail, and the tree of an evolution chain.
struct PokedexDemo {
    private let repository: any PokemonRepositoryProtocol

    init(url: String) {
        repository = PokemonRepository(networking: NetworkingSession(url: url + "/api/v2"))
    }

    func run() async throws {
        title("A page: fetchList(limit: 3)")
        let page = try await repository.fetchList(limit: 3)
        for resource in page.results { print("  \(resource.name)  \(resource.url)") }
        print("  … of \(page.count)")

        title("A detail: fetchDetail(idOrName: \"Bulbasaur\"), lowercased on its way")
        let pokemon = try await repository.fetchDetail(idOrName: "Bulbasaur")
        print("  #\(pokemon.id) \(pokemon.name), \(pokemon.height) dm, \(pokemon.weight) hg")
        print("  types: \(pokemon.types.map(\.type.name).joined(separator: ", "))")
        for stat in pokemon.stats { print("  \(stat.stat.name): \(stat.baseStat)") }
        print("  artwork: \(pokemon.sprites.other.officialArtwork.frontDefault ?? "none")")

        title("A tree: species, then its evolution chain")
        let species = try await repository.fetchSpecies(idOrName: pokemon.species.name)
        if let id = number(in: species.evolutionChain.url) {
            let chain = try await repository.fetchEvolutionChain(id: id)
            show(chain.chain, depth: 1)
        }
    }

    /// A reference to something without a name has its number at the end of its address.
    private func number(in url: String) -> Int? {
        url.split(separator: "/").last.flatMap { Int($0) }
    }

    private func show(_ link: EvolutionLink, depth: Int) {
        let level = link.evolutionDetails.first?.minLevel.map { " at level \($0)" } ?? ""
        print(String(repeating: "  ", count: depth) + link.species.name + level)
        for next in link.evolvesTo { show(next, depth: depth + 1) }
    }
}
