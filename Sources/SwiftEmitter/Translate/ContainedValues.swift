import SchemaLanguage

/// The values that entities contain and that refer to entities, or were something else once: for each entity the list
/// of them, or the other entity that lists them for both.
///
/// In a project whose types are all connected every entity contains the others, and lists of its own
/// for each would grow with the square of the project. There the first entity of those that are
/// connected lists the values of all.
struct ContainedValues: Sendable {
    /// Where the values of an entity are listed.
    enum List: Sendable {
        /// With the entity itself: these.
        case own([String])
        /// With another entity, among others.
        case shared(with: String)
    }

    /// The declarations of which something is said or that contain such a one, each with those of them that it
    /// contains.
    private let contents: [String: [String]]
    /// The entity that lists the values of an entity, where that is not each for itself.
    private var holders: [String: String] = [:]
    private var sharedLists: [String: [String]] = [:]

    /// Finds the lists.
    ///
    /// - Parameters:
    ///   - entities: The entities, in the order of the schema.
    ///   - parts: The names of what values, unions and entities have in them, by their names.
    ///   - known: The declarations of which something is said.
    init(of entities: [String], in parts: [String: [String]], known: Set<String>) {
        let holding = Self.holding(known, in: parts)
        contents = parts.filter { holding.contains($0.key) }.mapValues { names in
            names.filter(holding.contains)
        }
        for group in connected(entities.filter { contents[$0]?.isEmpty == false }) {
            guard let holder = group.first, repeatsMuch(group) else { continue }
            for entity in group { holders[entity] = holder }
            sharedLists[holder] = reachable(from: group)
        }
    }

    /// Whether something is said of a declaration, or of what it contains.
    func holds(_ name: String) -> Bool { contents[name] != nil }

    /// Where the values of an entity are listed.
    func list(of entity: String) -> List {
        guard let holder = holders[entity] else { return .own(reachable(from: [entity])) }
        return holder == entity
            ? .own(sharedLists[holder] ?? []) : .shared(with: holder)
    }

    // MARK: - The graph

    private static func holding(_ known: Set<String>, in parts: [String: [String]]) -> Set<String> {
        var containers: [String: [String]] = [:]
        for (name, contents) in parts {
            for contained in contents { containers[contained, default: []].append(name) }
        }
        var open = Array(known)
        var holding = known
        while let name = open.popLast() {
            for container in containers[name] ?? [] where holding.insert(container).inserted {
                open.append(container)
            }
        }
        return holding
    }

    /// What some entities contain, directly or not, in the order in which it is found.
    private func reachable(from entities: [String], atMost limit: Int = .max) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        func look(into name: String) {
            for contained in contents[name] ?? [] where seen.insert(contained).inserted {
                found.append(contained)
            }
        }
        for entity in entities { look(into: entity) }
        var next = 0
        while next < found.count, found.count < limit {
            look(into: found[next])
            next += 1
        }
        return found
    }

    /// Entities in groups, so that those of different groups contain nothing in common.
    private func connected(_ entities: [String]) -> [[String]] {
        var groups: [[String]] = []
        // The first entity that a declaration was found in, and for each entity an earlier one that
        // contains something that it contains, or itself.
        var finders: [String: Int] = [:]
        var merged: [Int] = []
        func root(_ index: Int) -> Int {
            var index = index
            while merged[index] != index {
                merged[index] = merged[merged[index]]
                index = merged[index]
            }
            return index
        }
        for entity in entities {
            let own = merged.count
            merged.append(own)
            var open = [entity]
            while let name = open.popLast() {
                if let other = finders[name] {
                    let (mine, theirs) = (root(own), root(other))
                    merged[max(mine, theirs)] = min(mine, theirs)
                } else {
                    finders[name] = own
                    open += contents[name] ?? []
                }
            }
        }
        var places: [Int: Int] = [:]
        for (index, entity) in entities.enumerated() {
            let root = root(index)
            if let place = places[root] {
                groups[place].append(entity)
            } else {
                places[root] = groups.count
                groups.append([entity])
            }
        }
        return groups
    }

    /// Whether lists of their own would be several times as long, all together, as the entities and
    /// what they contain are many.
    private func repeatsMuch(_ entities: [String]) -> Bool {
        let limit = 4 * (entities.count + reachable(from: entities).count)
        var length = 0
        for entity in entities {
            length += reachable(from: [entity], atMost: limit - length + 1).count
            if length > limit { return true }
        }
        return false
    }
}

extension CheckedType {
    /// The declared value, entity or union that the values are, or their elements.
    var containedName: String? {
        switch leaf {
        case .value(let name), .entity(let name), .union(let name): name
        default: nil
        }
    }
}
