// The same stored properties as in `Pokemon`, as a developer without a generator writes them.

import Foundation

extension Twin.NamedResource {
    init?(dictionary: [String: Any]) {
        guard
            let name = dictionary["name"] as? String,
            let url = dictionary["url"] as? String
        else { return nil }
        self.name = name
        self.url = url
    }

    var dictionary: [String: Any] {
        [
            "name": name,
            "url": url,
        ]
    }
}

extension Twin.PokemonAbility {
    init?(dictionary: [String: Any]) {
        guard
            let isHidden = dictionary["is_hidden"] as? Bool,
            let slot = dictionary["slot"] as? Int
        else { return nil }
        self.ability = (dictionary["ability"] as? [String: Any]).flatMap(
            Twin.NamedResource.init(dictionary:)
        )
        self.isHidden = isHidden
        self.slot = slot
    }

    var dictionary: [String: Any] {
        [
            "ability": ability?.dictionary ?? NSNull(),
            "is_hidden": isHidden,
            "slot": slot,
        ]
    }
}

extension Twin.PokemonCries {
    init?(dictionary: [String: Any]) {
        guard
            let latest = dictionary["latest"] as? String
        else { return nil }
        self.latest = latest
        self.legacy = dictionary["legacy"] as? String
    }

    var dictionary: [String: Any] {
        [
            "latest": latest,
            "legacy": legacy as Any? ?? NSNull(),
        ]
    }
}

extension Twin.PokemonGameIndex {
    init?(dictionary: [String: Any]) {
        guard
            let gameIndex = dictionary["game_index"] as? Int,
            let version = dictionary["version"] as? [String: Any],
            let version = Twin.NamedResource(dictionary: version)
        else { return nil }
        self.gameIndex = gameIndex
        self.version = version
    }

    var dictionary: [String: Any] {
        [
            "game_index": gameIndex,
            "version": version.dictionary,
        ]
    }
}

extension Twin.PokemonHeldItemVersion {
    init?(dictionary: [String: Any]) {
        guard
            let rarity = dictionary["rarity"] as? Int,
            let version = dictionary["version"] as? [String: Any],
            let version = Twin.NamedResource(dictionary: version)
        else { return nil }
        self.rarity = rarity
        self.version = version
    }

    var dictionary: [String: Any] {
        [
            "rarity": rarity,
            "version": version.dictionary,
        ]
    }
}

extension Twin.PokemonHeldItem {
    init?(dictionary: [String: Any]) {
        guard
            let item = dictionary["item"] as? [String: Any],
            let item = Twin.NamedResource(dictionary: item),
            let versionDetails = dictionary["version_details"] as? [[String: Any]]
        else { return nil }
        self.item = item
        self.versionDetails = versionDetails.compactMap(
            Twin.PokemonHeldItemVersion.init(dictionary:)
        )
    }

    var dictionary: [String: Any] {
        [
            "item": item.dictionary,
            "version_details": versionDetails.map(\.dictionary),
        ]
    }
}

extension Twin.PokemonMoveVersion {
    init?(dictionary: [String: Any]) {
        guard
            let levelLearnedAt = dictionary["level_learned_at"] as? Int,
            let moveLearnMethod = dictionary["move_learn_method"] as? [String: Any],
            let moveLearnMethod = Twin.NamedResource(dictionary: moveLearnMethod),
            let versionGroup = dictionary["version_group"] as? [String: Any],
            let versionGroup = Twin.NamedResource(dictionary: versionGroup)
        else { return nil }
        self.levelLearnedAt = levelLearnedAt
        self.moveLearnMethod = moveLearnMethod
        self.order = dictionary["order"] as? Int
        self.versionGroup = versionGroup
    }

    var dictionary: [String: Any] {
        [
            "level_learned_at": levelLearnedAt,
            "move_learn_method": moveLearnMethod.dictionary,
            "order": order as Any? ?? NSNull(),
            "version_group": versionGroup.dictionary,
        ]
    }
}

extension Twin.PokemonMove {
    init?(dictionary: [String: Any]) {
        guard
            let move = dictionary["move"] as? [String: Any],
            let move = Twin.NamedResource(dictionary: move),
            let versionGroupDetails = dictionary["version_group_details"] as? [[String: Any]]
        else { return nil }
        self.move = move
        self.versionGroupDetails = versionGroupDetails.compactMap(
            Twin.PokemonMoveVersion.init(dictionary:)
        )
    }

    var dictionary: [String: Any] {
        [
            "move": move.dictionary,
            "version_group_details": versionGroupDetails.map(\.dictionary),
        ]
    }
}

extension Twin.PokemonPastAbility {
    init?(dictionary: [String: Any]) {
        guard
            let abilities = dictionary["abilities"] as? [[String: Any]],
            let generation = dictionary["generation"] as? [String: Any],
            let generation = Twin.NamedResource(dictionary: generation)
        else { return nil }
        self.abilities = abilities.compactMap(Twin.PokemonAbility.init(dictionary:))
        self.generation = generation
    }

    var dictionary: [String: Any] {
        [
            "abilities": abilities.map(\.dictionary),
            "generation": generation.dictionary,
        ]
    }
}

extension Twin.PokemonStat {
    init?(dictionary: [String: Any]) {
        guard
            let baseStat = dictionary["base_stat"] as? Int,
            let effort = dictionary["effort"] as? Int,
            let stat = dictionary["stat"] as? [String: Any],
            let stat = Twin.NamedResource(dictionary: stat)
        else { return nil }
        self.baseStat = baseStat
        self.effort = effort
        self.stat = stat
    }

    var dictionary: [String: Any] {
        [
            "base_stat": baseStat,
            "effort": effort,
            "stat": stat.dictionary,
        ]
    }
}

extension Twin.PokemonPastStat {
    init?(dictionary: [String: Any]) {
        guard
            let generation = dictionary["generation"] as? [String: Any],
            let generation = Twin.NamedResource(dictionary: generation),
            let stats = dictionary["stats"] as? [[String: Any]]
        else { return nil }
        self.generation = generation
        self.stats = stats.compactMap(Twin.PokemonStat.init(dictionary:))
    }

    var dictionary: [String: Any] {
        [
            "generation": generation.dictionary,
            "stats": stats.map(\.dictionary),
        ]
    }
}

extension Twin.PokemonType {
    init?(dictionary: [String: Any]) {
        guard
            let slot = dictionary["slot"] as? Int,
            let type = dictionary["type"] as? [String: Any],
            let type = Twin.NamedResource(dictionary: type)
        else { return nil }
        self.slot = slot
        self.type = type
    }

    var dictionary: [String: Any] {
        [
            "slot": slot,
            "type": type.dictionary,
        ]
    }
}

extension Twin.PokemonPastType {
    init?(dictionary: [String: Any]) {
        guard
            let generation = dictionary["generation"] as? [String: Any],
            let generation = Twin.NamedResource(dictionary: generation),
            let types = dictionary["types"] as? [[String: Any]]
        else { return nil }
        self.generation = generation
        self.types = types.compactMap(Twin.PokemonType.init(dictionary:))
    }

    var dictionary: [String: Any] {
        [
            "generation": generation.dictionary,
            "types": types.map(\.dictionary),
        ]
    }
}
