extension Parameters {
    /// Adds the properties of an object to the query, unless it is nil.
    ///
    /// A property that is null, and an empty array, are left out.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The object.
    ///   - objects: How its properties are named.
    ///   - arrays: How the elements of arrays in it are written: the name for each by default.
    public mutating func query<Value: JSONEncodable>(
        _ name: String,
        _ value: Value?,
        objects: FormObjects,
        arrays: FormArrays = .repeated
    ) {
        guard let value else { return }
        guard let json = try? JSON(jsonData: value.jsonData()) else {
            return note("The query parameter '\(name)' has a value that cannot be written.")
        }
        let encoding = FormEncoding(arrays: arrays, objects: objects, writesNull: false)
        addQuery(encoding.items(name, json))
    }
}
