import HTTPTypes
import RepositoryNetworking
import RepositoryValues

/// A page of a listing, cut as the conventions of a service say.
struct PageCut {
    /// The parameter of addresses of pages, which only the mock reads.
    private static let startParameter = "_start"

    /// The positions of the elements of the page.
    let range: Range<Int>
    /// The query parameter that asks for the next page, with its value; nil for the last page.
    private let next: (name: String, value: String)?
    private let paging: Conventions.Paging
    private let total: Int

    /// The query parameters that say which page it is, and of which size.
    static func parameters(of conventions: Conventions) -> Set<String> {
        var names = parameters(of: conventions.paging)
        if case .parameter(let name)? = conventions.changes?.question { names.insert(name) }
        return names
    }

    /// The query parameters that say which page it is, and of which size.
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
    ///   - request: What asks for it.
    ///   - paging: How listings are divided.
    ///   - count: How many elements are divided into pages.
    ///   - total: How many elements there are in all.
    ///   - maximum: How many a page has at most.
    ///   - position: Where an element with an identity stands, for services that name the last one.
    ///   - id: The identity of the element at a position.
    /// - Throws: `MockFailure` where a parameter is none of its kind.
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
                    message: "The parameter '\(name)' is no whole number from 0: '\(text)'."
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
                    throw MockFailure(status: 400, message: "There is no '\(last)' to go on from.")
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

    /// Says in a response what comes behind the page.
    ///
    /// - Parameters:
    ///   - body: The body, in which links, tokens and totals go.
    ///   - fields: The header fields of the response.
    ///   - request: The request, whose address that of the next page follows.
    func announce(in body: inout JSON, _ fields: inout HTTPFields, to request: MockRequest) {
        func set(_ name: String, _ value: String) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // A body that is an array has no place for them.
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
    /// The address of the service, as the client knows it.
    var origin: String { "http://\(field("Host") ?? "127.0.0.1")" }

    /// The address of this request with another value of a query parameter.
    fileprivate func address(with name: String, _ value: String) -> String {
        let kept = items.filter { $0.name != name } + [QueryItem(name: name, value: value)]
        let query = kept.map {
            "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
        }
        return "\(origin)\(path)?\(query.joined(separator: "&"))"
    }
}
