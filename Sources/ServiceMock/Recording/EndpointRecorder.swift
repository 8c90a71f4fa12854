import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaInference
import SchemaLanguage
import ServiceModel

/// Extracts the body of an endpoint from a response.
struct EndpointRecorder {
    let model: ServiceModel
    let endpoint: CheckedEndpoint
    let seed: UInt64
    /// The notes about the response.
    private(set) var note = RecordingNote()

    init(_ model: ServiceModel, _ endpoint: CheckedEndpoint, seed: UInt64) {
        self.model = model
        self.endpoint = endpoint
        self.seed = seed
    }

    private var path: JSONKeyPath { endpoint.unwrap.map { JSONKeyPath(text: $0) } ?? [] }

    /// The file name for path parameters, without folder and extension.
    ///
    /// Empty if there are none, or one of them is a secret; nil if the name would be too long.
    func fileName(_ parameters: [String: String], _ credentials: SentCredentials) -> String? {
        let keys = endpoint.pathKeys
        let values = keys.compactMap { parameters[$0] }
        let hasSecret =
            keys.contains { Secrecy.isSecret(key: $0) }
            || values.contains { credentials.isIn($0) }
            || values.contains { SecretText.cleaned($0, without: credentials) != $0 }
        return keys.isEmpty || hasSecret ? "" : BodyFileName.name(of: values)
    }

    /// The body to store for a response.
    ///
    /// - Parameters:
    ///   - response: The complete response.
    ///   - name: The subject of the samples.
    ///   - earlier: The body stored before, with other pages of a list.
    /// - Returns: The bytes; nil if nothing is stored.
    mutating func body(
        of response: RecordedResponse,
        named name: String,
        after earlier: Data?
    ) -> Data? {
        guard let type = endpoint.mockedType, media.form == .json else { return nil }
        if case .byStatus(let outcomes) = endpoint.response,
            let first = outcomes.first?.status, first != response.status
        {
            note.leave(["a mock responds with the status \(first)"])
            return nil
        }
        let whole: JSON
        do {
            whole = try JSON(jsonData: response.body)
        } catch {
            note.leave(["not JSON: \(error)"])
            return nil
        }
        guard let json = whole.value(at: path) else {
            note.leave(["no value at '\(path)'"])
            return nil
        }
        let found = findings(in: json, as: type)
        guard found.isEmpty else {
            note.leave(found)
            return nil
        }
        var removal = SecretRemoval(model, seed: seed, without: SentCredentials(response.request))
        var cleaned = secretless(json, as: type, of: name, &removal)
        // The rest of the body has no type.
        let rest = removal.cleaned(path == [] ? .null : whole.replacing(.null, at: path))
        let left = findings(in: cleaned, as: type)
        note.remove(removal.places)
        guard left.isEmpty else {
            note.leave(left)
            return nil
        }
        if endpoint.paging != nil {
            cleaned = joined(cleaned, after: earlier)
        } else if removal.places.isEmpty {
            return response.body
        }
        let kept = path == [] ? cleaned : rest.replacing(cleaned, at: path)
        return (try? kept.jsonData()).map { $0 + Data("\n".utf8) }
    }

    private var media: CheckedMedia { endpoint.mockedMedia }

    private func secretless(
        _ json: JSON,
        as type: CheckedType,
        of name: String,
        _ removal: inout SecretRemoval
    ) -> JSON {
        // The whole response may be a token.
        var names = [endpoint.head.name]
        if case .key(let key)? = path.components.last { names.append(key) }
        guard json.string != nil || json.number != nil,
            names.contains(where: { Secrecy.isSecret(key: $0) })
        else { return removal.cleaned(json, as: type, of: name, at: path) }
        removal.replace(at: path)
        return SampleMaker(model, seed: seed).value(of: type, for: names[0], .init(name, 1))
    }

    /// The elements of earlier pages and of this one, each once.
    private func joined(_ page: JSON, after earlier: Data?) -> JSON {
        guard let new = page.array,
            var elements = earlier.flatMap({ try? JSON(jsonData: $0) })?.value(at: path)?.array
        else { return page }
        var positions = Dictionary(
            elements.enumerated().map { (key(of: $0.element), $0.offset) }
        ) { first, _ in first }
        for element in new {
            let key = key(of: element)
            if let position = positions[key] {
                elements[position] = element
            } else if elements.count < RecordedEntities.maximumCount {
                positions[key] = elements.count
                elements.append(element)
            }
        }
        return .array(elements)
    }

    /// The identity of an element, or the whole element.
    private func key(of element: JSON) -> JSON {
        guard case .array(.entity(let name))? = endpoint.mockedType,
            let identity = model.entity(name)?.identity.key
        else { return element }
        return element[identity] ?? element
    }

    private func findings(in json: JSON, as type: CheckedType) -> [String] {
        JSONCheck(model).misfits(in: json, as: type, at: path)
    }
}

extension JSON {
    /// The same JSON with another value at a key path.
    fileprivate func replacing(_ value: JSON, at path: JSONKeyPath) -> JSON {
        var copy = self
        copy.place(value, at: path)
        return copy
    }
}
