import Foundation

// The fields of a form, and the parts of a multipart body.
extension Parameters {
    /// Adds a field to the body, unless the value is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func field<Value: ParameterValue>(_ name: String, _ value: Value?) {
        if let value { addField(name, value.parameterText) }
    }

    /// Adds the elements of an array to the body.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out.
    public mutating func field<Value: ParameterValue>(_ name: String, _ values: [Value]?) {
        if let values { addFields(name, values.map(\.parameterText)) }
    }

    /// Adds a field encoded with a codec to the body, unless the value is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    ///   - codec: The codec.
    public mutating func field<Codec: JSONCodec>(
        _ name: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { addField(name, codec.parameterText(of: value)) }
    }

    /// Adds the elements of an array to the body, each encoded with a codec.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: The values; nil is left out.
    ///   - codec: The codec of the elements.
    public mutating func field<Codec: JSONCodec>(
        _ name: String,
        _ values: [Codec.Value]?,
        using codec: Codec
    ) {
        if let values { addFields(name, values.map(codec.parameterText)) }
    }

    /// Adds a JSON part to a multipart body, unless the value is nil.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func jsonPart<Value: JSONEncodable>(_ name: String, _ value: Value?) {
        guard let value else { return }
        guard let json = try? value.jsonData() else { return noteField(name) }
        fields.append(BodyPart(name: name, content: .json(json)))
    }

    /// Adds a file to a multipart body, unless it is nil.
    ///
    /// - Parameters:
    ///   - name: The name of the part.
    ///   - file: The file.
    public mutating func file(_ name: String, _ file: FileUpload?) {
        if let file { fields.append(BodyPart(name: name, content: .file(file))) }
    }

    /// Adds files to a multipart body, each in a separate part.
    ///
    /// - Parameters:
    ///   - name: The name of the parts.
    ///   - files: The files; nil is left out.
    public mutating func file(_ name: String, _ files: [FileUpload]?) {
        for file in files ?? [] { self.file(name, file) }
    }

    private mutating func addField(_ name: String, _ text: String?) {
        guard let text else { return noteField(name) }
        fields.append(BodyPart(name: name, content: .text(text)))
    }

    private mutating func addFields(_ name: String, _ texts: [String?]) {
        let all = texts.compactMap(\.self)
        guard all.count == texts.count else { return noteField(name) }
        fields.append(BodyPart(name: name, content: .texts(all)))
    }

    private mutating func noteField(_ name: String) {
        note("The field '\(name)' has a value that cannot be encoded.")
    }
}
