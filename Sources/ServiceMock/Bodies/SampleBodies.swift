import Diagnostics
import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Response bodies from a folder: those of endpoints, and the initial entities of collections.
///
/// `NAME.json` is for the endpoint or the repository NAME; `NAME/25.json` is for the endpoint with
/// the path parameter 25, and `NAME/a,b.json` for two parameters. Characters that are not allowed
/// in file names can be percent-encoded. Bodies that are not JSON have another extension.
struct SampleBodies: Sendable {
    /// The bodies of endpoints, by name and parameters.
    private var bodies: [String: Data] = [:]
    /// The entities of collections, by the name of the repository.
    private(set) var entities: [String: [[String: JSON]]] = [:]

    /// Creates an empty set of bodies.
    init() {}

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - model: The schema, which the bodies must match.
    /// - Throws: ``InvalidBodies`` with all errors in the folder.
    init(_ folder: URL, _ model: ServiceModel) throws {
        let folder = folder.resolvingSymlinksInPath()
        // Of a file, Foundation lists no contents on Linux.
        let isFolder = (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        guard isFolder,
            let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
        else { throw InvalidBodies(problems: ["no folder of bodies at '\(folder.path)'"]) }
        var problems: [String] = []
        let places = Dictionary(
            model.collections.map { ($0.name, Place.collection($0)) }
                + model.schema.endpoints.map { ($0.head.name, Place.endpoint($0)) }
        ) { first, _ in first }
        for name in names.sorted() {
            let file = folder.appending(path: name)
            let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory
            let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
            guard isFolder != true, !isHidden else { continue }
            let steps = name.split(separator: "/").map(String.init)
            let stem = URL(filePath: name).deletingPathExtension().lastPathComponent
            let subject = steps.count > 1 ? steps[0] : stem
            guard let place = places[subject], steps.count < 3 else {
                let nearest = NearestSpelling.nearest(to: subject, in: places.keys.sorted())
                problems.append(
                    "\(name): the schema has no endpoint and no repository '\(subject)'"
                        + (nearest.map { ", did you mean '\($0)'?" } ?? "")
                )
                continue
            }
            guard let data = try? Data(contentsOf: file) else {
                problems.append("\(name): the file cannot be read")
                continue
            }
            let parameters = steps.count > 1 ? stem : ""
            problems += add(data, to: place, parameters, model).map { "\(name): \($0)" }
        }
        guard problems.isEmpty else { throw InvalidBodies(problems: problems) }
    }

    /// The owner of a body.
    private enum Place {
        case collection(ServiceCollection)
        case endpoint(CheckedEndpoint)
    }

    /// The body of an endpoint; nil if the folder has none.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - parameters: The path parameters of a request.
    /// - Returns: The body for these parameters, or else the one for all.
    func body(of endpoint: CheckedEndpoint, _ parameters: [String: String]) -> Data? {
        let name = endpoint.head.name
        let values = endpoint.pathKeys.compactMap { parameters[$0] }
        let own = BodyFileName.candidates(for: values).lazy.compactMap { bodies["\(name)/\($0)"] }
        return own.first ?? bodies["\(name)/"]
    }

    /// The body in a specific file.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - name: The name of the file, without an extension; empty for the one for all parameters.
    /// - Returns: The body; nil if there is none.
    func body(of endpoint: CheckedEndpoint, named name: String) -> Data? {
        bodies["\(endpoint.head.name)/\(name)"]
    }

    /// Adds a body.
    ///
    /// - Returns: The mismatches with the schema.
    private mutating func add(
        _ data: Data,
        to place: Place,
        _ parameters: String,
        _ model: ServiceModel
    ) -> [String] {
        switch place {
        case .endpoint(let endpoint):
            bodies["\(endpoint.head.name)/\(parameters)"] = data
            guard let type = endpoint.mockedType else { return [] }
            switch endpoint.mockedMedia.form {
            case .json:
                let path = endpoint.unwrap.map { JSONKeyPath(text: $0) } ?? []
                return Self.findings(in: data, at: path, as: type, model)
            case .jsonLines:
                let lines = data.split(separator: UInt8(ascii: "\n"))
                return lines.enumerated().flatMap { index, line in
                    Self.findings(in: Data(line), at: [], as: type, model)
                        .map { "line \(index + 1): \($0)" }
                }
            default: return []
            }
        case .collection(let collection):
            let element = CheckedType.entity(collection.entity.head.name)
            let whole = try? JSON(jsonData: data)
            let path: JSONKeyPath = whole?.array == nil ? collection.conventions.envelope.list : []
            let found = Self.findings(in: data, at: path, as: .array(element), model)
            if found.isEmpty {
                let elements = whole?.value(at: path)?.array ?? []
                entities[collection.name] = elements.compactMap(\.object)
            }
            return found
        }
    }

    private static func findings(
        in data: Data,
        at path: JSONKeyPath,
        as type: CheckedType,
        _ model: ServiceModel
    ) -> [String] {
        let whole: JSON
        do {
            whole = try JSON(jsonData: data)
        } catch {
            return ["not JSON: \(error)"]
        }
        guard let json = whole.value(at: path) else { return ["no value at '\(path)'"] }
        return JSONCheck(model).misfits(in: json, as: type, at: path)
    }
}

extension CheckedEndpoint {
    /// The encoding of the mock's response body.
    var mockedMedia: CheckedMedia {
        guard case .byStatus(let outcomes) = response else { return responseMedia }
        return outcomes.first?.media ?? .json
    }

    /// The type of the mock's response body; nil if there is none.
    var mockedType: CheckedType? {
        switch response {
        case .empty: nil
        case .single(let type): type
        case .array(let element): .array(element)
        case .byStatus(let outcomes): outcomes.first?.type
        }
    }

    /// The keys of the path parameters, in order.
    var pathKeys: [String] { parameters.filter { $0.location == .path }.map(\.key) }
}

/// The errors in a folder of bodies.
public struct InvalidBodies: Error, CustomStringConvertible {
    /// The problems, each with the file and the position in it.
    public let problems: [String]

    /// All problems, one per line.
    public var description: String { problems.joined(separator: "\n") }
}
