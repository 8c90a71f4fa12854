// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

import Foundation

extension Twin.PokemonSpritesGenerationVii {
    init?(dictionary: [String: Any]) {
        guard
            let icons = dictionary["icons"] as? [String: Any],
            let icons = Twin.PokemonSpritesGenerationViiIcons(dictionary: icons),
            let ultraSunUltraMoon = dictionary["ultra-sun-ultra-moon"] as? [String: Any],
            let ultraSunUltraMoon = Twin.PokemonSpritesGenerationViiUltraSunUltraMoon(
                dictionary: ultraSunUltraMoon
            )
        else { return nil }
        self.icons = icons
        self.ultraSunUltraMoon = ultraSunUltraMoon
    }

    var dictionary: [String: Any] {
        [
            "icons": icons.dictionary,
            "ultra-sun-ultra-moon": ultraSunUltraMoon.dictionary,
        ]
    }
}

extension Twin.PokemonSpritesGenerationViiiBrilliantDiamondShiningPearl {
    init?(dictionary: [String: Any]) {
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
    }

    var dictionary: [String: Any] {
        [
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_female": frontFemale as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationViiiIcons {
    init?(dictionary: [String: Any]) {
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
    }

    var dictionary: [String: Any] {
        [
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_female": frontFemale as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationViii {
    init?(dictionary: [String: Any]) {
        guard
            let brilliantDiamondShiningPearl = dictionary["brilliant-diamond-shining-pearl"]
                as? [String: Any],
            let brilliantDiamondShiningPearl =
                Twin.PokemonSpritesGenerationViiiBrilliantDiamondShiningPearl(
                    dictionary: brilliantDiamondShiningPearl
                ),
            let icons = dictionary["icons"] as? [String: Any],
            let icons = Twin.PokemonSpritesGenerationViiiIcons(dictionary: icons)
        else { return nil }
        self.brilliantDiamondShiningPearl = brilliantDiamondShiningPearl
        self.icons = icons
    }

    var dictionary: [String: Any] {
        [
            "brilliant-diamond-shining-pearl": brilliantDiamondShiningPearl.dictionary,
            "icons": icons.dictionary,
        ]
    }
}

extension Twin.PokemonSpritesVersions {
    init?(dictionary: [String: Any]) {
        guard
            let generationI = dictionary["generation-i"] as? [String: Any],
            let generationI = Twin.PokemonSpritesGenerationI(dictionary: generationI),
            let generationIi = dictionary["generation-ii"] as? [String: Any],
            let generationIi = Twin.PokemonSpritesGenerationIi(dictionary: generationIi),
            let generationIii = dictionary["generation-iii"] as? [String: Any],
            let generationIii = Twin.PokemonSpritesGenerationIii(dictionary: generationIii),
            let generationIv = dictionary["generation-iv"] as? [String: Any],
            let generationIv = Twin.PokemonSpritesGenerationIv(dictionary: generationIv),
            let generationIx = dictionary["generation-ix"] as? [String: Any],
            let generationIx = Twin.PokemonSpritesGenerationIx(dictionary: generationIx),
            let generationV = dictionary["generation-v"] as? [String: Any],
            let generationV = Twin.PokemonSpritesGenerationV(dictionary: generationV),
            let generationVi = dictionary["generation-vi"] as? [String: Any],
            let generationVi = Twin.PokemonSpritesGenerationVi(dictionary: generationVi),
            let generationVii = dictionary["generation-vii"] as? [String: Any],
            let generationVii = Twin.PokemonSpritesGenerationVii(dictionary: generationVii),
            let generationViii = dictionary["generation-viii"] as? [String: Any],
            let generationViii = Twin.PokemonSpritesGenerationViii(dictionary: generationViii)
        else { return nil }
        self.generationI = generationI
        self.generationIi = generationIi
        self.generationIii = generationIii
        self.generationIv = generationIv
        self.generationIx = generationIx
        self.generationV = generationV
        self.generationVi = generationVi
        self.generationVii = generationVii
        self.generationViii = generationViii
    }

    var dictionary: [String: Any] {
        [
            "generation-i": generationI.dictionary,
            "generation-ii": generationIi.dictionary,
            "generation-iii": generationIii.dictionary,
            "generation-iv": generationIv.dictionary,
            "generation-ix": generationIx.dictionary,
            "generation-v": generationV.dictionary,
            "generation-vi": generationVi.dictionary,
            "generation-vii": generationVii.dictionary,
            "generation-viii": generationViii.dictionary,
        ]
    }
}

extension Twin.PokemonSprites {
    init?(dictionary: [String: Any]) {
        guard
            let other = dictionary["other"] as? [String: Any],
            let other = Twin.PokemonSpritesOther(dictionary: other),
            let versions = dictionary["versions"] as? [String: Any],
            let versions = Twin.PokemonSpritesVersions(dictionary: versions)
        else { return nil }
        self.backDefault = dictionary["back_default"] as? String
        self.backFemale = dictionary["back_female"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.backShinyFemale = dictionary["back_shiny_female"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyFemale = dictionary["front_shiny_female"] as? String
        self.other = other
        self.versions = versions
    }

    var dictionary: [String: Any] {
        [
            "back_default": backDefault as Any? ?? NSNull(),
            "back_female": backFemale as Any? ?? NSNull(),
            "back_shiny": backShiny as Any? ?? NSNull(),
            "back_shiny_female": backShinyFemale as Any? ?? NSNull(),
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_female": frontFemale as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
            "front_shiny_female": frontShinyFemale as Any? ?? NSNull(),
            "other": other.dictionary,
            "versions": versions.dictionary,
        ]
    }
}

extension Twin.Pokemon {
    init?(dictionary: [String: Any]) {
        guard
            let abilities = dictionary["abilities"] as? [[String: Any]],
            let cries = dictionary["cries"] as? [String: Any],
            let cries = Twin.PokemonCries(dictionary: cries),
            let forms = dictionary["forms"] as? [[String: Any]],
            let gameIndices = dictionary["game_indices"] as? [[String: Any]],
            let height = dictionary["height"] as? Int,
            let heldItems = dictionary["held_items"] as? [[String: Any]],
            let id = dictionary["id"] as? Int,
            let isDefault = dictionary["is_default"] as? Bool,
            let locationAreaEncounters = dictionary["location_area_encounters"] as? String,
            let moves = dictionary["moves"] as? [[String: Any]],
            let name = dictionary["name"] as? String,
            let order = dictionary["order"] as? Int,
            let pastAbilities = dictionary["past_abilities"] as? [[String: Any]],
            let pastStats = dictionary["past_stats"] as? [[String: Any]],
            let pastTypes = dictionary["past_types"] as? [[String: Any]],
            let species = dictionary["species"] as? [String: Any],
            let species = Twin.NamedResource(dictionary: species),
            let sprites = dictionary["sprites"] as? [String: Any],
            let sprites = Twin.PokemonSprites(dictionary: sprites),
            let stats = dictionary["stats"] as? [[String: Any]],
            let types = dictionary["types"] as? [[String: Any]],
            let weight = dictionary["weight"] as? Int
        else { return nil }
        self.abilities = abilities.compactMap(Twin.PokemonAbility.init(dictionary:))
        self.baseExperience = dictionary["base_experience"] as? Int
        self.cries = cries
        self.forms = forms.compactMap(Twin.NamedResource.init(dictionary:))
        self.gameIndices = gameIndices.compactMap(Twin.PokemonGameIndex.init(dictionary:))
        self.height = height
        self.heldItems = heldItems.compactMap(Twin.PokemonHeldItem.init(dictionary:))
        self.id = id
        self.isDefault = isDefault
        self.locationAreaEncounters = locationAreaEncounters
        self.moves = moves.compactMap(Twin.PokemonMove.init(dictionary:))
        self.name = name
        self.order = order
        self.pastAbilities = pastAbilities.compactMap(Twin.PokemonPastAbility.init(dictionary:))
        self.pastStats = pastStats.compactMap(Twin.PokemonPastStat.init(dictionary:))
        self.pastTypes = pastTypes.compactMap(Twin.PokemonPastType.init(dictionary:))
        self.species = species
        self.sprites = sprites
        self.stats = stats.compactMap(Twin.PokemonStat.init(dictionary:))
        self.types = types.compactMap(Twin.PokemonType.init(dictionary:))
        self.weight = weight
    }

    var dictionary: [String: Any] {
        [
            "abilities": abilities.map(\.dictionary),
            "base_experience": baseExperience as Any? ?? NSNull(),
            "cries": cries.dictionary,
            "forms": forms.map(\.dictionary),
            "game_indices": gameIndices.map(\.dictionary),
            "height": height,
            "held_items": heldItems.map(\.dictionary),
            "id": id,
            "is_default": isDefault,
            "location_area_encounters": locationAreaEncounters,
            "moves": moves.map(\.dictionary),
            "name": name,
            "order": order,
            "past_abilities": pastAbilities.map(\.dictionary),
            "past_stats": pastStats.map(\.dictionary),
            "past_types": pastTypes.map(\.dictionary),
            "species": species.dictionary,
            "sprites": sprites.dictionary,
            "stats": stats.map(\.dictionary),
            "types": types.map(\.dictionary),
            "weight": weight,
        ]
    }
}
