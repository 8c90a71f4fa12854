/// The imports of a file in a form that is compatible with those of other files in the module, with
/// and without an access level.
///
/// An import without a level is internal if the module enables `InternalImportsByDefault`, and
/// public if it does not. In the second case the compiler rejects it (SE-0409) if another file
/// imports the same module with a lower level. Most handwritten files have no levels, so generated
/// imports have one only if they need it, which for `package` depends on that feature.
enum WrittenImports {
    /// The lines to write for imports that each have a level.
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
