// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

import Foundation

extension Twin.PokemonSpritesGenerationIxScarletViolet {
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

extension Twin.PokemonSpritesGenerationIx {
    init?(dictionary: [String: Any]) {
        guard
            let scarletViolet = dictionary["scarlet-violet"] as? [String: Any],
            let scarletViolet = Twin.PokemonSpritesGenerationIxScarletViolet(
                dictionary: scarletViolet
            )
        else { return nil }
        self.scarletViolet = scarletViolet
    }

    var dictionary: [String: Any] {
        [
            "scarlet-violet": scarletViolet.dictionary
        ]
    }
}

extension Twin.PokemonSpritesGenerationVBlackWhiteAnimated {
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

extension Twin.PokemonSpritesGenerationVBlackWhite {
    init?(dictionary: [String: Any]) {
        guard
            let animated = dictionary["animated"] as? [String: Any],
            let animated = Twin.PokemonSpritesGenerationVBlackWhiteAnimated(dictionary: animated)
        else { return nil }
        self.animated = animated
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
            "animated": animated.dictionary,
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

extension Twin.PokemonSpritesGenerationV {
    init?(dictionary: [String: Any]) {
        guard
            let blackWhite = dictionary["black-white"] as? [String: Any],
            let blackWhite = Twin.PokemonSpritesGenerationVBlackWhite(dictionary: blackWhite)
        else { return nil }
        self.blackWhite = blackWhite
    }

    var dictionary: [String: Any] {
        [
            "black-white": blackWhite.dictionary
        ]
    }
}

extension Twin.PokemonSpritesGenerationViOmegarubyAlphasapphire {
    init?(dictionary: [String: Any]) {
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyFemale = dictionary["front_shiny_female"] as? String
    }

    var dictionary: [String: Any] {
        [
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_female": frontFemale as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
            "front_shiny_female": frontShinyFemale as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationViXY {
    init?(dictionary: [String: Any]) {
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyFemale = dictionary["front_shiny_female"] as? String
    }

    var dictionary: [String: Any] {
        [
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_female": frontFemale as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
            "front_shiny_female": frontShinyFemale as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationVi {
    init?(dictionary: [String: Any]) {
        guard
            let omegarubyAlphasapphire = dictionary["omegaruby-alphasapphire"] as? [String: Any],
            let omegarubyAlphasapphire = Twin.PokemonSpritesGenerationViOmegarubyAlphasapphire(
                dictionary: omegarubyAlphasapphire
            ),
            let xY = dictionary["x-y"] as? [String: Any],
            let xY = Twin.PokemonSpritesGenerationViXY(dictionary: xY)
        else { return nil }
        self.omegarubyAlphasapphire = omegarubyAlphasapphire
        self.xY = xY
    }

    var dictionary: [String: Any] {
        [
            "omegaruby-alphasapphire": omegarubyAlphasapphire.dictionary,
            "x-y": xY.dictionary,
        ]
    }
}

extension Twin.PokemonSpritesGenerationViiIcons {
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

extension Twin.PokemonSpritesGenerationViiUltraSunUltraMoon {
    init?(dictionary: [String: Any]) {
        self.frontDefault = dictionary["front_default"] as? String
        self.frontFemale = dictionary["front_female"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyFemale = dictionary["front_shiny_female"] as? String
    }

    var dictionary: [String: Any] {
        [
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_female": frontFemale as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
            "front_shiny_female": frontShinyFemale as Any? ?? NSNull(),
        ]
    }
}
