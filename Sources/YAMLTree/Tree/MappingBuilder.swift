/// Collects the pairs of a mapping and finds its keys.
struct MappingBuilder {
    /// The pairs, in order, with distinct keys.
    private(set) var pairs: [YAMLPair] = []
    /// The texts of the first keys; nil for null and for collections.
    private var texts: [String?] = []
    /// The numbers of the pairs by the texts of their keys, kept from the ninth pair on.
    private var numbersByText: [String: Int] = [:]
    /// The numbers of the pairs whose keys are null or collections.
    private var numbersByIdentity: [KeyIdentity: Int] = [:]
    /// The pairs of a merge key, and the number of pairs before it.
    private var merge: (key: YAMLNode, position: Int, pairs: [YAMLPair])?

    /// Most mappings are so small that comparing all keys is faster than hashing them.
    private static let linearCount = 8

    /// The existing key that is the same as this one.
    func existing(_ key: YAMLNode) -> YAMLNode? {
        number(of: key).map { pairs[$0].key }
    }

    /// The number of the pair with a key.
    private func number(of key: YAMLNode) -> Int? {
        guard let text = Self.text(of: key) else {
            return numbersByIdentity.isEmpty ? nil : numbersByIdentity[KeyIdentity(key)]
        }
        return pairs.count <= Self.linearCount
            ? texts.firstIndex { $0 == text } : numbersByText[text]
    }

    /// The merge key, if there is one.
    var mergeKey: YAMLNode? {
        merge?.key
    }

    /// Adds a pair with a new key.
    mutating func append(key: consuming YAMLNode, value: consuming YAMLNode) {
        let number = pairs.count
        let text = Self.text(of: key)
        if number == 0 {
            // Growing the arrays one by one would cost more than everything else here.
            pairs.reserveCapacity(4)
            texts.reserveCapacity(4)
        }
        if number == Self.linearCount {
            for (number, text) in texts.enumerated() {
                if let text { numbersByText[text] = number }
            }
        }
        if number < Self.linearCount {
            texts.append(text)
        } else if let text {
            numbersByText[text] = number
        }
        if text == nil {
            numbersByIdentity[KeyIdentity(copy key)] = number
        }
        pairs.append(YAMLPair(key: key, value: value))
    }

    /// The text that identifies a key; nil for null and for collections.
    private static func text(of key: borrowing YAMLNode) -> String? {
        guard case .scalar(let scalar) = key.content, scalar.meaning != .null else {
            return nil
        }
        return scalar.text
    }

    /// Stores the pairs of a merge key until all explicit keys are known.
    mutating func merge(_ pairs: [YAMLPair], for key: YAMLNode) {
        merge = (key, self.pairs.count, pairs)
    }

    /// Inserts the merged pairs in place of the merge key; explicit keys win, then earlier ones.
    mutating func applyMerge() {
        guard let merge else {
            return
        }
        let explicitCount = pairs.count
        for pair in merge.pairs where existing(pair.key) == nil {
            append(key: pair.key, value: pair.value)
        }
        // The numbers are not needed any more.
        pairs =
            Array(pairs[..<merge.position]) + pairs[explicitCount...]
            + pairs[merge.position..<explicitCount]
    }
}
