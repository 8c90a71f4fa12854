import SchemaImport

/// Bodies sorted by location and keys.
struct BodyPile: Sendable {
    /// Bodies in one folder with the same keys.
    private struct Heap: Sendable {
        var tree: ShapeTree
        var count: Int
        /// The numbers of the files.
        var files: [Int]
        /// The names suggested by the file names.
        var stems: [String]
    }

    /// The sort criteria.
    private struct Mark: Hashable, Sendable {
        let folder: BodyFolder
        let keys: Set<String>
    }

    /// The maximum number of file names to keep.
    private static let stemLimit = 64
    /// The maximum number of key sets to distinguish in a folder.
    private static let markLimit = 256

    private var marks: [Mark] = []
    private var heaps: [Mark: Heap] = [:]

    /// Adds the bodies of a file.
    ///
    /// - Parameters:
    ///   - tree: Their shape.
    ///   - count: Their number.
    ///   - file: The number of the file.
    ///   - path: Its path.
    ///   - isOne: Whether all bodies are of one kind.
    mutating func add(_ tree: ShapeTree, count: Int, file: Int, path: String, isOne: Bool) {
        let mark = Mark(
            folder: BodyFolder(ofFile: isOne ? "" : path),
            keys: isOne || marks.count > Self.markLimit ? [] : tree.rootKeys
        )
        let stems = [BodyFolder.stem(ofFile: path)]
        add(Heap(tree: tree, count: count, files: [file], stems: stems), at: mark)
    }

    /// Merges another pile.
    mutating func join(_ other: BodyPile) {
        for mark in other.marks {
            if let heap = other.heaps[mark] { add(heap, at: mark) }
        }
    }

    private mutating func add(_ heap: Heap, at mark: Mark) {
        guard var known = heaps.removeValue(forKey: mark) else {
            marks.append(mark)
            heaps[mark] = heap
            return
        }
        known.tree.join(heap.tree)
        known.count += heap.count
        known.files += heap.files
        for stem in heap.stems where known.stems.count < Self.stemLimit {
            if !known.stems.contains(stem) { known.stems.append(stem) }
        }
        heaps[mark] = known
    }

    /// The kinds of bodies: those in one folder with half of their keys in common are of one kind.
    ///
    /// - Parameter name: The name of all bodies, if they are of one kind.
    /// - Returns: The kinds, in the order of the files.
    func kinds(name: String?) -> [LearnedBodies] {
        var groups: [(folder: BodyFolder, keys: Set<String>, heap: Heap)] = []
        for mark in marks {
            guard let heap = heaps[mark] else { continue }
            let same = groups.firstIndex { group in
                guard group.folder == mark.folder else { return false }
                let least = min(group.keys.count, mark.keys.count)
                return group.keys.intersection(mark.keys).count * 2 >= least
            }
            guard let same else {
                groups.append((mark.folder, mark.keys, heap))
                continue
            }
            groups[same].keys.formUnion(mark.keys)
            groups[same].heap.tree.join(heap.tree)
            groups[same].heap.count += heap.count
            groups[same].heap.files += heap.files
            groups[same].heap.stems += heap.stems.filter { !groups[same].heap.stems.contains($0) }
        }
        return groups.map { group in
            let isAlone = groups.filter { $0.folder == group.folder }.count == 1
            var names =
                name.map { [$0] }
                ?? Self.names(group.folder, stems: group.heap.stems, isAlone: isAlone)
            // Files next to the folders of single bodies, or named like them, contain lists of
            // these bodies.
            let places = [group.folder.parts + [nil], group.folder.parts + [names.first, nil]]
            let isList = groups.contains { other in
                places.contains(other.folder.parts)
                    || other.folder.parts == group.folder.parts + [names.first]
                        && group.heap.stems == [names.first]
            }
            if isList {
                names = names.map { NounForm.singular($0) + "List" }
            }
            return LearnedBodies(
                names: names,
                isNamed: name != nil,
                count: group.heap.count,
                files: group.heap.files,
                tree: group.heap.tree
            )
        }
    }

    /// The candidate names for the bodies of a folder, the best first.
    private static func names(
        _ folder: BodyFolder,
        stems: [String],
        isAlone: Bool
    ) -> [String] {
        let prefix = stems.dropFirst().reduce(stems.first ?? "") { $0.commonPrefix(with: $1) }
        let common = stems.count == 1 ? stems[0] : BodyFolder.stem(ofFile: prefix)
        let isWord =
            common.count >= 3 && !BodyFolder.emptyNames.contains(common.lowercased())
            && !BodyFolder.isIdentity(common)
        // Many files of one kind are named after their folder, unless their names have a common
        // part.
        if isWord { return [common] + (folder.name.map { [$0] } ?? []) }
        if isAlone, let name = folder.name { return [name] }
        let stem = stems.first { !BodyFolder.emptyNames.contains($0.lowercased()) }
        return [stem, folder.name].compactMap(\.self).filter { !BodyFolder.isIdentity($0) }
    }
}

extension ShapeTree {
    /// The keys of whole bodies, or of the elements of arrays.
    fileprivate var rootKeys: Set<String> {
        let members = root.element.map { self[$0].members } ?? root.members
        return Set(members.list.map(\.key))
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
