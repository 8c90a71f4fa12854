import Diagnostics

/// Learns the shape of bodies from their events.
struct ShapeLearner: JSONEventHandler {
    /// The learned shape.
    private(set) var tree: ShapeTree
    /// The number of bodies started.
    private(set) var documents = 0
    /// The first duplicate key in an object, with its position.
    private(set) var repeatedKey: (key: String, place: SourcePosition)?
    private let body: Int
    /// The numbers of the bodies to ignore.
    private let ignored: Set<Int>
    private var frames: [Frame] = []
    /// The indices of the properties in the open objects, those of each after those of its parent.
    private var present: [Int] = []
    /// The number of open containers that are not learned.
    private var skipped = 0

    /// An open container.
    private struct Frame {
        let node: Int
        let isObject: Bool
        /// The node of the values of its current property, or of its elements.
        var value: Int
        /// The likely index of the next key.
        var next = 0
        /// The start of its properties in the list of all present ones.
        let firstPresent: Int
        /// The property whose value comes next, if it may be a discriminator.
        var tag: String?
        /// The strings of such properties; nil if one is not a string.
        var tags: [(key: String, text: String?)] = []
    }

    /// Creates a learner.
    ///
    /// - Parameters:
    ///   - body: The number of the file.
    ///   - ignored: The numbers of the bodies in it to ignore, from 0.
    init(body: Int, ignoring ignored: Set<Int> = []) {
        self.body = body
        self.ignored = ignored
        tree = ShapeTree(body: body)
    }

    mutating func beginDocument() {
        frames.removeAll(keepingCapacity: true)
        present.removeAll(keepingCapacity: true)
        // An ignored container ends before the next body begins.
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
            // The last value counts, as in decoding.
            frames[last].tags.removeAll { $0.key == key }
            if repeatedKey == nil {
                repeatedKey = (String(decoding: text, as: UTF8.self), place)
            }
            return
        }
        present.append(position)
    }

    // MARK: - Places

    /// The node of the next value; nil if it is not learned.
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
