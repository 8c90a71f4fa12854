import Diagnostics
import SwiftEmitter

/// The declarations that `--only` names, and the files that declare them.
///
/// Files are found by their declarations, not by name: if names differ only in case, a file has
/// another name. The file of a mock belongs to its repository.
struct DeclarationSelection {
    private let names: Set<String>

    /// Whether only some files are selected.
    var isPartial: Bool { !names.isEmpty }

    /// Selects the files of the given names; without names, all files.
    ///
    /// - Throws: if no schema declares a name.
    init(_ names: [String], among files: [[GeneratedFile]]) throws(ToolError) {
        self.names = Set(names)
        guard !names.isEmpty else { return }
        let declared = files.joined().flatMap(Self.declaredNames)
        for name in names where !declared.contains(name) {
            throw .arguments("no schema declares '\(name)'", hint: Self.hint(for: name, declared))
        }
    }

    private static func hint(for name: String, _ declared: [String]) -> String? {
        let names = name.split(separator: ",")
        if names.count > 1 {
            return "separate names by spaces: `--only \(names.joined(separator: " "))`"
        }
        return NearestSpelling.nearest(to: name, in: declared).map { "did you mean '\($0)'?" }
    }

    /// The selected files of an output.
    func files(of all: [GeneratedFile]) -> [GeneratedFile] {
        guard isPartial else { return all }
        return all.filter { file in
            Self.declaredNames(in: file).contains { name in
                names.contains(name)
                    || file.path.hasPrefix("Mocks/") && name.hasSuffix("Mock")
                        && names.contains(String(name.dropLast(4)))
            }
        }
    }

    private static func declaredNames(in file: GeneratedFile) -> [String] {
        SwiftOutline(of: file.bytes).types.map { type in
            type.hasPrefix("Endpoint.") ? String(type.dropFirst("Endpoint.".count)) : type
        }
    }
}
