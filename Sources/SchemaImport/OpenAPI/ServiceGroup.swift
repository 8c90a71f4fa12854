import YAMLTree

/// A document with its selected parts.
struct Service {
    let document: OpenAPIDocument
    let operations: [OpenAPIOperation]
    let security: SecurityTranslator
}

/// The documents of one service with its APIs, one for each way to authenticate.
struct ServiceGroup {
    private(set) var services: [Service]
    /// The APIs; the first one is that of most operations.
    private(set) var apis: [ProposedAPI]

    /// The services of documents: documents with the same servers and the same main credentials
    /// describe one service.
    static func groups(_ services: [Service], _ context: inout ImportContext) -> [ServiceGroup] {
        var groups: [ServiceGroup] = []
        for service in services {
            let api = api(of: service, &context)
            if let known = groups.firstIndex(where: { $0.isDescribed(by: api) }) {
                groups[known].add(service, api)
            } else {
                groups.append(ServiceGroup(services: [service], apis: [api]))
            }
        }
        for index in groups.indices {
            let name = context.take(groups[index].apis[0].name, or: "Service")
            groups[index].apis[0].name = name
            context.origins[name] = groups[index].services[0].document.origin
            groups[index].addVariants(&context)
        }
        return groups
    }

    /// The name of the API of an operation.
    func api(of operation: OpenAPIOperation, in service: Service) -> String {
        let index = service.security.index(of: operation) ?? 0
        guard service.security.credentials.indices.contains(index) else { return apis[0].name }
        let nodes = service.security.credentials[index].nodes
        return apis.first { $0.authentication == nodes }?.name ?? apis[0].name
    }

    // MARK: - APIs

    private static func api(of service: Service, _ context: inout ImportContext) -> ProposedAPI {
        var api = ProposedAPI(name: title(service.document))
        api.servers = ServerTranslator.servers(
            of: service.document,
            &context.reading.findings
        )
        api.doc = service.document.root["info"]?["description"]?.sentence
        api.keys = context.naming.keys
        api.authentication = service.security.credentials.first?.nodes ?? []
        return api
    }

    /// The name of a service, by the title of its document.
    private static func title(_ document: OpenAPIDocument) -> String {
        let title = document.root["info"]?["title"]?.sentence ?? "Service"
        let noise: Set = ["api", "apis", "openapi", "swagger", "rest", "the", "specification"]
        let words = title.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let kept = words.filter { word in
            !noise.contains(word.lowercased()) && word.wholeMatch(of: /[vV]?[0-9.]+/) == nil
        }
        return (kept.isEmpty ? words : kept).prefix(4).joined(separator: " ")
    }

    private func isDescribed(by api: ProposedAPI) -> Bool {
        apis[0].servers == api.servers && apis[0].authentication == api.authentication
            && (!api.servers.isEmpty || apis[0].name == api.name)
    }

    private mutating func add(_ service: Service, _ api: ProposedAPI) {
        services.append(service)
        apis[0].doc = nil
        let words = zip(apis[0].name.split(separator: " "), api.name.split(separator: " "))
        let shared = words.prefix { $0 == $1 }.map { $0.0 }.joined(separator: " ")
        if !shared.isEmpty { apis[0].name = shared }
    }

    /// Adds the APIs of operations that need other credentials than most.
    private mutating func addVariants(_ context: inout ImportContext) {
        let usual = apis[0]
        for credentials in services.flatMap({ $0.security.credentials.dropFirst() })
        where !apis.contains(where: { $0.authentication == credentials.nodes }) {
            let names = credentials.names.joined(separator: " ")
            var variant = usual
            variant.name = context.take("\(usual.name) \(names)", or: "API")
            variant.doc = "\(usual.name), for requests with other credentials: \(credentials.text)."
            variant.authentication = credentials.nodes
            context.origins[variant.name] = services[0].document.origin
            apis.append(variant)
        }
    }
}
