import Diagnostics
import YAMLTree

extension DeclarationHeading {
    /// Reads the common keys of declarations, for a kind that can belong to an API.
    init(
        _ name: Located<String>,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) {
        self.init(name: name, doc: context.doc(mapping.optional("doc")))
        guard let node = mapping.optional("api") else { return }
        api = context.text(node, what: "api")
        hasUnreadableAPI = api == nil
    }

    /// Reports the unknown keys, and remembers whether there are any.
    ///
    /// `misplaced` has hints for keys that belong elsewhere.
    mutating func finish(
        _ mapping: MappingReader,
        in context: inout ParseContext,
        foreign: @autoclosure () -> [String: String] = [:],
        misplaced: (YAMLPair) -> String? = { _ in nil }
    ) {
        mapping.finish(in: &context, foreign: foreign(), misplaced: misplaced)
        isWhole = mapping.isMapping && !mapping.hasUnknownKeys
        if !isWhole, mapping.isMisspelled("api") { hasUnreadableAPI = true }
    }
}
