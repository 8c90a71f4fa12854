extension Parameters {
    /// Adds the properties of an object to the query, unless it is nil.
    ///
    /// Null properties and empty arrays are left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The object.
    ///   - objects: The format of property names.
    ///   - arrays: The format of arrays in it; by default the name is repeated.
    public mutating func query<Value: JSONEncodable>(
        _ name: String,
        _ value: Value?,
        objects: FormObjects,
        arrays: FormArrays = .repeated
    ) {
        guard let value else { return }
        guard let json = try? JSON(jsonData: value.jsonData()) else {
            return note("The query parameter '\(name)' has a value that cannot be encoded.")
        }
        let encoding = FormEncoding(arrays: arrays, objects: objects, writesNull: false)
        addQuery(encoding.items(name, json))
    }
}
