import Foundation

/// The URLs of a Pokémon's pictures, by game; null if there is no picture.
struct Sprites: Sendable {
    let id: Int
    let isInFirstGeneration: Bool

    var json: [String: Any] {
        var sprites = pictures(Self.eight, in: "")
        sprites["other"] = [
            "dream_world": pictures(Self.frontTwo, in: "other/dream-world/", as: "svg"),
            "home": pictures(Self.frontFour, in: "other/home/"),
            "official-artwork": pictures(
                ["front_default", "front_shiny"],
                in: "other/official-artwork/"
            ),
            "showdown": pictures(Self.eight, in: "other/showdown/", as: "gif"),
        ]
        sprites["versions"] = versions
        return sprites
    }

    private var versions: [String: Any] {
        var versions: [String: Any] = [:]
        for (generation, games) in Self.games {
            var pictured: [String: Any] = [:]
            for (game, keys) in games {
                let exists = isInFirstGeneration || generation != "generation-i"
                let folder = "versions/\(generation)/\(game)/"
                pictured[game] = pictures(keys, in: folder, exists: exists)
            }
            versions[generation] = pictured
        }
        var blackAndWhite = pictures(Self.eight, in: "versions/generation-v/black-white/")
        blackAndWhite["animated"] = pictures(
            Self.eight,
            in: "versions/generation-v/black-white/animated/",
            as: "gif"
        )
        versions["generation-v"] = ["black-white": blackAndWhite]
        return versions
    }

    private func pictures(
        _ keys: [String],
        in folder: String,
        as format: String = "png",
        exists: Bool = true
    ) -> [String: Any] {
        var pictures: [String: Any] = [:]
        for key in keys {
            // No Pokémon here has separate pictures for females.
            let isThere = exists && !key.hasSuffix("female")
            pictures[key] = isThere ? address(folder + Self.place(of: key), format) : NSNull()
        }
        return pictures
    }

    private func address(_ place: String, _ format: String) -> String {
        let root = "https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/pokemon"
        return "\(root)/\(place)\(id).\(format)"
    }

    /// Returns the folder for a key: `back/shiny/` for `back_shiny`.
    private static func place(of key: String) -> String {
        key.split(separator: "_").filter { $0 != "front" && $0 != "default" }
            .map { "\($0)/" }.joined()
    }

    private static let frontTwo = ["front_default", "front_female"]
    private static let frontFour = frontTwo + ["front_shiny", "front_shiny_female"]
    private static let eight =
        frontFour + ["back_default", "back_female", "back_shiny", "back_shiny_female"]
    private static let plain = ["back_default", "back_shiny", "front_default", "front_shiny"]
    private static let gray = [
        "back_default", "back_gray", "back_transparent", "front_default", "front_gray",
        "front_transparent",
    ]

    /// All games except those of the fifth generation, with the keys of their pictures.
    private static let games: [String: [String: [String]]] = [
        "generation-i": ["red-blue": gray, "yellow": gray],
        "generation-ii": [
            "crystal": plain + [
                "back_shiny_transparent", "back_transparent", "front_shiny_transparent",
                "front_transparent",
            ],
            "gold": plain + ["front_transparent"],
            "silver": plain + ["front_transparent"],
        ],
        "generation-iii": [
            "emerald": ["front_default", "front_shiny"],
            "firered-leafgreen": plain,
            "ruby-sapphire": plain,
        ],
        "generation-iv": [
            "diamond-pearl": eight,
            "heartgold-soulsilver": eight,
            "platinum": eight,
        ],
        "generation-ix": ["scarlet-violet": frontTwo],
        "generation-vi": ["omegaruby-alphasapphire": frontFour, "x-y": frontFour],
        "generation-vii": ["icons": frontTwo, "ultra-sun-ultra-moon": frontFour],
        "generation-viii": ["brilliant-diamond-shining-pearl": frontTwo, "icons": frontTwo],
    ]
}
