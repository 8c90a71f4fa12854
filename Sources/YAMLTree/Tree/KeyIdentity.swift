/// The identity of a key in a mapping: its text, independent of its spelling.
///
/// `a` and `"a"` are the same key, and so are `1` and `"1"`, because readers of a mapping look up
/// keys by their text. All spellings of null are the same key, which differs from every string.
struct KeyIdentity: Hashable {
    private let key: YAMLNode

    init(_ key: YAMLNode) {
        self.key = key
    }

    static func == (lhs: KeyIdentity, rhs: KeyIdentity) -> Bool {
        areSame(lhs.key, rhs.key)
    }

    func hash(into hasher: inout Hasher) {
        Self.hash(key, into: &hasher)
    }

    /// Whether two keys are the same.
    static func areSame(_ one: YAMLNode, _ other: YAMLNode) -> Bool {
        switch (one.content, other.content) {
        case (.scalar(let one), .scalar(let other)):
            let areNull = (one.meaning == .null, other.meaning == .null)
            return areNull == (true, true) || areNull == (false, false) && one.text == other.text
        case (.sequence(let one), .sequence(let other)):
            return one.elementsEqual(other, by: areSame)
        case (.mapping(let one), .mapping(let other)):
            return one.elementsEqual(other) {
                areSame($0.key, $1.key) && areSame($0.value, $1.value)
            }
        default:
            return false
        }
    }

    private static func hash(_ node: YAMLNode, into hasher: inout Hasher) {
        switch node.content {
        case .scalar(let scalar):
            hasher.combine(scalar.meaning == .null ? nil : scalar.text)
        case .sequence(let elements):
            hasher.combine(elements.count)
            for element in elements {
                hash(element, into: &hasher)
            }
        case .mapping(let pairs):
            hasher.combine(pairs.count)
            for pair in pairs {
                hash(pair.key, into: &hasher)
                hash(pair.value, into: &hasher)
            }
        }
    }
}
