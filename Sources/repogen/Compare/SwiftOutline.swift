/// The declarations of a generated file that callers see: types, conformances and members, without
/// bodies.
struct SwiftOutline {
    /// The kind of declaration.
    enum Kind: Hashable {
        case type, conformance, property, function, initializer, enumerationCase, alias
    }

    /// A declaration, identified by its full name.
    struct Declaration: Hashable {
        let kind: Kind
        /// The enclosing type or extension; empty at the top level.
        var scope: String
        /// The name; for a function, with its labels: `find(id:)`.
        let name: String
        /// The remaining text: the type of a property, the signature after the parameters of a
        /// function, the keyword of a type.
        let detail: String
        /// The initial value of a property.
        var value: String?
        /// The parameters of a function or an initializer.
        var parameters: [Parameter] = []
        /// Whether it is a protocol requirement without a default implementation.
        var isRequirement = false
        /// Whether it is static.
        var isStatic = false
        /// The body without comments, if there is one.
        var body = ""
        /// The deprecation message; nil if it is not deprecated.
        var deprecation: String?
        /// The access level: `public`, `package`, or empty for internal.
        var access = "internal"

        var path: String { scope.isEmpty ? name : scope + "." + name }
    }

    /// A parameter, as callers see it.
    struct Parameter: Hashable {
        let label: String
        let type: String
        let defaultValue: String?
    }

    static let typeKeywords: Set = ["struct", "enum", "class", "actor", "protocol", "extension"]
    private static let modifiers: Set = [
        "public", "package", "internal", "open", "static", "nonisolated", "final", "indirect",
        "mutating", "lazy", "convenience", "required", "override", "private(set)",
    ]
    private static let accesses: Set = ["public", "package", "internal", "open"]

    /// The whole text, without comments.
    let statements: [SwiftStatement]
    /// The declarations in the order of the text, without private ones.
    private(set) var declarations: [Declaration] = []
    /// The imported modules.
    private(set) var imports: [String] = []
    /// The deprecation in front of a declaration.
    private var deprecation: String?
    /// The keyword of each type by its full name; each member looks up those of its enclosing
    /// types.
    private var keywords: [String: String] = [:]
    /// The declared conformances of each type.
    private var conformances: [String: [String]] = [:]
    /// The full names of the properties and cases.
    private var members: Set<String> = []

    /// Reads a file that compiles.
    init(of source: [UInt8]) {
        statements = SwiftStatement.statements(of: source)
        for statement in statements { add(statement, in: Scope()) }
    }

    /// The full names of the declared types, without extensions.
    var types: [String] { declarations.filter { $0.kind == .type }.map(\.path) }

    /// The keyword of a type: `struct`, `enum`, `protocol`.
    func keyword(of type: String) -> String? {
        keywords[type]
    }

    /// The declared conformances of a type.
    func conformances(of type: String) -> [String] {
        conformances[type] ?? []
    }

    /// The main type of a nested type: the entity of its draft, patch and fields.
    static func entity(of type: String) -> String {
        let ending = [".Draft", ".Patch", ".Fields"].first { type.hasSuffix($0) }
        return ending.map { String(type.dropLast($0.count)) } ?? type
    }

    /// Whether it declares a property or a case.
    func hasMember(_ path: String) -> Bool {
        members.contains(path)
    }

    /// Whether a call finds a function of the same name and result.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the call.
    ///   - declaration: A function of that name, in the called type.
    /// - Returns: Whether a function accepts the arguments and needs no others.
    func accepts(_ arguments: [Parameter], by declaration: Declaration) -> Bool {
        let base = declaration.name.prefix { $0 != "(" }
        return declarations.contains { other in
            guard other.kind == .function, other.scope == declaration.scope,
                other.name.prefix(while: { $0 != "(" }) == base, other.detail == declaration.detail
            else { return false }
            var rest = arguments[...]
            for parameter in other.parameters {
                if let next = rest.first, next.label == parameter.label {
                    guard next.type == parameter.type else { return false }
                    rest = rest.dropFirst()
                } else if parameter.defaultValue == nil {
                    return false
                }
            }
            return rest.isEmpty
        }
    }

