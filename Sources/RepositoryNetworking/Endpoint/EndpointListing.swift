import HTTPTypes

/// Requests the pages of an endpoint's response.
struct EndpointListing<Definition: EndpointDefinition, Element: ResponseBody>: PageListing
where Definition.Response == ArrayResponse<Element> {
    private let request: GenericRequest<Definition>
    private let networking: any Networking
    private let size: Int?
    /// The pages; nil before the first.
    private var pages: ServicePages?

    /// Creates a listing.
    ///
    /// - Parameters:
    ///   - request: The request of the first page, without paging parameters.
    ///   - networking: Sends the requests.
    ///   - size: The page size, if the service supports setting it.
    init(_ request: GenericRequest<Definition>, over networking: any Networking, size: Int?) {
        self.request = request
        self.networking = networking
        self.size = size
    }

    mutating func next() async throws(RepositoryError) -> PageSequence<Element>.Page? {
        var pages = if let known = self.pages { known } else { try firstPages() }
        defer { self.pages = pages }
        guard let page = try await pages.next() else { return nil }
        let elements = try request.result(of: page.response, to: page.request)
        let content = try content(of: page)
        guard pages.advance(after: page, content) else { return nil }
        return PageSequence.Page(elements: elements, total: page.total, response: page.raw)
    }

    private func firstPages() throws(RepositoryError) -> ServicePages {
        let first = try request.networkingRequest()
        // The example of an endpoint is a single page.
        let isMock = first.environment == .mock
        let paging = isMock ? Conventions.Paging(.none) : Definition.paging.sized(size)
        return ServicePages(paging, over: isMock ? ExampleNetworking() : networking) { query in
            var request = first
            if !query.isEmpty {
                let path = first.head.path ?? ""
                request.head.path = path + (path.contains("?") ? "&" : "?") + query
            }
            return request
        }
    }

    /// Returns what distinguishes a page from the previous one.
    private func content(of page: ServicePages.Page) throws(RepositoryError) -> PageContent {
        var content = PageContent()
        do throws(JSONError) {
            let text = try JSONPart.text(at: Definition.responsePath, in: page.response.body)
            guard let text else { return content }
            for element in try [JSON](jsonData: text) {
                content.add(element, identityKey: Definition.identityKey)
            }
            return content
        } catch {
            throw RepositoryError(unreadable: page.response, to: page.request, error)
        }
    }
}

/// Returns the examples of endpoints.
private struct ExampleNetworking: Networking {
    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        try request.exampleResponse()
    }
}

extension Networking {
    /// Returns the pages of an endpoint's response, as declared by its
    /// ``EndpointDefinition/paging``.
    ///
    ///     for try await page in networking.pages(of: Endpoint.ListMessages(author: "Ada")) {
    ///         show(page.elements)
    ///     }
    ///
    /// In the mock environment there is one page: the example of the endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with its arguments.
    ///   - size: The page size, if the service supports setting it; that of the endpoint by
    ///     default.
    ///   - environment: The environment; that of the endpoint, or else of the session, by default.
    /// - Returns: The pages, each requested when it is needed.
    public func pages<Definition: EndpointDefinition, Element>(
        of endpoint: Definition,
        size: Int? = nil,
        environment: APIEnvironment? = nil
    ) -> PageSequence<Element> where Definition.Response == ArrayResponse<Element> {
        let request = GenericRequest(endpoint, environment: environment)
        return PageSequence(EndpointListing(request, over: self, size: size))
    }
}
