// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

extension Twin {
    struct PokemonSpritesGenerationVii: Codable {
        var icons: PokemonSpritesGenerationViiIcons
        var ultraSunUltraMoon: PokemonSpritesGenerationViiUltraSunUltraMoon

        enum CodingKeys: String, CodingKey {
            case icons
            case ultraSunUltraMoon = "ultra-sun-ultra-moon"
        }
    }

    struct PokemonSpritesGenerationViiiBrilliantDiamondShiningPearl: Codable {
        var frontDefault: String?
        var frontFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
        }
    }

    struct PokemonSpritesGenerationViiiIcons: Codable {
        var frontDefault: String?
        var frontFemale: String?

        enum CodingKeys: String, CodingKey {
            case frontDefault = "front_default"
            case frontFemale = "front_female"
        }
    }

    struct PokemonSpritesGenerationViii: Codable {
        var brilliantDiamondShiningPearl: PokemonSpritesGenerationViiiBrilliantDiamondShiningPearl
        var icons: PokemonSpritesGenerationViiiIcons

        enum CodingKeys: String, CodingKey {
            case brilliantDiamondShiningPearl = "brilliant-diamond-shining-pearl"
            case icons
        }
    }

    struct PokemonSpritesVersions: Codable {
        var generationI: PokemonSpritesGenerationI
        var generationIi: PokemonSpritesGenerationIi
        var generationIii: PokemonSpritesGenerationIii
        var generationIv: PokemonSpritesGenerationIv
        var generationIx: PokemonSpritesGenerationIx
        var generationV: PokemonSpritesGenerationV
        var generationVi: PokemonSpritesGenerationVi
        var generationVii: PokemonSpritesGenerationVii
        var generationViii: PokemonSpritesGenerationViii

        enum CodingKeys: String, CodingKey {
            case generationI = "generation-i"
            case generationIi = "generation-ii"
            case generationIii = "generation-iii"
            case generationIv = "generation-iv"
            case generationIx = "generation-ix"
            case generationV = "generation-v"
            case generationVi = "generation-vi"
            case generationVii = "generation-vii"
            case generationViii = "generation-viii"
        }
    }

    struct PokemonSprites: Codable {
        var backDefault: String?
        var backFemale: String?
        var backShiny: String?
        var backShinyFemale: String?
        var frontDefault: String?
        var frontFemale: String?
        var frontShiny: String?
        var frontShinyFemale: String?
        var other: PokemonSpritesOther
        var versions: PokemonSpritesVersions

        enum CodingKeys: String, CodingKey {
            case backDefault = "back_default"
            case backFemale = "back_female"
            case backShiny = "back_shiny"
            case backShinyFemale = "back_shiny_female"
            case frontDefault = "front_default"
            case frontFemale = "front_female"
            case frontShiny = "front_shiny"
            case frontShinyFemale = "front_shiny_female"
            case other
            case versions
        }
    }

    struct Pokemon: Codable {
        var abilities: [PokemonAbility]
        var baseExperience: Int?
        var cries: PokemonCries
        var forms: [NamedResource]
        var gameIndices: [PokemonGameIndex]
        var height: Int
        var heldItems: [PokemonHeldItem]
        var id: Int
        var isDefault: Bool
        var locationAreaEncounters: String
        var moves: [PokemonMove]
        var name: String
        var order: Int
        var pastAbilities: [PokemonPastAbility]
        var pastStats: [PokemonPastStat]
        var pastTypes: [PokemonPastType]
        var species: NamedResource
        var sprites: PokemonSprites
        var stats: [PokemonStat]
        var types: [PokemonType]
        var weight: Int

        enum CodingKeys: String, CodingKey {
            case abilities
            case baseExperience = "base_experience"
            case cries
            case forms
            case gameIndices = "game_indices"
            case height
            case heldItems = "held_items"
            case id
            case isDefault = "is_default"
            case locationAreaEncounters = "location_area_encounters"
            case moves
            case name
            case order
            case pastAbilities = "past_abilities"
            case pastStats = "past_stats"
            case pastTypes = "past_types"
            case species
            case sprites
            case stats
            case types
            case weight
        }
    }
}
