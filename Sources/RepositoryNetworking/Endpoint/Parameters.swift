package import HTTPTypes

/// The path, query, header, cookie and body parameters of an endpoint's request.
///
///     var parameters = Parameters()
///     parameters.path("id", id)
///     parameters.query("after", after)        // nil is left out
///     parameters.query("label", labels)       // an array repeats the name
///     parameters.query("id", ids, arrays: .commas)
///     parameters.query("color", color, objects: .brackets)
///     parameters.header("If-Match", version)
///     parameters.cookie("session", session)
///     parameters.field("title", title)        // of a form or a multipart body
///
/// Values are encoded strictly: no value can become another path, parameter or header field. A
/// value that is not allowed in its place is an error when the request is created.
public struct Parameters: Sendable {
    /// The encoded path parameters, by name.
    var pathValues: [String: String] = [:]
    /// The encoded query parameters, in order.
    var queryItems: [String] = []
    /// The header fields.
    var headers = HTTPFields()
    /// The cookies.
    var cookies = CookieField(nil)
    /// The fields of a form or the parts of a multipart body, in order.
    var fields: [BodyPart] = []
    /// The reason why no request can be created, in a sentence without values.
    var firstProblem: String?

    /// The header fields, including the cookies.
    package var headerFields: HTTPFields {
        var fields = headers
        if let cookies = cookies.value { fields[.cookie] = cookies }
        return fields
    }

    /// Creates empty parameters.
    public init() {}

    // MARK: - Path

    /// Sets a path parameter.
    ///
    /// - Parameters:
    ///   - name: The name between the braces.
    ///   - value: The value; nil and an empty string are errors, because the result would be another
    ///     path.
    public mutating func path<Value: ParameterValue>(_ name: String, _ value: Value?) {
        setPath(name, value?.parameterText)
    }

    mutating func setPath(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else {
            return note("The path parameter '\(name)' has no value.")
        }
        pathValues[name] = PercentEncoding.encode(text)
    }

    // MARK: - Query

    /// Adds a query parameter, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func query<Value: ParameterValue>(_ name: String, _ value: Value?) {
        if let value {
            addQuery(name, value.parameterText)
        }
    }

    /// Adds the elements of an array to the query, unless the array is nil or empty.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values.
    ///   - arrays: The array format; by default the name is repeated.
    public mutating func query<Value: ParameterValue>(
        _ name: String,
        _ values: [Value]?,
        arrays: FormArrays = .repeated
    ) {
        if let values { addQuery(name, values.map(\.parameterText), arrays) }
    }

    mutating func addQuery(_ name: String, _ text: String?) {
        guard let text else {
            return note("The query parameter '\(name)' has a value that cannot be encoded.")
        }
        queryItems.append(FormItem(name, text).queryText)
    }

    mutating func addQuery(_ name: String, _ texts: [String?], _ arrays: FormArrays) {
        let known = texts.compactMap(\.self)
        guard known.count == texts.count else {
            return note("The query parameter '\(name)' has a value that cannot be encoded.")
        }
        let elements = JSON.array(known.map { .string($0) })
        addQuery(FormEncoding(arrays: arrays).items(name, elements))
    }

    mutating func addQuery(_ items: [FormItem]) {
        if let problem = items.lazy.compactMap(\.queryProblem).first {
            return note("The query parameter \(problem)")
        }
        queryItems += items.map(\.queryText)
    }

    // MARK: - Headers

    /// Sets a header field, unless the value is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value; a line break is an error.
    public mutating func header<Value: ParameterValue>(_ name: String, _ value: Value?) {
        if let value {
            setHeader(name, value.parameterText)
        }
    }

    mutating func setHeader(_ name: String, _ text: String?) {
        guard let field = HTTPField.Name(name), let text, HTTPField.isValidValue(text) else {
            return note("The header '\(name)' has a value that cannot be encoded.")
        }
        headers[field] = text
    }

    mutating func note(_ problem: String) {
        firstProblem = firstProblem ?? problem
    }
}
