import RepositoryValues

/// The file names in a folder of bodies that represent path parameters.
enum BodyFileName {
    /// The maximum number of bytes in a file name, including its extension, on all file systems.
    private static let maximumLength = 200

    /// The name for parameters, without an extension: `25`, or `a,b` for two.
    ///
    /// All bytes except ASCII letters, digits, `-`, `_`, `~` and `.` are percent-encoded, and so is
    /// a leading dot: no name leaves its folder or is hidden.
    ///
    /// - Parameter values: The parameters, decoded, in the order of the path.
    /// - Returns: The name; nil if it would be too long, or there are no parameters.
    static func name(of values: [String]) -> String? {
        guard !values.isEmpty else { return nil }
        var name = values.map(PercentEncoding.encode).joined(separator: ",")
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        return name.utf8.count <= maximumLength ? name : nil
    }

    /// The possible names of a file for parameters: as recorded, and as people write it.
    static func candidates(for values: [String]) -> [String] {
        let plain = values.joined(separator: ",")
        // If not, it would be the recorded name for other parameters.
        let isOwn = PercentEncoding.decode(plain).map { $0 == plain } ?? true
        return [name(of: values), isOwn ? plain : nil].compactMap(\.self)
    }
}
