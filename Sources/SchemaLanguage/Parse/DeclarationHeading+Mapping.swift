import Diagnostics
import YAMLTree

extension DeclarationHeading {
    /// Reads what declarations say beside their name, where theirs can belong to an API.
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

    /// Reports the keys that nobody asked for, and remembers whether there are any.
    ///
    /// `misplaced` is what to say of a key that belongs elsewhere.
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