    /// The value after the equals sign; for a case of strings without one, its name.
    func rawValue(of declaration: Declaration) -> String? {
        guard declaration.kind == .enumerationCase, declaration.value == nil else {
            return declaration.value
        }
        let isOfTexts = conformances(of: declaration.scope).contains("String")
        return isOfTexts ? "\"\(declaration.name.filter { $0 != "`" })\"" : nil
    }

    /// The case of an enumeration with raw values.
    func caseName(of rawValue: String, in type: String) -> String? {
        declarations.first {
            $0.kind == .enumerationCase && $0.scope == type && self.rawValue(of: $0) == rawValue
        }?.name
    }

    /// The enclosing context of a declaration.
    private struct Scope {
        var path = ""
        var isProtocol = false
    }

    /// The message of a deprecation, in quotes; nil for any other attribute.
    private static func deprecation(_ statement: String) -> String? {
        guard statement.hasPrefix("@available"), let elements = statement.call?.elements,
            elements.contains("deprecated")
        else { return nil }
        return elements.last?.labelled?.value ?? "nothing more"
    }

    private mutating func add(_ statement: SwiftStatement, in scope: Scope) {
        let warning = deprecation
        deprecation = Self.deprecation(statement.text)
        let first = declarations.count
        var words = statement.text.split(separator: " ").map(String.init)[...]
        let modifiers = words.prefix { Self.modifiers.contains($0) }
        let isStatic = modifiers.contains("static")
        while let word = words.first, word.hasPrefix("@") || Self.modifiers.contains(word) {
            words = words.dropFirst()
        }
        guard let keyword = words.popFirst(), keyword != "private", keyword != "fileprivate" else {
            return
        }
        let rest = words.joined(separator: " ")
        defer {
            // An extension adds only its members, which have their own.
            if keyword != "extension", declarations.indices.contains(first) {
                let access = modifiers.first(where: Self.accesses.contains)
                declarations[first].access = access ?? "internal"
                declarations[first].deprecation = warning
            }
        }
        switch keyword {
        case "import": imports.append(rest)
        case _ where Self.typeKeywords.contains(keyword):
            addType(keyword, rest, statement.members, in: scope)
        case "var", "let": addProperty(rest, statement.body, isStatic: isStatic, in: scope)
        case "func": addFunction(rest, statement.body, in: scope)
        case "case": addCases(rest, in: scope)
        case "typealias":
            let (name, type) = rest.divided(at: "=")
            append(
                Declaration(kind: .alias, scope: scope.path, name: name, detail: type ?? ""),
                in: scope
            )
        case _ where keyword.hasPrefix("init"):
            let text = ([keyword] + words).joined(separator: " ")
            addFunction(text, statement.body, in: scope)
        default: break
        }
    }

    private mutating func append(_ declaration: Declaration, in scope: Scope) {
        var declaration = declaration
        declaration.isRequirement = scope.isProtocol
        declarations.append(declaration)
        if [.property, .enumerationCase].contains(declaration.kind) {
            members.insert(declaration.path)
        }
    }

    private mutating func addType(
        _ keyword: String,
        _ rest: String,
        _ members: [SwiftStatement],
        in scope: Scope
    ) {
        let (name, conformance) = rest.divided(at: ":")
        let type = Declaration(kind: .type, scope: scope.path, name: name, detail: keyword)
        if keyword != "extension" {
            declarations.append(type)
            if keywords[type.path] == nil { keywords[type.path] = keyword }
        }
        for conformance in conformance?.dividedAtCommas ?? [] {
            declarations.append(
                Declaration(kind: .conformance, scope: type.path, name: conformance, detail: "")
            )
            conformances[type.path, default: []].append(conformance)
        }
        let inner = Scope(path: type.path, isProtocol: keyword == "protocol")
        for member in members { add(member, in: inner) }
    }

    private mutating func addProperty(
        _ rest: String,
        _ body: String,
        isStatic: Bool,
        in scope: Scope
    ) {
        let (declared, value) = rest.divided(at: "=")
        let (name, type) = declared.divided(at: ":")
        var property = Declaration(
            kind: .property,
            scope: scope.path,
            name: name,
            detail: type ?? ""
        )
        property.value = value
        property.body = body
        property.isStatic = isStatic
        append(property, in: scope)
    }

    private mutating func addFunction(_ rest: String, _ body: String, in scope: Scope) {
        guard let opening = rest.firstIndex(of: "(") else { return }
        let base = String(rest[..<opening])
        let inner = rest[opening...].bracketed
        let parameters = String(inner.dropFirst().dropLast()).dividedAtCommas.map { text in
            let (declared, value) = text.divided(at: "=")
            let (names, type) = declared.divided(at: ":")
            let label = names.split(separator: " ").first.map(String.init) ?? "_"
            return Parameter(label: label, type: type ?? "", defaultValue: value)
        }
        let isInitializer = base == "init" || base == "init?"
        let labels = parameters.map { $0.label + ":" }.joined()
        // The memberwise initializer is one declaration, however its parameters change.
        let isFromProperties = isInitializer && parameters.allSatisfy { $0.label != "from" }
        let name =
            isFromProperties && parameters.map(\.label) != ["dictionary"]
            ? base : "\(base)(\(labels))"
        var function = Declaration(
            kind: isInitializer ? .initializer : .function,
            scope: scope.path,
            name: name,
            detail: String(rest[inner.endIndex...]).split(separator: " ").joined(separator: " ")
        )
        function.parameters = parameters
        function.body = body
        append(function, in: scope)
    }

    private mutating func addCases(_ rest: String, in scope: Scope) {
        for text in rest.dividedAtCommas {
            let (declared, value) = text.divided(at: "=")
            let name = declared.prefix { $0 != "(" }
            var declaration = Declaration(
                kind: .enumerationCase,
                scope: scope.path,
                name: String(name),
                detail: String(declared.dropFirst(name.count))
            )
            declaration.value = value
            append(declaration, in: scope)
        }
    }
}
