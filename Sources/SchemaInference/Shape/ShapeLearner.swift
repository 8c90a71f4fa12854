import Diagnostics

/// Learns the shape of bodies from their events.
struct ShapeLearner: JSONEventHandler {
    /// What was learned.
    private(set) var tree: ShapeTree
    /// How many bodies began.
    private(set) var documents = 0
    /// The first key that an object had twice, and where.
    private(set) var repeatedKey: (key: String, place: SourcePosition)?
    private let body: Int
    /// The numbers of the bodies of which nothing is learned.
    private let ignored: Set<Int>
    private var frames: [Frame] = []
    /// The positions of the members that the open objects have, those of each behind those of its parent.
    private var present: [Int] = []
    /// How many containers are open in what is not learned.
    private var skipped = 0

    /// A container that is open.
    private struct Frame {
        let node: Int
        let isObject: Bool
        /// The node of the values of its innermost member, or of its elements.
        var value: Int
        /// The position at which the next key is likely to be.
        var next = 0
        /// Where its members begin among all that are present.
        let firstPresent: Int
        /// The member whose value comes next, where that may tell kinds of objects apart.
        var tag: String?
        /// The texts of such members; nil where one is no text.
        var tags: [(key: String, text: String?)] = []
    }

    /// Makes a learner.
    ///
    /// - Parameters:
    ///   - body: The number of the file.
    ///   - ignored: The bodies in it, from 0, of which nothing is to be learned.
    init(body: Int, ignoring ignored: Set<Int> = []) {
        self.body = body
        self.ignored = ignored
        tree = ShapeTree(body: body)
    }

    mutating func beginDocument() {
        frames.removeAll(keepingCapacity: true)
        present.removeAll(keepingCapacity: true)
        // What is skipped from the start is never left before the next body begins.
        skipped = ignored.contains(documents) ? 1 : 0
        documents += 1
    }

    mutating func endDocument() {}

    // MARK: - Values

    mutating func null(at place: SourcePosition) {
        guard let node = target(tag: nil) else { return }
        tree[node].nulls += 1
    }

    mutating func bool(_ value: Bool, at place: SourcePosition) {
        guard let node = target(tag: nil) else { return }
        tree[node].bools += 1
    }

    mutating func number(
        _ text: UnsafeBufferPointer<UInt8>,
        isInteger: Bool,
        at place: SourcePosition
    ) {
        guard let node = target(tag: nil) else { return }
        tree[node].numbers.add(text, isInteger: isInteger)
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition) {
        guard let node = target(tag: text) else { return }
        tree[node].texts.add(text)
    }

    mutating func beginArray(at place: SourcePosition) {
        open(isObject: false)
    }

    mutating func beginObject(at place: SourcePosition) {
        open(isObject: true)
    }

    mutating func endArray() {
        if skipped > 0 { skipped -= 1 } else { frames.removeLast() }
    }

    mutating func endObject() {
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        let frame = frames.removeLast()
        if !frame.tags.isEmpty {
            let keys = present[frame.firstPresent...].map { position in
                tree[frame.node].members.list[position].key
            }
            for tag in frame.tags {
                tree[frame.node].members.tags[tag.key, default: TagTable()]
                    .add(tag.text, keys: keys)
            }
        }
        present.removeLast(present.count - frame.firstPresent)
        if tree[frame.node].members.list.count > Members.limit { tree.makeMap(frame.node) }
    }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition) {
        guard skipped == 0, let last = frames.indices.last else { return }
        let node = frames[last].node
        if let value = tree[node].members.mapValue {
            frames[last].value = value
            return
        }
        let position: Int
        if let known = tree[node].members.position(of: text, hint: frames[last].next) {
            position = known
        } else {
            let value = tree.makeNode(body: body)
            position = tree[node].members.append(text, node: value)
        }
        frames[last].next = position + 1
        frames[last].value = tree[node].members.list[position].node
        let key = text.count <= 10 ? tree[node].members.list[position].key : ""
        frames[last].tag = TagTable.keys.contains(key) ? key : nil
        guard tree[node].members.note(position, object: tree[node].objects) else {
            // The last value counts, as it does where a body is decoded.
            frames[last].tags.removeAll { $0.key == key }
            if repeatedKey == nil {
                repeatedKey = (String(decoding: text, as: UTF8.self), place)
            }
            return
        }
        present.append(position)
    }

    // MARK: - Places

    /// The node of the value that comes next; nil where it is not learned.
    private mutating func target(tag text: UnsafeBufferPointer<UInt8>?) -> Int? {
        guard skipped == 0 else { return nil }
        guard let last = frames.indices.last else { return 0 }
        if frames[last].isObject {
            if let key = frames[last].tag {
                let isShort = text.map { $0.count <= TextStatistics.lengthLimit } ?? false
                let tag = isShort ? text.map { String(decoding: $0, as: UTF8.self) } : nil
                frames[last].tags.append((key, tag))
                frames[last].tag = nil
            }
            return frames[last].value
        }
        if frames[last].value < 0 {
            frames[last].value = tree.elementNode(of: frames[last].node, body: body)
        }
        return frames[last].value
    }

    private mutating func open(isObject: Bool) {
        guard let node = target(tag: nil) else {
            skipped += 1
            return
        }
        if isObject { tree[node].objects += 1 } else { tree[node].arrays += 1 }
        frames.append(
            Frame(node: node, isObject: isObject, value: -1, firstPresent: present.count)
        )
    }
}
