import Foundation

/// The data of a species.
struct Species: Sendable {
    let id: Int
    let name: String
    let names: [Language: String]
    let genus: String
    let text: String
    let color: (Int, String)
    let shape: (Int, String)
    let habitat: (Int, String)?
    let eggGroups: [(Int, String)]
    let captureRate: Int
    let genderRate: Int
    let growthRate: (Int, String)
    let hatchCounter: Int
    let evolvesFrom: (Int, String)?
    let chain: Int
    let generation: Int
    let isBaby: Bool

    static var all: [Species] {
        Pokemon.all.map { Species($0) }
    }

    /// Derives the species of a Pokémon: the data shared by its line, and its own.
    private init(_ pokemon: Pokemon) {
        self.id = pokemon.id
        self.name = pokemon.name
        self.names = Self.names[pokemon.id] ?? [:]
        self.evolvesFrom = Self.predecessors[pokemon.id]
        self.isBaby = pokemon.name == "pichu"
        self.generation = pokemon.isInFirstGeneration ? 1 : 2
        switch pokemon.types.first {
        case .grass:
            self.genus = "Seed Pokémon"
            self.text = "A plant has grown on its back\nsince it was born."
            self.color = (5, "green")
            self.shape = (8, "quadruped")
            self.habitat = (3, "grassland")
            self.eggGroups = [(1, "monster"), (7, "plant")]
            (self.captureRate, self.genderRate, self.hatchCounter) = (45, 1, 20)
            self.growthRate = (4, "medium-slow")
            self.chain = 1
        case .fire:
            self.genus = "Flame Pokémon"
            self.text = "The flame on its tail shows\nhow it feels."
            self.color = (8, "red")
            self.shape = (6, "upright")
            self.habitat = (4, "mountain")
            self.eggGroups = [(1, "monster"), (14, "dragon")]
            (self.captureRate, self.genderRate, self.hatchCounter) = (45, 1, 20)
            self.growthRate = (4, "medium-slow")
            self.chain = 2
        default:
            self.genus = "Mouse Pokémon"
            self.text = "It keeps electricity in\nits cheeks."
            self.color = (10, "yellow")
            self.shape = (8, "quadruped")
            self.habitat = pokemon.name == "pichu" ? nil : (2, "forest")
            self.eggGroups = pokemon.name == "pichu" ? [(15, "no-eggs")] : [(5, "ground")]
            (self.captureRate, self.genderRate, self.hatchCounter) = (190, 4, 10)
            self.growthRate = (2, "medium")
            self.chain = 10
        }
    }

    private static let predecessors: [Int: (Int, String)] = [
        2: (1, "bulbasaur"), 3: (2, "ivysaur"), 5: (4, "charmander"), 6: (5, "charmeleon"),
        25: (172, "pichu"), 26: (25, "pikachu"),
    ]
    private static let names: [Int: [Language: String]] = [
        1: [.english: "Bulbasaur", .french: "Bulbizarre", .japanese: "フシギダネ"],
        2: [.english: "Ivysaur", .french: "Herbizarre", .japanese: "フシギソウ"],
        3: [.english: "Venusaur", .french: "Florizarre", .japanese: "フシギバナ"],
        4: [.english: "Charmander", .french: "Salamèche", .japanese: "ヒトカゲ"],
        5: [.english: "Charmeleon", .french: "Reptincel", .japanese: "リザード"],
        6: [.english: "Charizard", .french: "Dracaufeu", .japanese: "リザードン"],
        25: [.english: "Pikachu", .french: "Pikachu", .japanese: "ピカチュウ"],
        26: [.english: "Raichu", .french: "Raichu", .japanese: "ライチュウ"],
        172: [.english: "Pichu", .french: "Pichu", .japanese: "ピチュー"],
    ]
}

extension Species {
    /// Returns the species with all keys of PokeAPI.
    func json(_ links: Links) -> [String: Any] {
        [
            "base_happiness": 50,
            "capture_rate": captureRate,
            "color": links.to("pokemon-color", color.0, color.1),
            "egg_groups": eggGroups.map { links.to("egg-group", $0.0, $0.1) },
            "evolution_chain": ["url": "\(links.root)/evolution-chain/\(chain)/"],
            "evolves_from_species": evolvesFrom.map { links.to("pokemon-species", $0.0, $0.1) }
                ?? NSNull() as Any,
            "flavor_text_entries": [
                [
                    "flavor_text": text,
                    "language": links.language(.english),
                    "version": links.to("version", 1, "red"),
                ]
            ],
            "form_descriptions": formDescriptions(links),
            "forms_switchable": false,
            "gender_rate": genderRate,
            "genera": [["genus": genus, "language": links.language(.english)]],
            "generation": links.generation(generation),
            "growth_rate": links.to("growth-rate", growthRate.0, growthRate.1),
            "habitat": habitat.map { links.to("pokemon-habitat", $0.0, $0.1) } ?? NSNull() as Any,
            "has_gender_differences": ["venusaur", "pikachu", "raichu"].contains(name),
            "hatch_counter": hatchCounter,
            "id": id,
            "is_baby": isBaby,
            "is_legendary": false,
            "is_mythical": false,
            "name": name,
            "names": links.names(names),
            "order": id == 172 ? 25 : id,
            "pal_park_encounters": palParkEncounters(links),
            "pokedex_numbers": [
                ["entry_number": id, "pokedex": links.to("pokedex", 1, "national")]
            ],
            "shape": links.to("pokemon-shape", shape.0, shape.1),
            "varieties": [["is_default": true, "pokemon": links.to("pokemon", id, name)]],
        ]
    }

    private func formDescriptions(_ links: Links) -> [[String: Any]] {
        guard name == "pikachu" else {
            return []
        }
        let description = "Some wear a cap."
        return [["description": description, "language": links.language(.english)]]
    }

    private func palParkEncounters(_ links: Links) -> [[String: Any]] {
        guard habitat != nil else {
            return []
        }
        let area = links.to("pal-park-area", 2, "field")
        return [["area": area, "base_score": 50, "rate": 30]]
    }
}
