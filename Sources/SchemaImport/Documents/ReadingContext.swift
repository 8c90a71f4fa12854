import Diagnostics
import YAMLTree

/// The documents of an import, and the findings in them.
struct ReadingContext {
    var documents: DocumentSet
    var findings: Findings
    /// The reported files outside of the documents' folders.
    private var outside: Set<String> = []

    init(documents: DocumentSet, findings: Findings) {
        self.documents = documents
        self.findings = findings
    }

    /// The node at a place; nil if there is none.
    mutating func node(at place: DocumentPlace) -> YAMLNode? {
        documents.node(at: place, &findings)
    }

    /// The target of a reference; nil, with a finding, if there is none.
    mutating func target(of reference: YAMLNode) -> (place: DocumentPlace, node: YAMLNode)? {
        guard let text = reference.text else {
            findings.add(.brokenReference, "expected a string as a reference", at: reference.range)
            return nil
        }
        guard let place = place(of: reference) else {
            reportRemote(text, at: reference)
            return nil
        }
        let found = node(at: place)
        guard let found, found.isMapping || found.bool != nil else {
            findings.add(
                .brokenReference,
                documents.fault(of: place.path)
                    ?? (found == nil
                        ? "nothing at \(text.quoted)"
                        : "no object at \(text.quoted)"),
                at: reference.range
            )
            return nil
        }
        if documents.isOutside(place.path), outside.insert(place.path).inserted {
            findings.add(
                .outsideReference,
                "\(place.path.quoted) is outside of the folders of the documents, but was read",
                at: reference.range,
                hint: "make sure that it belongs to the document"
            )
        }
        return (place, found)
    }

    /// The target of a reference; nil if no file read contains it.
    mutating func place(of reference: YAMLNode) -> DocumentPlace? {
        documents.place(of: reference, &findings)
    }

    private mutating func reportRemote(_ text: String, at reference: YAMLNode) {
        let url = documents.url(of: reference)
        let isOfFile = url.scheme == "file"
        let whole = text.hasPrefix(url.text) ? "" : " is \(url.text), which"
        findings.add(
            .remoteReference,
            isOfFile
                ? "\(text.quoted) is a file URL, which is not followed"
                : url.authority == nil
                    ? "\(text.quoted)\(whole) identifies no schema of these files"
                    : "\(text.quoted)\(whole) is on another host, and is not fetched",
            at: reference.range,
            hint: isOfFile
                ? "write the path of the file, relative to this one"
                : url.authority == nil ? nil : "download it, and refer to the file"
        )
    }

    /// A node, or the target of its references.
    mutating func resolved(_ node: YAMLNode) -> YAMLNode? {
        var node = node
        var seen: Set<DocumentPlace> = []
        while let reference = node.reference {
            guard let (place, target) = target(of: reference) else { return nil }
            guard seen.insert(place).inserted else {
                findings.add(
                    .referenceCycle,
                    "\((reference.text ?? "").quoted) leads back to itself",
                    at: reference.range
                )
                return nil
            }
            node = target
        }
        return node
    }
}
