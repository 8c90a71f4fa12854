import Foundation

extension Pokemon {
    /// Returns the Pokémon with all keys of PokeAPI.
    func json(_ links: Links) -> [String: Any] {
        [
            "abilities": abilities.sorted { $0.key < $1.key }.map { slot, ability in
                [
                    "ability": links.to("ability", ability.rawValue, ability.text),
                    "is_hidden": slot == 3,
                    "slot": slot,
                ]
            },
            "base_experience": baseExperience ?? NSNull(),
            "cries": cries,
            "forms": [links.to("pokemon-form", id, name)],
            "game_indices": gameIndices(links),
            "height": height,
            "held_items": heldItems(links),
            "id": id,
            "is_default": true,
            "location_area_encounters": "/api/v2/pokemon/\(id)/encounters",
            "moves": moves.map { $0.json(links) },
            "name": name,
            "order": id == 172 ? 34 : id,
            "past_abilities": pastAbilities(links),
            "past_stats": pastStats(links),
            "past_types": [[String: Any]](),
            "species": links.to("pokemon-species", id, name),
            "sprites": Sprites(id: id, isInFirstGeneration: isInFirstGeneration).json,
            "stats": zip(Self.statNames, stats).enumerated().map { position, stat in
                [
                    "base_stat": stat.1,
                    "effort": efforts[position] ?? 0,
                    "stat": links.to("stat", position + 1, stat.0),
                ]
            },
            "types": types.enumerated().map { position, type in
                ["slot": position + 1, "type": links.to("type", type.rawValue, type.text)]
            },
            "weight": weight,
        ]
    }

    private static let statNames = [
        "hp", "attack", "defense", "special-attack", "special-defense", "speed",
    ]

    private var cries: [String: Any] {
        let root = "https://raw.githubusercontent.com/PokeAPI/cries/main/cries/pokemon"
        let legacy: Any = isInFirstGeneration ? "\(root)/legacy/\(id).ogg" : NSNull()
        return ["latest": "\(root)/latest/\(id).ogg", "legacy": legacy]
    }

    private func gameIndices(_ links: Links) -> [[String: Any]] {
        guard isInFirstGeneration else {
            return []
        }
        return [("red", 1), ("blue", 2), ("yellow", 3)].map { version, number in
            ["game_index": id, "version": links.to("version", number, version)]
        }
    }

    private func heldItems(_ links: Links) -> [[String: Any]] {
        guard name == "pikachu" else {
            return []
        }
        return [
            [
                "item": links.to("item", 213, "light-ball"),
                "version_details": [
                    ["rarity": 5, "version": links.to("version", 33, "sword")]
                ],
            ]
        ]
    }

    private func pastAbilities(_ links: Links) -> [[String: Any]] {
        let hidden: [String: Any] = ["ability": NSNull(), "is_hidden": true, "slot": 3]
        return [["abilities": [hidden], "generation": links.generation(4)]]
    }

    private func pastStats(_ links: Links) -> [[String: Any]] {
        guard name == "pikachu" else {
            return []
        }
        let defense: [String: Any] = [
            "base_stat": 30, "effort": 0, "stat": links.to("stat", 3, "defense"),
        ]
        return [["generation": links.generation(5), "stats": [defense]]]
    }
}

extension Pokemon.Move {
    fileprivate func json(_ links: Links) -> [String: Any] {
        let method = level == 0 ? ("machine", 4) : ("level-up", 1)
        let detail: [String: Any] = [
            "level_learned_at": level,
            "move_learn_method": links.to("move-learn-method", method.1, method.0),
            "order": level == 1 ? 1 : NSNull(),
            "version_group": links.to("version-group", 25, "scarlet-violet"),
        ]
        return ["move": links.to("move", id, name), "version_group_details": [detail]]
    }
}
