/// Line endings, which a checkout may change if Git is configured so.
enum LineEnds {
    /// A setting that preserves them.
    static let hint =
        "`*.swift text eol=lf` in .gitattributes keeps a checkout from changing line endings"

    /// The bytes with the line endings of Repogen: each CR LF becomes an LF.
    static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        let carriageReturn = UInt8(ascii: "\r")
        guard bytes.contains(carriageReturn) else { return bytes }
        let next = bytes.dropFirst() + [0]
        return zip(bytes, next).lazy
            .filter { $0 != carriageReturn || $1 != UInt8(ascii: "\n") }.map(\.0)
    }
}
