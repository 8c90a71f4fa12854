import SchemaLanguage

/// The values in entities that refer to entities, or had another form before: for each entity the
/// list of them, or the other entity that lists them for both.
///
/// In a project whose types are all connected, every entity contains the others, and a separate
/// list for each would grow quadratically. In that case the first of the connected entities lists
/// the values of all.
struct ContainedValues: Sendable {
    /// The place where the values of an entity are listed.
    enum List: Sendable {
        /// In the entity itself: these values.
        case own([String])
        /// In another entity, among others.
        case shared(with: String)
    }

    /// The relevant declarations and those that contain one, each with the relevant ones that it
    /// contains.
    private let contents: [String: [String]]
    /// The entity that lists the values of an entity, if that is another one.
    private var holders: [String: String] = [:]
    private var sharedLists: [String: [String]] = [:]

    /// Finds the lists.
    ///
    /// - Parameters:
    ///   - entities: The entities, in the order of the schema.
    ///   - parts: The names of the types in values, unions and entities, by their names.
    ///   - known: The relevant declarations.
    init(of entities: [String], in parts: [String: [String]], known: Set<String>) {
        let holding = Self.holding(known, in: parts)
        guard !holding.isEmpty else {
            contents = [:]
            return
        }
        contents = parts.filter { holding.contains($0.key) }.mapValues { names in
            names.filter(holding.contains)
        }
        for group in connected(entities.filter { contents[$0]?.isEmpty == false }) {
            guard let holder = group.first, repeatsMuch(group) else { continue }
            for entity in group { holders[entity] = holder }
            sharedLists[holder] = reachable(from: group)
        }
    }

    /// Whether a declaration, or one that it contains, is relevant.
    func holds(_ name: String) -> Bool { contents[name] != nil }

    /// The place where the values of an entity are listed.
    func list(of entity: String) -> List {
        guard let holder = holders[entity] else { return .own(reachable(from: [entity])) }
        return holder == entity
            ? .own(sharedLists[holder] ?? []) : .shared(with: holder)
    }

    // MARK: - The graph

    private static func holding(_ known: Set<String>, in parts: [String: [String]]) -> Set<String> {
        guard !known.isEmpty else { return [] }
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

    /// The declarations that some entities contain, directly or not, in the order in which they are
    /// found.
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

    /// Groups of entities; entities in different groups contain nothing in common.
    private func connected(_ entities: [String]) -> [[String]] {
        var groups: [[String]] = []
        // The first entity that contains a declaration, and for each entity an earlier one that
        // contains a common declaration, or the entity itself.
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

    /// Whether separate lists would be several times as long, in total, as the number of entities
    /// and contained declarations.
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
    /// The declared value, entity or union of the values, or of their elements.
    var containedName: String? {
        switch leaf {
        case .value(let name), .entity(let name), .union(let name): name
        default: nil
        }
    }
}
