import SchemaLanguage
import TestSupport

extension SchemaMaker {
    mutating func makeEndpoint() {
        let name = declarationName()
        let file = anyFile()
        var (api, pairs) = belonging(in: file, needed: true)
        let method = random.choice(
            "get",
            "get",
            "post",
            "put",
            "patch",
            "delete",
            "head",
            "options"
        )
        var names = memberNames(random.number(in: 0...5))
        // A placeholder allows only some names.
        let placeholders = names.filter { name in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
                && name.contains { !"-.".contains($0) } && random.once(in: 3)
        }
        names.removeAll(where: placeholders.contains)
        var path = random.choice("/", "/messages", "/a%20b/c;d=e", "/x.y/~z/", "/" + prefix)
        for placeholder in placeholders {
            path += (path.hasSuffix("/") ? "" : "/") + "{\(placeholder)}"
        }
        pairs.append((method, .text(path)))
        let typed = placeholders.filter { _ in random.once(in: 2) }
        if !typed.isEmpty { pairs.append(("path", .map(typed.map { pathParameter($0) }))) }
        let isQueried = names.filter { _ in random.once(in: 2) }
        let query = isQueried.map { parameter($0, isHeader: false) }
        if !query.isEmpty { pairs.append(("query", .map(query))) }
        let headers = names.filter { !isQueried.contains($0) }.enumerated()
            .map { index, name -> (key: String, value: YAMLText) in
                parameter(random.once(in: 2) ? "X-\(index)" : name, isHeader: true, index)
            }
        // The choice depends on the names, so a seed still gives the schema that it gave before
        // cookies
        // existed.
        let cookies = headers.filter { $0.key.utf8.count.isMultiple(of: 2) }
        let fields = headers.filter { !$0.key.utf8.count.isMultiple(of: 2) }
        if !fields.isEmpty { pairs.append(("headers", .map(fields))) }
        if !cookies.isEmpty { pairs.append(("cookies", .map(cookies))) }
        // So do these: a request and a response can have the same header fields.
        if fields.count == 1 { pairs.append(("responseHeaders", .map(fields))) }
        if name.utf8.count.isMultiple(of: 4) { pairs.append(("timeout", .plain("5 min"))) }
        if ["post", "put", "patch", "delete"].contains(method), random.once(in: 2) {
            pairs.append(("body", sent(body(), name)))
        }
        addResponse(to: &pairs, api, hasBody: method != "head")
        if random.once(in: 6) { pairs.append(("authentication", .plain("none"))) }
        declare(.endpoints, name, in: file, pairs)
        endpoints.append((name, api?.name))
    }

    private mutating func addResponse(
        to pairs: inout [(key: String, value: YAMLText)],
        _ api: RandomAPI?,
        hasBody: Bool
    ) {
        let environments = (api?.environments ?? [])
        if random.once(in: 6), let environment = random.element(of: environments) {
            pairs.append(("environment", .text(environment)))
        }
        if random.once(in: 3) {
            let statuses = ["404", "400", "599"].filter { _ in random.once(in: 2) }
            var failures = statuses.map { ($0, dateless().yaml(&random)) }
            // This depends on no random number, so a seed still gives the schema that it gave
            // before texts
            // existed.
            if failures.count == 2 { failures.append(("410", .plain("text"))) }
            if !failures.isEmpty { pairs.append(("errors", .map(failures))) }
        }
        guard hasBody, !random.once(in: 4) else { return }
        let response = dateless()
        guard !pairs.contains(where: { $0.key == "path" }) || !random.once(in: 3) else {
            let answers: [(key: String, value: YAMLText)] = [
                ("200", media(of: response)), ("202", .plain("text")), ("203", .plain("bytes")),
                ("204", .plain("none")),
            ]
            return pairs.append(("responses", .map(answers)))
        }
        pairs.append(("response", media(of: response)))
        guard random.once(in: 2), let example = example(of: response) else { return }
        pairs.append(("example", example))
        if !pairs.contains(where: { $0.key == "environment" }), random.once(in: 2) {
            pairs.append(("environment", .plain("mock")))
        }
    }

    /// Returns a type for a body: not nullable, and without dates outside of structures.
    private mutating func dateless() -> RandomType {
        while true {
            let type = type(isBounded: true)
            if case .scalar(let scalar) = type.leaf, scalar.hasOwnForm { continue }
            if !type.holdsDate { return type }
        }
    }

    /// Returns a body with its media type: a bare string or bare data is ambiguous without one.
    private mutating func media(of type: RandomType) -> YAMLText {
        let isAmbiguous = ["String", "String?", "Data", "Data?"].contains(type.text)
        guard isAmbiguous || random.once(in: 5) else { return type.yaml(&random) }
        var pairs = [("json", type.yaml(&random))]
        if random.once(in: 3) { pairs.append(("media", .plain("application/vnd.x+json"))) }
        return .map(pairs)
    }

