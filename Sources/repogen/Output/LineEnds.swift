/// The ends of lines, which a checkout may change: git does so where it is told to.
enum LineEnds {
    /// What keeps them.
    static let hint =
        "`*.swift text eol=lf` in .gitattributes keeps a checkout from changing the ends of lines"

    /// The bytes with the ends of lines that Repogen writes: each CR LF is an LF.
    static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        let carriageReturn = UInt8(ascii: "\r")
        guard bytes.contains(carriageReturn) else { return bytes }
        let next = bytes.dropFirst() + [0]
        return zip(bytes, next).lazy
            .filter { $0 != carriageReturn || $1 != UInt8(ascii: "\n") }.map(\.0)
    }
}
