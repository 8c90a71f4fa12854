// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

import Foundation

extension Twin.PokemonSpritesOtherDreamWorld {
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

extension Twin.PokemonSpritesOtherHome {
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

extension Twin.PokemonSpritesOtherOfficialArtwork {
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

extension Twin.PokemonSpritesOtherShowdown {
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

extension Twin.PokemonSpritesOther {
    init?(dictionary: [String: Any]) {
        guard
            let dreamWorld = dictionary["dream_world"] as? [String: Any],
            let dreamWorld = Twin.PokemonSpritesOtherDreamWorld(dictionary: dreamWorld),
            let home = dictionary["home"] as? [String: Any],
            let home = Twin.PokemonSpritesOtherHome(dictionary: home),
            let officialArtwork = dictionary["official-artwork"] as? [String: Any],
            let officialArtwork = Twin.PokemonSpritesOtherOfficialArtwork(
                dictionary: officialArtwork
            ),
            let showdown = dictionary["showdown"] as? [String: Any],
            let showdown = Twin.PokemonSpritesOtherShowdown(dictionary: showdown)
        else { return nil }
        self.dreamWorld = dreamWorld
        self.home = home
        self.officialArtwork = officialArtwork
        self.showdown = showdown
    }

    var dictionary: [String: Any] {
        [
            "dream_world": dreamWorld.dictionary,
            "home": home.dictionary,
            "official-artwork": officialArtwork.dictionary,
            "showdown": showdown.dictionary,
        ]
    }
}

extension Twin.PokemonSpritesGenerationIRedBlue {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backGray = dictionary["back_gray"] as? String
        self.backTransparent = dictionary["back_transparent"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontGray = dictionary["front_gray"] as? String
        self.frontTransparent = dictionary["front_transparent"] as? String
    }

    var dictionary: [String: Any] {
        [
            "back_default": backDefault as Any? ?? NSNull(),
            "back_gray": backGray as Any? ?? NSNull(),
            "back_transparent": backTransparent as Any? ?? NSNull(),
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_gray": frontGray as Any? ?? NSNull(),
            "front_transparent": frontTransparent as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationIYellow {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backGray = dictionary["back_gray"] as? String
        self.backTransparent = dictionary["back_transparent"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontGray = dictionary["front_gray"] as? String
        self.frontTransparent = dictionary["front_transparent"] as? String
    }

    var dictionary: [String: Any] {
        [
            "back_default": backDefault as Any? ?? NSNull(),
            "back_gray": backGray as Any? ?? NSNull(),
            "back_transparent": backTransparent as Any? ?? NSNull(),
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_gray": frontGray as Any? ?? NSNull(),
            "front_transparent": frontTransparent as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationI {
    init?(dictionary: [String: Any]) {
        guard
            let redBlue = dictionary["red-blue"] as? [String: Any],
            let redBlue = Twin.PokemonSpritesGenerationIRedBlue(dictionary: redBlue),
            let yellow = dictionary["yellow"] as? [String: Any],
            let yellow = Twin.PokemonSpritesGenerationIYellow(dictionary: yellow)
        else { return nil }
        self.redBlue = redBlue
        self.yellow = yellow
    }

    var dictionary: [String: Any] {
        [
            "red-blue": redBlue.dictionary,
            "yellow": yellow.dictionary,
        ]
    }
}

extension Twin.PokemonSpritesGenerationIiCrystal {
    init?(dictionary: [String: Any]) {
        self.backDefault = dictionary["back_default"] as? String
        self.backShiny = dictionary["back_shiny"] as? String
        self.backShinyTransparent = dictionary["back_shiny_transparent"] as? String
        self.backTransparent = dictionary["back_transparent"] as? String
        self.frontDefault = dictionary["front_default"] as? String
        self.frontShiny = dictionary["front_shiny"] as? String
        self.frontShinyTransparent = dictionary["front_shiny_transparent"] as? String
        self.frontTransparent = dictionary["front_transparent"] as? String
    }

    var dictionary: [String: Any] {
        [
            "back_default": backDefault as Any? ?? NSNull(),
            "back_shiny": backShiny as Any? ?? NSNull(),
            "back_shiny_transparent": backShinyTransparent as Any? ?? NSNull(),
            "back_transparent": backTransparent as Any? ?? NSNull(),
            "front_default": frontDefault as Any? ?? NSNull(),
            "front_shiny": frontShiny as Any? ?? NSNull(),
            "front_shiny_transparent": frontShinyTransparent as Any? ?? NSNull(),
            "front_transparent": frontTransparent as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonSpritesGenerationIiGold {
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
