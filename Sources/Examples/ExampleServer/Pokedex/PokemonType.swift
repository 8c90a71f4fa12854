import Foundation

/// The data of a type.
struct PokemonType: Sendable {
    /// The types of the Pokémon here, by their numbers in PokeAPI.
    enum Name: Int, CaseIterable, Sendable {
        case flying = 3
        case poison = 4
        case fire = 10
        case grass = 12
        case electric = 13

        var text: String {
            "\(self)"
        }
    }

    let type: Name

    var id: Int {
        type.rawValue
    }

    var name: String {
        type.text
    }

    static let all = Name.allCases.map { PokemonType(type: $0) }

    /// Returns the type with all keys of PokeAPI.
    func json(_ links: Links) -> [String: Any] {
        [
            "damage_relations": relations(links),
            "game_indices": [["game_index": id - 1, "generation": links.generation(1)]],
            "generation": links.generation(1),
            "id": id,
            "move_damage_class": type == .flying || type == .poison
                ? links.to("move-damage-class", 2, "physical")
                : links.to("move-damage-class", 3, "special"),
            "moves": Self.moves[type, default: []].map { links.to("move", $0.0, $0.1) },
            "name": name,
            "names": links.names([.english: name.capitalized]),
            "past_damage_relations": pastRelations(links),
            "pokemon": Pokemon.all.compactMap { pokemon -> [String: Any]? in
                guard let position = pokemon.types.firstIndex(of: type) else {
                    return nil
                }
                return [
                    "pokemon": links.to("pokemon", pokemon.id, pokemon.name),
                    "slot": position + 1,
                ]
            },
            "sprites": sprites,
        ]
    }

    // MARK: - Damage

    /// Returns the damage relations among the types here.
    private func relations(_ links: Links) -> [String: Any] {
        func references(_ types: [Name]) -> [[String: Any]] {
            types.map { links.to("type", $0.rawValue, $0.text) }
        }
        func hit(by other: Name) -> Strength? {
            Self.strengths[other]?[type]
        }
        let own = Self.strengths[type] ?? [:]
        func from(_ strength: Strength) -> [Name] {
            Name.allCases.filter { hit(by: $0) == strength }
        }
        func to(_ strength: Strength) -> [Name] {
            Name.allCases.filter { own[$0] == strength }
        }
        return [
            "double_damage_from": references(from(.double)),
            "double_damage_to": references(to(.double)),
            "half_damage_from": references(from(.half)),
            "half_damage_to": references(to(.half)),
            "no_damage_from": [[String: Any]](),
            "no_damage_to": [[String: Any]](),
        ]
    }

    private func pastRelations(_ links: Links) -> [[String: Any]] {
        guard type == .poison else {
            return []
        }
        return [["damage_relations": relations(links), "generation": links.generation(1)]]
    }

    private enum Strength {
        case double
        case half
    }

    private static let strengths: [Name: [Name: Strength]] = [
        .flying: [.grass: .double, .electric: .half],
        .poison: [.grass: .double, .poison: .half],
        .fire: [.grass: .double, .fire: .half],
        .grass: [.flying: .half, .poison: .half, .fire: .half, .grass: .half],
        .electric: [.flying: .double, .grass: .half, .electric: .half],
    ]

    // MARK: - Moves and pictures

    private static let moves: [Name: [(Int, String)]] = [
        .fire: [(52, "ember")],
        .grass: [(22, "vine-whip")],
        .electric: [(84, "thunder-shock")],
    ]

    private static let games: [String: [String]] = [
        "generation-iii": ["colosseum", "emerald", "firered-leafgreen", "ruby-sapphire", "xd"],
        "generation-iv": ["diamond-pearl", "heartgold-soulsilver", "platinum"],
        "generation-ix": ["scarlet-violet"],
        "generation-v": ["black-2-white-2", "black-white"],
        "generation-vi": ["omega-ruby-alpha-sapphire", "x-y"],
        "generation-vii": ["lets-go-pikachu-lets-go-eevee", "sun-moon", "ultra-sun-ultra-moon"],
        "generation-viii": [
            "brilliant-diamond-shining-pearl", "legends-arceus", "sword-shield",
        ],
    ]

    private var sprites: [String: Any] {
        let root = "https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/types"
        return Self.games.reduce(into: [String: Any]()) { sprites, entry in
            var pictured: [String: Any] = [:]
            for game in entry.value {
                let hasSymbol = entry.key == "generation-ix" || entry.key == "generation-viii"
                let place = "\(root)/\(entry.key)/\(game)"
                let symbol: Any = hasSymbol ? "\(place)/small/\(id).png" : NSNull()
                pictured[game] = ["name_icon": "\(place)/\(id).png", "symbol_icon": symbol]
            }
            sprites[entry.key] = pictured
        }
    }
}
