/// The values found at one path of all bodies: a node of a ``ShapeTree``.
struct ShapeNode: Sendable {
    /// The first occurrence.
    var place: Place
    /// The number of nulls.
    var nulls = 0
    /// The number of Booleans.
    var bools = 0
    /// The numbers.
    var numbers = NumberStatistics()
    /// The strings.
    var texts = TextStatistics()
    /// The number of arrays.
    var arrays = 0
    /// The node of all their elements; nil if all were empty.
    var element: Int?
    /// The number of objects.
    var objects = 0
    /// Their properties.
    var members = Members()

    init(place: Place) {
        self.place = place
    }

    /// The number of values, including nulls.
    var count: Int { nulls + bools + numbers.count + texts.count + arrays + objects }

    /// The types of values, except null.
    var kinds: Kinds {
        var kinds: Kinds = []
        if bools > 0 { kinds.insert(.bool) }
        if numbers.count > 0 { kinds.insert(.number) }
        if texts.count > 0 { kinds.insert(.text) }
        if arrays > 0 { kinds.insert(.array) }
        if objects > 0 { kinds.insert(.object) }
        return kinds
    }

    /// JSON types, except null.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let bool = Kinds(rawValue: 1)
        static let number = Kinds(rawValue: 2)
        static let text = Kinds(rawValue: 4)
        static let array = Kinds(rawValue: 8)
        static let object = Kinds(rawValue: 16)

        /// The number of types.
        var count: Int { rawValue.nonzeroBitCount }
    }

    /// Merges the facts that do not concern other nodes.
    mutating func joinValues(_ other: ShapeNode) {
        place = min(place, other.place)
        nulls += other.nulls
        bools += other.bools
        numbers.join(other.numbers)
        texts.join(other.texts)
        arrays += other.arrays
        objects += other.objects
    }
}
