/// The data of a Pokémon.
struct Pokemon: Sendable {
    let id: Int
    let name: String
    /// In tenths of a meter.
    let height: Int
    /// In tenths of a kilogram.
    let weight: Int
    let baseExperience: Int?
    let types: [PokemonType.Name]
    /// The abilities by slot; the third is hidden.
    let abilities: [Int: Ability.Name]
    /// HP, attack, defense, special attack, special defense, speed.
    let stats: [Int]
    /// The effort values for defeating it, by the position of the stat.
    let efforts: [Int: Int]
    let moves: [Move]
    let isInFirstGeneration: Bool

    /// A move, and when it is learned.
    struct Move: Sendable {
        let id: Int
        let name: String
        /// The level; 0 if it is learned from a machine.
        let level: Int

        static let tackle = Move(id: 33, name: "tackle", level: 1)
        static let growl = Move(id: 45, name: "growl", level: 1)
        static let vineWhip = Move(id: 22, name: "vine-whip", level: 3)
        static let scratch = Move(id: 10, name: "scratch", level: 1)
        static let ember = Move(id: 52, name: "ember", level: 4)
        static let thunderShock = Move(id: 84, name: "thunder-shock", level: 1)
        static let tailWhip = Move(id: 39, name: "tail-whip", level: 1)
        static let protect = Move(id: 182, name: "protect", level: 0)
    }

    static let all: [Pokemon] = [
        Pokemon(
            id: 1,
            name: "bulbasaur",
            height: 7,
            weight: 69,
            baseExperience: 64,
            types: [.grass, .poison],
            abilities: [1: .overgrow, 3: .chlorophyll],
            stats: [45, 49, 49, 65, 65, 45],
            efforts: [3: 1],
            moves: [.tackle, .growl, .vineWhip, .protect],
            isInFirstGeneration: true
        ),
        Pokemon(
            id: 2,
            name: "ivysaur",
            height: 10,
            weight: 130,
            baseExperience: 142,
            types: [.grass, .poison],
            abilities: [1: .overgrow, 3: .chlorophyll],
            stats: [60, 62, 63, 80, 80, 60],
            efforts: [3: 1, 4: 1],
            moves: [.tackle, .growl, .vineWhip, .protect],
            isInFirstGeneration: true
        ),
        Pokemon(
            id: 3,
            name: "venusaur",
            height: 20,
            weight: 1_000,
            baseExperience: 236,
            types: [.grass, .poison],
            abilities: [1: .overgrow, 3: .chlorophyll],
            stats: [80, 82, 83, 100, 100, 80],
            efforts: [3: 2, 4: 1],
            moves: [.tackle, .growl, .vineWhip, .protect],
            isInFirstGeneration: true
        ),
        Pokemon(
            id: 4,
            name: "charmander",
            height: 6,
            weight: 85,
            baseExperience: 62,
            types: [.fire],
            abilities: [1: .blaze, 3: .solarPower],
            stats: [39, 52, 43, 60, 50, 65],
            efforts: [5: 1],
            moves: [.scratch, .growl, .ember],
            isInFirstGeneration: true
        ),
        Pokemon(
            id: 5,
            name: "charmeleon",
            height: 11,
            weight: 190,
            baseExperience: 142,
            types: [.fire],
            abilities: [1: .blaze, 3: .solarPower],
            stats: [58, 64, 58, 80, 65, 80],
            efforts: [3: 1, 5: 1],
            moves: [.scratch, .growl, .ember],
            isInFirstGeneration: true
        ),
        Pokemon(
            id: 6,
            name: "charizard",
            height: 17,
            weight: 905,
            baseExperience: 267,
            types: [.fire, .flying],
            abilities: [1: .blaze, 3: .solarPower],
            stats: [78, 84, 78, 109, 85, 100],
            efforts: [3: 3],
            moves: [.scratch, .growl, .ember, .protect],
            isInFirstGeneration: true
        ),
        Pokemon(
            id: 25,
            name: "pikachu",
            height: 4,
            weight: 60,
            baseExperience: 112,
            types: [.electric],
            abilities: [1: .static, 3: .lightningRod],
            stats: [35, 55, 40, 50, 50, 90],
            efforts: [5: 2],
            moves: [.growl, .tailWhip, .thunderShock],
            isInFirstGeneration: true
        ),
        Pokemon(
            id: 26,
            name: "raichu",
            height: 8,
            weight: 300,
            baseExperience: 243,
            types: [.electric],
            abilities: [1: .static, 3: .lightningRod],
            stats: [60, 90, 55, 90, 80, 110],
            efforts: [5: 3],
            moves: [.growl, .tailWhip, .thunderShock, .protect],
            isInFirstGeneration: true
        ),
        // Its base experience is known; the null represents the many Pokémon without one.
        Pokemon(
            id: 172,
            name: "pichu",
            height: 3,
            weight: 20,
            baseExperience: nil,
            types: [.electric],
            abilities: [1: .static, 3: .lightningRod],
            stats: [20, 40, 15, 35, 35, 60],
            efforts: [5: 1],
            moves: [.tailWhip, .thunderShock],
            isInFirstGeneration: false
        ),
    ]
}
