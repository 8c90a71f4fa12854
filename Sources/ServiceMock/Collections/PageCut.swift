import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import ServiceModel

/// A page of a listing, by the conventions of a service.
struct PageCut {
    /// The parameter in addresses of pages, which only the mock reads.
    private static let startParameter = "_start"

    /// The indices of the elements on the page.
    let range: Range<Int>
    /// The query parameter for the next page, with its value; nil for the last page.
    private let next: (name: String, value: String)?
    private let paging: Conventions.Paging
    private let total: Int

    /// The query parameters for the page and its size.
    static func parameters(of conventions: Conventions) -> Set<String> {
        var names = parameters(of: conventions.paging)
        if case .parameter(let name)? = conventions.changes?.question { names.insert(name) }
        return names
    }

    /// The query parameters for the page and its size.
    static func parameters(of paging: Conventions.Paging) -> Set<String> {
        let place: String =
            switch paging.style {
            case .page(let name, _), .offset(let name), .token(_, let name),
                .headerToken(_, let name), .lastID(let name):
                name
            case .none, .link, .header, .next: startParameter
            }
        return Set([place, paging.sizeParameter].compactMap(\.self))
    }

    /// Cuts a page.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - paging: The paging convention.
    ///   - count: The number of elements to divide into pages.
    ///   - total: The total number of elements.
    ///   - maximum: The maximum page size.
    ///   - position: The index of an element with an identity, for services that pass the last one.
    ///   - id: The identity of the element at an index.
    /// - Throws: `MockFailure` if a parameter is invalid.
    init(
        _ request: MockRequest,
        _ paging: Conventions.Paging,
        count: Int,
        total: Int,
        maximum: Int,
        position: (String) -> Int?,
        id: (Int) -> String
    ) throws(MockFailure) {
        func number(_ name: String, else fallback: Int) throws(MockFailure) -> Int {
            guard let text = request[name], !text.isEmpty else { return fallback }
            guard let number = Int(text), number >= 0 else {
                throw MockFailure(
                    status: 400,
                    message: "The parameter '\(name)' is not an integer of at least 0: '\(text)'."
                )
            }
            return number
        }
        var wanted = paging.size ?? maximum
        if let name = paging.sizeParameter { wanted = try number(name, else: wanted) }
        let isWhole = paging.style == .none
        let size = isWhole ? max(count, 1) : max(1, min(wanted, maximum))
        var start = 0
        switch paging.style {
        case .none: break
        case .page(let name, let first):
            let pages = max(0, try number(name, else: first) - first)
            start = pages.multipliedReportingOverflow(by: size).overflow ? count : pages * size
        case .offset(let name): start = try number(name, else: 0)
        case .token(_, let name), .headerToken(_, let name): start = try number(name, else: 0)
        case .lastID(let name):
            if let last = request[name] {
                guard let found = position(last) else {
                    throw MockFailure(status: 400, message: "No entity '\(last)' to continue from.")
                }
                start = found + 1
            }
        case .link, .header, .next: start = try number(Self.startParameter, else: 0)
        }
        start = min(start, count)
        let end = min(count, start + size)
        range = start..<end
        self.paging = paging
        self.total = total
        guard end < count else {
            next = nil
            return
        }
        next =
            switch paging.style {
            case .token(_, let name), .headerToken(_, let name): (name, "\(end)")
            case .lastID(let name): (name, id(end - 1))
            case .none, .page, .offset: ("", "")
            case .link, .header, .next: (Self.startParameter, "\(end)")
            }
    }

    /// Adds the link, the token or the total to a response.
    ///
    /// - Parameters:
    ///   - body: The body, for links, tokens and totals.
    ///   - fields: The header fields of the response.
    ///   - request: The request, on whose address that of the next page is based.
    func announce(in body: inout JSON, _ fields: inout HTTPFields, to request: MockRequest) {
        func set(_ name: String, _ value: String) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // A body that is an array has no room for them.
        let hasPlaces = body.object != nil
        let address = next.map { request.address(with: $0.name, $0.value) }
        switch paging.style {
        case .link:
            if let address { set("Link", "<\(address)>; rel=\"next\"") }
        case .header(let name):
            if let address { set(name, address) }
        case .next(let path):
            if hasPlaces { body.place(address.map { .string($0) } ?? .null, at: path) }
        case .token(let path, _):
            if hasPlaces { body.place(next.map { .string($0.value) } ?? .null, at: path) }
        case .headerToken(let name, _):
            if let next { set(name, next.value) }
        case .none, .page, .offset, .lastID: break
        }
        if let path = paging.more, hasPlaces { body.place(.bool(next != nil), at: path) }
        switch paging.total {
        case .header(let name), .head(let name):
            let isRange = name.lowercased() == "content-range"
            let part = range.isEmpty ? "*" : "\(range.lowerBound)-\(range.upperBound - 1)"
            set(name, isRange ? "\(part)/\(total)" : "\(total)")
        case .member(let path): if hasPlaces { body.place(.number(.init(total)), at: path) }
        case nil: break
        }
    }
}

extension MockRequest {
    /// The origin of the service, as seen by the client.
    var origin: String { "http://\(field("Host") ?? "127.0.0.1")" }

    /// The address of this request with another value for a query parameter.
    fileprivate func address(with name: String, _ value: String) -> String {
        let kept = items.filter { $0.name != name } + [QueryItem(name: name, value: value)]
        let query = kept.map {
            "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
        }
        return "\(origin)\(path)?\(query.joined(separator: "&"))"
    }
}
