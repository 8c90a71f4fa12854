// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

extension Twin {
    struct PokemonSpritesGenerationIxScarletViolet: Codable {
        var frontDefault: String?
        var frontFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
        }
    }

    struct PokemonSpritesGenerationIx: Codable {
        var scarletViolet: PokemonSpritesGenerationIxScarletViolet

        enum CodingKeys: String, CodingKey {
            case scarletViolet = "scarlet-violet"
        }
    }

    struct PokemonSpritesGenerationVBlackWhiteAnimated: Codable {
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

    struct PokemonSpritesGenerationVBlackWhite: Codable {
        var animated: PokemonSpritesGenerationVBlackWhiteAnimated
        var backDefault: String?
        var backFemale: String?
        var backShiny: String?
        var backShinyFemale: String?
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?

        enum CodingKeys: String, CodingKey {
            case animated
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

    struct PokemonSpritesGenerationV: Codable {
        var blackWhite: PokemonSpritesGenerationVBlackWhite

        enum CodingKeys: String, CodingKey {
            case blackWhite = "black-white"
        }
    }

    struct PokemonSpritesGenerationViOmegarubyAlphasapphire: Codable {
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
            case frontShiny = "front_shiny"
            case frontShinyFemale = "front_shiny_female"
        }
    }

    struct PokemonSpritesGenerationViXY: Codable {
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
            case frontShiny = "front_shiny"
            case frontShinyFemale = "front_shiny_female"
        }
    }

    struct PokemonSpritesGenerationVi: Codable {
        var omegarubyAlphasapphire: PokemonSpritesGenerationViOmegarubyAlphasapphire
        var xY: PokemonSpritesGenerationViXY

        enum CodingKeys: String, CodingKey {
            case omegarubyAlphasapphire = "omegaruby-alphasapphire"
            case xY = "x-y"
        }
    }

    struct PokemonSpritesGenerationViiIcons: Codable {
        var frontDefault: String?
        var frontFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
        }
    }

    struct PokemonSpritesGenerationViiUltraSunUltraMoon: Codable {
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
            case frontShiny = "front_shiny"
            case frontShinyFemale = "front_shiny_female"
        }
    }
}