    /// Returns the body of a request; the name of the endpoint decides whether it is a stream.
    private mutating func sent(_ type: RandomType, _ name: String) -> YAMLText {
        let media = media(of: type)
        switch name.utf8.count % 8 {
        case 0: return .map([("jsonLines", type.yaml(&random))])
        case 1: return .map([("jsonSequence", type.yaml(&random))])
        case 2: return .plain("chunks")
        default: return media
        }
    }

    private mutating func body() -> RandomType {
        guard random.once(in: 2), let entity = random.element(of: entities) else {
            return dateless()
        }
        let sent = RandomType.structure("\(entity.name).\(random.choice("Draft", "Patch"))")
        return random.once(in: 4) ? .array(sent) : sent
    }

    // MARK: - Parameters

    /// Returns a type that a URL can contain.
    private mutating func scalar() -> RandomType {
        while true {
            let type = type(depth: 3)
            switch type {
            case .primitive("JSON"), .primitive("Data"), .structure, .union: continue
            case .scalar(let scalar) where scalar.primitive == "Data": continue
            default: return type
            }
        }
    }

    private mutating func pathParameter(_ name: String) -> (key: String, value: YAMLText) {
        var type = random.once(in: 2) ? RandomType.primitive("String") : scalar()
        var long: [(key: String, value: YAMLText)] = []
        if case .primitive("String") = type, random.once(in: 2) {
            long.append(("transform", .plain(random.choice("lowercased", "uppercased"))))
        } else if name.utf8.count.isMultiple(of: 3) {
            type = .array(type)
        }
        addForm(to: &long, type)
        addDoc(to: &long)
        var defaultValue: YAMLText?
        if case .array = type {} else if random.once(in: 4) { defaultValue = literal(of: type) }
        return (name, property(type, defaultValue, long))
    }

    private mutating func parameter(
        _ name: String,
        isHeader: Bool,
        _ number: Int = 0
    ) -> (key: String, value: YAMLText) {
        var long: [(key: String, value: YAMLText)] = []
        if isHeader {
            let isToken = name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                    || $0 == UInt8(ascii: "-")
            }
            if !isToken || random.once(in: 4) { long.append(("key", .text("X-Key-\(number)"))) }
        } else if random.once(in: 5) {
            long.append(("key", .text(name + random.choice("[]", "[size]", "&=", " "))))
        }
        var type = scalar()
        if !isHeader, random.once(in: 4) {
            type = .array(type)
            // Spaces and bars are left out: elements that contain them are refused.
            let words = [CheckedMedia.Arrays.repeated, .brackets, .indices, .commas]
            long.append(("arrays", .plain(words[name.utf8.count % words.count].rawValue)))
        } else if isHeader, name.utf8.count.isMultiple(of: 3) {
            type = .array(type)
        }
        let (mayBeAbsent, mayBeNull) = (random.once(in: 3), random.once(in: 6))
        if mayBeNull { type = type.orNull }
        addForm(to: &long, type)
        addDoc(to: &long, once: 8)
        let defaultValue = !mayBeAbsent && random.once(in: 3) ? literal(of: type) : nil
        return (name + (mayBeAbsent ? "?" : ""), property(type, defaultValue, long))
    }

    // MARK: - Repositories

    mutating func makeRepository() {
        let name = declarationName()
        guard takeNames(ofRepository: name) else { return }
        let file = anyFile()
        if random.once(in: 2), let entity = random.element(of: entities) {
            var pairs: [(key: String, value: YAMLText)] = [
                ("entity", .text(entity.name)),
                ("path", .text(random.choice("messages", "/notes/", "a/b%20c"))),
            ]
            let remote = ["create", "read", "update", "patch", "delete"]
                .filter { _ in random.once(in: 2) }.shuffled(using: &random)
            if !remote.isEmpty { pairs.append(("remote", .list(remote.map { .plain($0) }))) }
            // The choice depends on the name, so a seed still gives the same schema as before.
            if name.utf8.count.isMultiple(of: 2) {
                let failures = [("4xx", YAMLText.plain("JSON")), ("default", .text(entity.name))]
                pairs.append(("errors", .map(failures)))
            }
            declare(.repositories, name, in: file, pairs)
        } else if let first = random.element(of: endpoints) {
            let own = endpoints.filter { $0.api == first.api }
            let names = memberNames(random.number(in: 1...4))
            let operations = names.map { operation -> (key: String, value: YAMLText) in
                let endpoint = YAMLText.text(random.element(of: own)?.name ?? first.name)
                guard random.once(in: 4) else { return (operation, endpoint) }
                var pairs: [(key: String, value: YAMLText)] = [("endpoint", endpoint)]
                addDoc(to: &pairs, once: 2)
                return (operation, .map(pairs))
            }
            declare(.repositories, name, in: file, [("operations", .map(operations))])
        }
    }
}
