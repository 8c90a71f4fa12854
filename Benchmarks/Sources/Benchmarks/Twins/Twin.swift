// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

/// Structures with synthesized `Codable`.
enum Twin {
    struct NamedResource: Codable {
        var name: String
        var url: String
    }

    struct PokemonAbility: Codable {
        var ability: NamedResource?
        var isHidden: Bool
        var slot: Int

        enum CodingKeys: String, CodingKey {
            case ability
            case isHidden = "is_hidden"
            case slot
        }
    }

    struct PokemonCries: Codable {
        var latest: String
        var legacy: String?
    }

    struct PokemonGameIndex: Codable {
        var gameIndex: Int
        var version: NamedResource

        enum CodingKeys: String, CodingKey {
            case gameIndex = "game_index"
            case version
        }
    }

    struct PokemonHeldItemVersion: Codable {
        var rarity: Int
        var version: NamedResource
    }

    struct PokemonHeldItem: Codable {
        var item: NamedResource
        var versionDetails: [PokemonHeldItemVersion]

        enum CodingKeys: String, CodingKey {
            case item
            case versionDetails = "version_details"
        }
    }

    struct PokemonMoveVersion: Codable {
        var levelLearnedAt: Int
        var moveLearnMethod: NamedResource
        var order: Int?
        var versionGroup: NamedResource

        enum CodingKeys: String, CodingKey {
            case levelLearnedAt = "level_learned_at"
            case moveLearnMethod = "move_learn_method"
            case order
            case versionGroup = "version_group"
        }
    }

    struct PokemonMove: Codable {
        var move: NamedResource
        var versionGroupDetails: [PokemonMoveVersion]

        enum CodingKeys: String, CodingKey {
            case move
            case versionGroupDetails = "version_group_details"
        }
    }

    struct PokemonPastAbility: Codable {
        var abilities: [PokemonAbility]
        var generation: NamedResource
    }

    struct PokemonStat: Codable {
        var baseStat: Int
        var effort: Int
        var stat: NamedResource

        enum CodingKeys: String, CodingKey {
            case baseStat = "base_stat"
            case effort
            case stat
        }
    }

    struct PokemonPastStat: Codable {
        var generation: NamedResource
        var stats: [PokemonStat]
    }

    struct PokemonType: Codable {
        var slot: Int
        var type: NamedResource
    }

    struct PokemonPastType: Codable {
        var generation: NamedResource
        var types: [PokemonType]
    }
}
