/// The imports of a file as they are written: so that they go together with those of other files in the
/// module, with an access level and without one.
///
/// An import without a level is internal where the module enables `InternalImportsByDefault`, and public
/// where it does not. There the compiler refuses one (SE-0409) if another file gives the same module a
/// lower level. Most files that people write have none; so ours have one only where it is needed, which
/// for `package` depends on that feature.
enum WrittenImports {
    /// The lines of imports with a level each, as they are written.
    static func lines(of imports: [String]) -> [String] {
        var lines: [String] = []
        var packaged: [String] = []
        for line in imports + [""] {
            if let rest = rest(of: line, behind: "package ") {
                packaged.append(rest)
                continue
            }
            lines += conditional(packaged)
            packaged = []
            lines.append(rest(of: line, behind: "internal ") ?? line)
        }
        return lines.dropLast()
    }

    private static func rest(of line: String, behind level: String) -> String? {
        line.hasPrefix("\(level)import ") ? String(line.dropFirst(level.count)) : nil
    }

    private static func conditional(_ imports: [String]) -> [String] {
        guard !imports.isEmpty else { return [] }
        return ["#if hasFeature(InternalImportsByDefault)"] + imports.map { "package \($0)" }
            + ["#else"] + imports + ["#endif"]
    }
}
