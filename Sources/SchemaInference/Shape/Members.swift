/// The members of all objects at one path.
struct Members: Sendable {
    /// One member.
    struct Member: Sendable {
        /// The key.
        let key: String
        /// The node of its values.
        let node: Int
        /// In how many objects it was.
        var presence: Int
        /// The number of the last object that it was in.
        fileprivate(set) var lastObject: Int
        /// Whether an object had it twice.
        var isRepeated = false
        fileprivate let hash: UInt64
        fileprivate let bytes: [UInt8]
    }

    /// The most keys that an object can have without being taken for a map.
    static let limit = 512

    /// The members in the order in which this tree saw them first.
    private(set) var list: [Member] = []
    /// The node of all values, where there are so many keys that they are data.
    var mapValue: Int?
    /// What the members say of the objects' kinds, by the key that tells them apart.
    var tags: [String: TagTable] = [:]
    private var positions: [UInt64: Int] = [:]

    /// Finds a member.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - hint: The position at which it is likely to be.
    /// - Returns: Its position; nil where there is none.
    func position(of key: UnsafeBufferPointer<UInt8>, hint: Int) -> Int? {
        if hint < list.count, list[hint].bytes.elementsEqual(key) { return hint }
        return position(of: key, hash: Self.hash(key))
    }

    /// The member of a key.
    func member(_ key: String) -> Member? {
        var key = key
        return key.withUTF8 { position(of: $0, hash: Self.hash($0)) }.map { list[$0] }
    }

    private func position(of key: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int? {
        guard let position = positions[hash] else { return nil }
        if list[position].bytes.elementsEqual(key) { return position }
        // Two keys of one hash.
        return list.firstIndex { $0.hash == hash && $0.bytes.elementsEqual(key) }
    }

    /// Adds a member that there is not yet.
    ///
    /// - Returns: Its position.
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

    /// Notes that an object has a member.
    ///
    /// - Returns: Whether the object has it for the first time.
    mutating func note(_ position: Int, object: Int) -> Bool {
        guard list[position].lastObject != object else {
            list[position].isRepeated = true
            return false
        }
        list[position].lastObject = object
        list[position].presence += 1
        return true
    }

    /// Notes in how many objects a member was.
    mutating func count(_ presence: Int, at position: Int) {
        list[position].presence += presence
    }

    /// Adds what another tree knows of a member.
    mutating func add(_ member: Member, at position: Int) {
        list[position].presence += member.presence
        if member.isRepeated { list[position].isRepeated = true }
    }

    /// Takes the keys for data.
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
