/// The properties of all objects at one path.
struct Members: Sendable {
    /// A property.
    struct Member: Sendable {
        /// The key.
        let key: String
        /// The node of its values.
        let node: Int
        /// The number of objects with it.
        var presence: Int
        /// The number of the last object with it.
        fileprivate(set) var lastObject: Int
        /// Whether an object had it twice.
        var isRepeated = false
        fileprivate let hash: UInt64
        fileprivate let bytes: [UInt8]
    }

    /// The maximum number of keys of an object that is not a map.
    static let limit = 512

    /// The properties in the order of first occurrence in this tree.
    private(set) var list: [Member] = []
    /// The node of all values, if there are so many keys that they are data.
    var mapValue: Int?
    /// The properties by tag, for each possible discriminator.
    var tags: [String: TagTable] = [:]
    private var positions: [UInt64: Int] = [:]

    /// Finds a property.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - hint: Its likely index.
    /// - Returns: Its index; nil if there is none.
    func position(of key: UnsafeBufferPointer<UInt8>, hint: Int) -> Int? {
        if hint < list.count, list[hint].bytes.elementsEqual(key) { return hint }
        return position(of: key, hash: Self.hash(key))
    }

    /// The property with a key.
    func member(_ key: String) -> Member? {
        var key = key
        return key.withUTF8 { position(of: $0, hash: Self.hash($0)) }.map { list[$0] }
    }

    private func position(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        guard let position = positions[hash] else { return nil }
        if list[position].bytes.elementsEqual(key) { return position }
        // Two keys with the same hash.
        return list.firstIndex { $0.hash == hash && $0.bytes.elementsEqual(key) }
    }

    /// Adds a new property.
    ///
    /// - Returns: Its index.
    mutating func append(_ key: UnsafeBufferPointer<UInt8>, node: Int) -> Int {
        let hash = Self.hash(key)
        list.append(
            Member(
                key: String(decoding: key, as: UTF8.self),
                node: node,
                presence: 0,
                lastObject: 0,
                hash: hash,
                bytes: Array(key)
            )
        )
        if positions[hash] == nil { positions[hash] = list.count - 1 }
        return list.count - 1
    }

    /// Records that an object has a property.
    ///
    /// - Returns: Whether it is the first occurrence in the object.
    mutating func note(_ position: Int, object: Int) -> Bool {
        guard list[position].lastObject != object else {
            list[position].isRepeated = true
            return false
        }
        list[position].lastObject = object
        list[position].presence += 1
        return true
    }

    /// Records the number of objects with a property.
    mutating func count(_ presence: Int, at position: Int) {
        list[position].presence += presence
    }

    /// Merges the facts of another tree about a property.
    mutating func add(_ member: Member, at position: Int) {
        list[position].presence += member.presence
        if member.isRepeated { list[position].isRepeated = true }
    }

    /// Treats the keys as data.
    mutating func becomeMap(of node: Int) {
        list = []
        positions = [:]
        tags = [:]
        mapValue = node
    }

    /// FNV-1a.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
