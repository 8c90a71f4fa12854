import Diagnostics
import YAMLTree

/// The documents of an import, and what was found in them.
struct ReadingContext {
    var documents: DocumentSet
    var findings: Findings
    /// The files outside of the folders of the documents that were reported.
    private var outside: Set<String> = []

    init(documents: DocumentSet, findings: Findings) {
        self.documents = documents
        self.findings = findings
    }

    /// What is at a place; nil for nothing.
    mutating func node(at place: DocumentPlace) -> YAMLNode? {
        documents.node(at: place, &findings)
    }

    /// What a reference leads to; nil, with a finding, where that is nothing.
    mutating func target(of reference: YAMLNode) -> (place: DocumentPlace, node: YAMLNode)? {
        guard let text = reference.text else {
            findings.add(.brokenReference, "expected a text as a reference", at: reference.range)
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
                        ? "there is nothing at \(text.quoted)"
                        : "there is no object at \(text.quoted)"),
                at: reference.range
            )
            return nil
        }
        if documents.isOutside(place.path), outside.insert(place.path).inserted {
            findings.add(
                .outsideReference,
                "\(place.path.quoted) is outside of the folders of the documents, and is read",
                at: reference.range,
                hint: "make sure that it belongs to the document"
            )
        }
        return (place, found)
    }

    /// Where a reference leads; nil where nothing that was read is there.
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
                ? "\(text.quoted) is the URL of a file, and is not followed"
                : url.authority == nil
                    ? "\(text.quoted)\(whole) identifies no schema of these files"
                    : "\(text.quoted)\(whole) is on another machine, and is not fetched",
            at: reference.range,
            hint: isOfFile
                ? "write the path of the file, from the folder of this one"
                : url.authority == nil ? nil : "download it, and refer to the file"
        )
    }

    /// A node, or what its reference leads to, over any number of them.
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
