// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

import Foundation

extension Twin.PokemonSpritesGenerationIiSilver {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontTransparent = dictionary["front_transparent"] as? String
    }

    var dictionary: [String: Any] {
        [
            "back_default": backDefault as Any? ?? NSNull(),
            "back_shiny": backShiny as Any? ?? NSNull(),
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
            "front_transparent": frontTransparent as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationIi {
    init?(dictionary: [String: Any]) {
        guard
            let crystal = dictionary["crystal"] as? [String: Any],
            let crystal = Twin.PokemonSpritesGenerationIiCrystal(dictionary: crystal),
            let gold = dictionary["gold"] as? [String: Any],
            let gold = Twin.PokemonSpritesGenerationIiGold(dictionary: gold),
            let silver = dictionary["silver"] as? [String: Any],
            let silver = Twin.PokemonSpritesGenerationIiSilver(dictionary: silver)
        else { return nil }
        self.crystal = crystal
        self.gold = gold
        self.silver = silver
    }

    var dictionary: [String: Any] {
        [
            "crystal": crystal.dictionary,
            "gold": gold.dictionary,
            "silver": silver.dictionary,
        ]
    }
}

extension Twin.PokemonSpritesGenerationIiiEmerald {
    init?(dictionary: [String: Any]) {
        self.frontDefault = dictionary["front_default"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
    }

    var dictionary: [String: Any] {
        [
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationIiiFireredLeafgreen {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
    }

    var dictionary: [String: Any] {
        [
            "back_default": backDefault as Any? ?? NSNull(),
            "back_shiny": backShiny as Any? ?? NSNull(),
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationIiiRubySapphire {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
    }

    var dictionary: [String: Any] {
        [
            "back_default": backDefault as Any? ?? NSNull(),
            "back_shiny": backShiny as Any? ?? NSNull(),
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationIii {
    init?(dictionary: [String: Any]) {
        guard
            let emerald = dictionary["emerald"] as? [String: Any],
            let emerald = Twin.PokemonSpritesGenerationIiiEmerald(dictionary: emerald),
            let fireredLeafgreen = dictionary["firered-leafgreen"] as? [String: Any],
            let fireredLeafgreen = Twin.PokemonSpritesGenerationIiiFireredLeafgreen(
                dictionary: fireredLeafgreen
            ),
            let rubySapphire = dictionary["ruby-sapphire"] as? [String: Any],
            let rubySapphire = Twin.PokemonSpritesGenerationIiiRubySapphire(
                dictionary: rubySapphire
            )
        else { return nil }
        self.emerald = emerald
        self.fireredLeafgreen = fireredLeafgreen
        self.rubySapphire = rubySapphire
    }

    var dictionary: [String: Any] {
        [
            "emerald": emerald.dictionary,
            "firered-leafgreen": fireredLeafgreen.dictionary,
            "ruby-sapphire": rubySapphire.dictionary,
        ]
    }
}

extension Twin.PokemonSpritesGenerationIvDiamondPearl {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backFemale = dictionary["back_female"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.backShinyFemale = dictionary["back_shiny_female"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyFemale = dictionary["front_shiny_female"] as? String
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
        ]
    }
}

extension Twin.PokemonSpritesGenerationIvHeartgoldSoulsilver {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backFemale = dictionary["back_female"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.backShinyFemale = dictionary["back_shiny_female"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyFemale = dictionary["front_shiny_female"] as? String
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
        ]
    }
}

extension Twin.PokemonSpritesGenerationIvPlatinum {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backFemale = dictionary["back_female"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.backShinyFemale = dictionary["back_shiny_female"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyFemale = dictionary["front_shiny_female"] as? String
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
        ]
    }
}

extension Twin.PokemonSpritesGenerationIv {
    init?(dictionary: [String: Any]) {
        guard
            let diamondPearl = dictionary["diamond-pearl"] as? [String: Any],
            let diamondPearl = Twin.PokemonSpritesGenerationIvDiamondPearl(
                dictionary: diamondPearl
            ),
            let heartgoldSoulsilver = dictionary["heartgold-soulsilver"] as? [String: Any],
            let heartgoldSoulsilver = Twin.PokemonSpritesGenerationIvHeartgoldSoulsilver(
                dictionary: heartgoldSoulsilver
            ),
            let platinum = dictionary["platinum"] as? [String: Any],
            let platinum = Twin.PokemonSpritesGenerationIvPlatinum(dictionary: platinum)
        else { return nil }
        self.diamondPearl = diamondPearl
        self.heartgoldSoulsilver = heartgoldSoulsilver
        self.platinum = platinum
    }

    var dictionary: [String: Any] {
        [
            "diamond-pearl": diamondPearl.dictionary,
            "heartgold-soulsilver": heartgoldSoulsilver.dictionary,
            "platinum": platinum.dictionary,
        ]
    }
}
