import Foundation

/// The data of an ability.
struct Ability: Sendable {
    /// The abilities, by their numbers in PokeAPI.
    enum Name: Int, CaseIterable, Sendable {
        case `static` = 9
        case lightningRod = 31
        case chlorophyll = 34
        case overgrow = 65
        case blaze = 66
        case solarPower = 94

        var text: String {
            switch self {
            case .static: "static"
            case .lightningRod: "lightning-rod"
            case .chlorophyll: "chlorophyll"
            case .overgrow: "overgrow"
            case .blaze: "blaze"
            case .solarPower: "solar-power"
            }
        }

        fileprivate var effect: String {
            switch self {
            case .static: "Whoever touches it may be paralyzed."
            case .lightningRod: "Draws electric moves to itself and grows stronger by them."
            case .chlorophyll: "Doubles its speed in strong sunlight."
            case .overgrow: "Strengthens grass moves when little HP are left."
            case .blaze: "Strengthens fire moves when little HP are left."
            case .solarPower: "Strengthens special moves in strong sunlight, for some HP."
            }
        }
    }

    let ability: Name

    var id: Int {
        ability.rawValue
    }

    var name: String {
        ability.text
    }

    static let all = Name.allCases.map { Ability(ability: $0) }

    /// Returns the ability with all keys of PokeAPI.
    func json(_ links: Links) -> [String: Any] {
        let english = links.language(.english)
        let effect: [String: Any] = [
            "effect": ability.effect + "\n\nThis holds in battles.",
            "language": english,
            "short_effect": ability.effect,
        ]
        let flavor: [String: Any] = [
            "flavor_text": ability.effect,
            "language": english,
            "version_group": links.to("version-group", 20, "sword-shield"),
        ]
        return [
            "effect_changes": effectChanges(links),
            "effect_entries": [effect],
            "flavor_text_entries": [flavor],
            "generation": links.generation(ability == .solarPower ? 4 : 3),
            "id": id,
            "is_main_series": true,
            "name": name,
            "names": links.names([.english: name.replacing("-", with: " ").capitalized]),
            "pokemon": owners(links),
        ]
    }

    private func effectChanges(_ links: Links) -> [[String: Any]] {
        guard ability == .lightningRod else {
            return []
        }
        let entry: [String: Any] = [
            "effect": "Does not strengthen it.", "language": links.language(.english),
        ]
        return [
            [
                "effect_entries": [entry],
                "version_group": links.to("version-group", 11, "black-white"),
            ]
        ]
    }

    private func owners(_ links: Links) -> [[String: Any]] {
        Pokemon.all.flatMap { pokemon in
            pokemon.abilities.filter { $0.value == ability }.map { slot, _ in
                [
                    "is_hidden": slot == 3,
                    "pokemon": links.to("pokemon", pokemon.id, pokemon.name),
                    "slot": slot,
                ]
            }
        }
    }
}
