import Diagnostics
import YAMLTree

/// The names that a schema may give to what it declares.
enum DeclarationName {
    /// The most bytes of a name: it becomes the name of a file, to which a suffix may be added, and
    /// file systems take 255.
    private static let limit = 200

    /// Parses a name: a capital letter, then letters, digits and `_`; it becomes a type and a file.
    ///
    /// `misplaced` is what to say of a key that belongs elsewhere, where it is no name.
    ///
    /// - Returns: the name, also one that is reported as it is not like that: what refers to it is no
    ///   mistake of its own. Nil where there is none, or one too long to be repeated.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext,
        misplaced: @autoclosure () -> String? = nil
    ) -> Located<String>? {
        guard let name = node.scalarText else {
            context.reportKind(of: node, what: "the name of a declaration", expected: "text")
            return nil
        }
        let scalars = name.unicodeScalars
        let isLegal = scalars.enumerated().allSatisfy { $1.isNamePart(first: $0 == 0) }
        guard name.utf8.count <= limit else {
            context.report(
                .invalidName,
                "the name of a declaration has at most \(limit) bytes in UTF-8, "
                    + "found \(name.utf8.count)",
                at: node.range
            )
            return nil
        }
        guard isLegal, scalars.first?.properties.isUppercase == true else {
            let misplaced = misplaced()
            context.report(
                .invalidName,
                """
                expected a name of letters, digits and '_' with a capital first, \
                found '\(name.shortened(to: 60))'
                """,
                at: node.range,
                hint: misplaced ?? suggestion(for: name).map { "write \($0)" }
            )
            // What belongs elsewhere declares nothing here.
            return name.isEmpty || misplaced != nil ? nil : Located(name, at: node.range)
        }
        return Located(name, at: node.range)
    }

    /// `blog-post` may have been meant as `BlogPost`.
    private static func suggestion(for name: String) -> String? {
        let words = name.unicodeScalars
            .split { !$0.isNamePart(first: false) || $0 == "_" }
            .map { String(Substring($0)) }
        let suggestion = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard let first = suggestion.unicodeScalars.first, first.properties.isUppercase else {
            return nil
        }
        return suggestion
    }
}
