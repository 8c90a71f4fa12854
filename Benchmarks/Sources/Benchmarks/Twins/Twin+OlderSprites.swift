// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

extension Twin {
    struct PokemonSpritesOtherDreamWorld: Codable {
        var frontDefault: String?
        var frontFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
        }
    }

    struct PokemonSpritesOtherHome: Codable {
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

    struct PokemonSpritesOtherOfficialArtwork: Codable {
        var frontDefault: String?
        var frontShiny: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontShiny = "front_shiny"
        }
    }

    struct PokemonSpritesOtherShowdown: Codable {
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

    struct PokemonSpritesOther: Codable {
        var dreamWorld: PokemonSpritesOtherDreamWorld
        var home: PokemonSpritesOtherHome
        var officialArtwork: PokemonSpritesOtherOfficialArtwork
        var showdown: PokemonSpritesOtherShowdown

        enum CodingKeys: String, CodingKey {
            case dreamWorld = "dream_world"
            case home
            case officialArtwork = "official-artwork"
            case showdown
        }
    }

    struct PokemonSpritesGenerationIRedBlue: Codable {
        var backDefault: String?
        var backGray: String?
        var backTransparent: String?
        var frontDefault: String?
        var frontGray: String?
        var frontTransparent: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backGray = "back_gray"
            case backTransparent = "back_transparent"
            case frontDefault = "front_default"
            case frontGray = "front_gray"
            case frontTransparent = "front_transparent"
        }
    }

    struct PokemonSpritesGenerationIYellow: Codable {
        var backDefault: String?
        var backGray: String?
        var backTransparent: String?
        var frontDefault: String?
        var frontGray: String?
        var frontTransparent: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backGray = "back_gray"
            case backTransparent = "back_transparent"
            case frontDefault = "front_default"
            case frontGray = "front_gray"
            case frontTransparent = "front_transparent"
        }
    }

    struct PokemonSpritesGenerationI: Codable {
        var redBlue: PokemonSpritesGenerationIRedBlue
        var yellow: PokemonSpritesGenerationIYellow

        enum CodingKeys: String, CodingKey {
            case redBlue = "red-blue"
            case yellow
        }
    }

    struct PokemonSpritesGenerationIiCrystal: Codable {
        var backDefault: String?
        var backShiny: String?
        var backShinyTransparent: String?
        var backTransparent: String?
        var frontDefault: String?
        var frontShiny: String?
        var frontShinyTransparent: String?
        var frontTransparent: String?

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backShiny = "back_shiny"
            case backShinyTransparent = "back_shiny_transparent"
            case backTransparent = "back_transparent"
            case frontDefault = "front_default"
            case frontShiny = "front_shiny"
            case frontShinyTransparent = "front_shiny_transparent"
            case frontTransparent = "front_transparent"
        }
    }

    struct PokemonSpritesGenerationIiGold: Codable {
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
}
