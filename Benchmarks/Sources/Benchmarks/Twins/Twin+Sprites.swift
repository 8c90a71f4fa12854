// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

extension Twin {
    struct PokemonSpritesGenerationIiSilver: Codable {
        var backDefault: String?
        var backShiny: String?
        var frontDefault: String?
        var frontShiny: String?
        var frontTransparent: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backShiny = "back_shiny"
            case frontDefault = "front_default"
            case frontShiny = "front_shiny"
            case frontTransparent = "front_transparent"
        }
    }

    struct PokemonSpritesGenerationIi: Codable {
        var crystal: PokemonSpritesGenerationIiCrystal
        var gold: PokemonSpritesGenerationIiGold
        var silver: PokemonSpritesGenerationIiSilver
    }

    struct PokemonSpritesGenerationIiiEmerald: Codable {
        var frontDefault: String?
        var frontShiny: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontShiny = "front_shiny"
        }
    }

    struct PokemonSpritesGenerationIiiFireredLeafgreen: Codable {
        var backDefault: String?
        var backShiny: String?
        var frontDefault: String?
        var frontShiny: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backShiny = "back_shiny"
            case frontDefault = "front_default"
            case frontShiny = "front_shiny"
        }
    }

    struct PokemonSpritesGenerationIiiRubySapphire: Codable {
        var backDefault: String?
        var backShiny: String?
        var frontDefault: String?
        var frontShiny: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backShiny = "back_shiny"
            case frontDefault = "front_default"
            case frontShiny = "front_shiny"
        }
    }

    struct PokemonSpritesGenerationIii: Codable {
        var emerald: PokemonSpritesGenerationIiiEmerald
        var fireredLeafgreen: PokemonSpritesGenerationIiiFireredLeafgreen
        var rubySapphire: PokemonSpritesGenerationIiiRubySapphire

        enum CodingKeys: String, CodingKey {
            case emerald
            case fireredLeafgreen = "firered-leafgreen"
            case rubySapphire = "ruby-sapphire"
        }
    }

    struct PokemonSpritesGenerationIvDiamondPearl: Codable {
        var backDefault: String?
        var backFemale: String?
        var backShiny: String?
        var backShinyFemale: String?
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backFemale = "back_female"
            case backShiny = "back_shiny"
            case backShinyFemale = "back_shiny_female"
            case frontDefault = "front_default"
            case frontFemale = "front_female"
            case frontShiny = "front_shiny"
            case frontShinyFemale = "front_shiny_female"
        }
    }

    struct PokemonSpritesGenerationIvHeartgoldSoulsilver: Codable {
        var backDefault: String?
        var backFemale: String?
        var backShiny: String?
        var backShinyFemale: String?
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backFemale = "back_female"
            case backShiny = "back_shiny"
            case backShinyFemale = "back_shiny_female"
            case frontDefault = "front_default"
            case frontFemale = "front_female"
            case frontShiny = "front_shiny"
            case frontShinyFemale = "front_shiny_female"
        }
    }

    struct PokemonSpritesGenerationIvPlatinum: Codable {
        var backDefault: String?
        var backFemale: String?
        var backShiny: String?
        var backShinyFemale: String?
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backFemale = "back_female"
            case backShiny = "back_shiny"
            case backShinyFemale = "back_shiny_female"
            case frontDefault = "front_default"
            case frontFemale = "front_female"
            case frontShiny = "front_shiny"
            case frontShinyFemale = "front_shiny_female"
        }
    }

    struct PokemonSpritesGenerationIv: Codable {
        var diamondPearl: PokemonSpritesGenerationIvDiamondPearl
        var heartgoldSoulsilver: PokemonSpritesGenerationIvHeartgoldSoulsilver
        var platinum: PokemonSpritesGenerationIvPlatinum

        enum CodingKeys: String, CodingKey {
            case diamondPearl = "diamond-pearl"
            case heartgoldSoulsilver = "heartgold-soulsilver"
            case platinum
        }
    }
}
