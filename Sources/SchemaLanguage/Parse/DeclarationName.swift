import Diagnostics
import YAMLTree

/// The names of declarations in a schema.
enum DeclarationName {
    /// The maximum length of a name in bytes: it becomes a file name, possibly with a suffix, and
    /// file systems allow 255.
    private static let limit = 200

    /// Parses a name: a capital letter, then letters, digits and `_`; it becomes a type and a file.
    ///
    /// `misplaced` has hints for keys that belong elsewhere and are not names.
    ///
    /// - Returns: The name, even if it is reported as invalid, so that references to it cause no
    ///   further mistakes. Nil if there is none, or it is too long to be repeated.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext,
        misplaced: @autoclosure () -> String? = nil
    ) -> Located<String>? {
        guard let name = node.scalarText else {
            context.reportKind(of: node, what: "the name of a declaration", expected: "a string")
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
            // A key that belongs elsewhere declares nothing here.
            return name.isEmpty || misplaced != nil ? nil : Located(name, at: node.range)
        }
        return Located(name, at: node.range)
    }

    /// `blog-post` may have been intended as `BlogPost`.
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
