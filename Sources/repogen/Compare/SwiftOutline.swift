/// What a generated file declares to its callers: types, conformances and members, without bodies.
struct SwiftOutline {
    /// What is declared.
    enum Kind: Hashable {
        case type, conformance, property, function, initializer, enumerationCase, alias
    }

    /// A declaration by its name from the outermost type on.
    struct Declaration: Hashable {
        let kind: Kind
        /// The type or extension that it stands in; empty at the top.
        var scope: String
        /// The name, for a function with its labels: `find(id:)`.
        let name: String
        /// The rest: the type of a property, what follows the parameters of a function, the keyword
        /// of a type.
        let detail: String
        /// The value of a property, where one is written.
        var value: String?
        /// The parameters of a function or an initialiser.
        var parameters: [Parameter] = []
        /// Whether those who conform to the protocol around it have to give it.
        var isRequirement = false
        /// Whether it is of the type, and not of its values.
        var isStatic = false
        /// What it does, where it has a body: text without comments.
        var body = ""
        /// What those are warned of who name it; nil where nobody is.
        var deprecation: String?
        /// Who may name it: `public`, `package`, or all in the module.
        var access = "internal"

        var path: String { scope.isEmpty ? name : scope + "." + name }
    }

    /// A parameter as callers know it.
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

    /// All that the text says, but for comments.
    let statements: [SwiftStatement]
    /// The declarations in the order of the text; what is private is left out.
    private(set) var declarations: [Declaration] = []
    /// The modules that it imports.
    private(set) var imports: [String] = []
    /// What was said before a declaration of its future.
    private var deprecation: String?
    /// The keyword of each type by its full name, as every member asks for those around it.
    private var keywords: [String: String] = [:]
    /// What each type says that it conforms to.
    private var conformances: [String: [String]] = [:]
    /// The full names of the properties and cases.
    private var members: Set<String> = []

    /// Reads a file that compiles.
    init(of source: [UInt8]) {
        statements = SwiftStatement.statements(of: source)
        for statement in statements { add(statement, in: Scope()) }
    }

    /// The full names of the types that it declares, extensions not counted.
    var types: [String] { declarations.filter { $0.kind == .type }.map(\.path) }

    /// The keyword of a type: `struct`, `enum`, `protocol`.
    func keyword(of type: String) -> String? {
        keywords[type]
    }

    /// What a type says that it conforms to.
    func conformances(of type: String) -> [String] {
        conformances[type] ?? []
    }

    /// The type that is declared with another one: the entity of its draft, patch and fields.
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
    ///   - arguments: What the caller gives.
    ///   - declaration: A function of that name, in the type that is asked.
    /// - Returns: Whether one takes the arguments, and needs no others.
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

    /// What stands behind the equal sign; a case of texts that says nothing is its name.
    func rawValue(of declaration: Declaration) -> String? {
        guard declaration.kind == .enumerationCase, declaration.value == nil else {
            return declaration.value
        }
        let isOfTexts = conformances(of: declaration.scope).contains("String")
        return isOfTexts ? "\"\(declaration.name.filter { $0 != "`" })\"" : nil
    }

    /// The case of an enumeration that has a raw value.
    func caseName(of rawValue: String, in type: String) -> String? {
        declarations.first {
            $0.kind == .enumerationCase && $0.scope == type && self.rawValue(of: $0) == rawValue
        }?.name
    }

    /// What a declaration stands in.
    private struct Scope {
        var path = ""
        var isProtocol = false
    }

    /// What a deprecation says, in quotes; nil of everything else.
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
            if declarations.indices.contains(first) {
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
        // One initialiser from properties is one declaration, however its parameters change.
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
