import Foundation
import RepositoryRuntime

/// A body in the shape of PokeAPI's pokemon, with about as many parts and as long texts.
struct SyntheticPokemon {
    let number: Int

    /// The body, indented by four spaces as the published ones are.
    var text: String {
        let pokemon = Pokemon(
            id: number,
            abilities: (1...3).map {
                PokemonAbility(ability: resource("ability", $0), isHidden: $0 == 3, slot: $0)
            },
            baseExperience: 60 + number,
            cries: PokemonCries(latest: image("cries/latest"), legacy: nil),
            forms: [resource("pokemon-form", number)],
            gameIndices: (1...20).map {
                PokemonGameIndex(gameIndex: $0, version: resource("version", $0))
            },
            height: 7,
            heldItems: [],
            isDefault: true,
            locationAreaEncounters: "/api/v2/pokemon/\(number)/encounters",
            moves: (1...80).map(move),
            name: "pokemon-\(number)",
            order: number,
            pastAbilities: [],
            pastStats: [],
            pastTypes: [],
            species: resource("pokemon-species", number),
            sprites: sprites,
            stats: (1...6).map {
                PokemonStat(baseStat: 10 * $0, effort: $0 % 3, stat: resource("stat", $0))
            },
            types: [PokemonType(slot: 1, type: resource("type", 4))],
            weight: 69
        )
        // The writer minifies; Foundation can indent, by two spaces, which is doubled here.
        guard let data = try? pokemon.jsonData(),
            let object = try? JSONSerialization.jsonObject(with: data),
            let pretty = try? JSONSerialization.data(
                withJSONObject: object,
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            )
        else { return "" }
        return String(decoding: pretty, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { String(repeating: " ", count: $0.prefix { $0 == " " }.count) + $0 }
            .joined(separator: "\n")
    }

    private func resource(_ kind: String, _ number: Int) -> NamedResource {
        NamedResource(name: "\(kind)-\(number)", url: "/api/v2/\(kind)/\(number)/")
    }

    private func image(_ path: String) -> String {
        "https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/\(path)/\(number).png"
    }

    private func move(_ index: Int) -> PokemonMove {
        PokemonMove(
            move: resource("move", index),
            versionGroupDetails: (1...(index % 12 + 1)).map {
                PokemonMoveVersion(
                    levelLearnedAt: $0,
                    moveLearnMethod: resource("move-learn-method", $0 % 4),
                    order: nil,
                    versionGroup: resource("version-group", $0)
                )
            }
        )
    }

    /// Sprites need 180 paths: they are read from a text that has them, with all the rest null.
    private var sprites: PokemonSprites {
        get {
            let template = EmptySprites.text(front: image("pokemon"))
            do {
                return try PokemonSprites(jsonText: template)
            } catch {
                preconditionFailure("the template is written for this type: \(error)")
            }
        }
    }
}
