import Foundation

/// The species of an evolution chain, and how they evolve.
struct EvolutionChain: Sendable {
    let id: Int
    let root: Link

    /// A species with those that it evolves into; a recursive type.
    struct Link: Sendable {
        let id: Int
        let name: String
        var how: How?
        var next: [Link] = []
    }

    /// The trigger of an evolution.
    enum How: Sendable {
        case level(Int)
        case happiness(Int)
        case item(Int, String)
    }

    static let all: [EvolutionChain] = [
        EvolutionChain(
            id: 1,
            root: Link(
                id: 1,
                name: "bulbasaur",
                next: [
                    Link(
                        id: 2,
                        name: "ivysaur",
                        how: .level(16),
                        next: [Link(id: 3, name: "venusaur", how: .level(32))]
                    )
                ]
            )
        ),
        EvolutionChain(
            id: 2,
            root: Link(
                id: 4,
                name: "charmander",
                next: [
                    Link(
                        id: 5,
                        name: "charmeleon",
                        how: .level(16),
                        next: [Link(id: 6, name: "charizard", how: .level(36))]
                    )
                ]
            )
        ),
        EvolutionChain(
            id: 10,
            root: Link(
                id: 172,
                name: "pichu",
                next: [
                    Link(
                        id: 25,
                        name: "pikachu",
                        how: .happiness(220),
                        next: [Link(id: 26, name: "raichu", how: .item(83, "thunder-stone"))]
                    )
                ]
            )
        ),
    ]

    /// Returns the chain with all keys of PokeAPI.
    func json(_ links: Links) -> [String: Any] {
        ["baby_trigger_item": NSNull(), "chain": root.json(links), "id": id]
    }
}

extension EvolutionChain.Link {
    fileprivate func json(_ links: Links) -> [String: Any] {
        [
            "evolution_details": how.map { [$0.json(links)] } ?? [],
            "evolves_to": next.map { $0.json(links) },
            "is_baby": name == "pichu",
            "species": links.to("pokemon-species", id, name),
        ]
    }
}

extension EvolutionChain.How {
    fileprivate func json(_ links: Links) -> [String: Any] {
        var detail: [String: Any] = [:]
        for key in Self.keysThatMayBeNull {
            detail[key] = NSNull()
        }
        for key in Self.flags {
            detail[key] = false
        }
        detail["is_default"] = true
        detail["time_of_day"] = ""
        detail["trigger"] = links.to("evolution-trigger", 1, "level-up")
        detail["version_group"] = links.to("version-group", 25, "scarlet-violet")
        switch self {
        case .level(let level):
            detail["min_level"] = level
        case .happiness(let happiness):
            detail["min_happiness"] = happiness
        case .item(let id, let name):
            detail["item"] = links.to("item", id, name)
            detail["trigger"] = links.to("evolution-trigger", 3, "use-item")
        }
        return detail
    }

    private static let keysThatMayBeNull = [
        "base_form", "evolved_form", "gender", "held_item", "item", "known_move",
        "known_move_type", "location", "min_affection", "min_beauty", "min_damage_taken",
        "min_happiness", "min_level", "min_move_count", "min_steps", "party_species",
        "party_type", "region", "relative_physical_stats", "trade_species", "used_move",
    ]
    private static let flags = [
        "near_special_rock", "needs_multiplayer", "needs_overworld_rain", "turn_upside_down",
    ]
}
