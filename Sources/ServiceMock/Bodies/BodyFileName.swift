import RepositoryValues

/// The names of files in a folder of bodies that come from the parameters of a path.
enum BodyFileName {
    /// How many bytes the name of a file has at most, its extension included, on every file system.
    private static let maximumLength = 200

    /// The name for parameters, without an extension: `25`, or `a,b` for two.
    ///
    /// Bytes that are no letter of ASCII, no digit and none of `-`, `_`, `~` and `.` are percent-encoded, and
    /// so is a point at the beginning: no name leaves its folder or is hidden.
    ///
    /// - Parameter values: The parameters, decoded, in the order of the path.
    /// - Returns: The name; nil where it would be too long, or there is none.
    static func name(of values: [String]) -> String? {
        guard !values.isEmpty else { return nil }
        var name = values.map(PercentEncoding.encode).joined(separator: ",")
        if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
        return name.utf8.count <= maximumLength ? name : nil
    }

    /// The names by which a file for parameters is found: as it is recorded, and as people write it.
    static func candidates(for values: [String]) -> [String] {
        let plain = values.joined(separator: ",")
        // Else it would be the recorded name of other parameters.
        let isOwn = PercentEncoding.decode(plain).map { $0 == plain } ?? true
        return [name(of: values), isOwn ? plain : nil].compactMap(\.self)
    }
}
