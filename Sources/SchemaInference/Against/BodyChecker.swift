import Diagnostics
import SchemaLanguage

/// Compares bodies with a type of a schema while reading.
struct BodyChecker: JSONEventHandler {
    /// The expected type of the next value.
    private enum Expected {
        case anything
        case value(CheckedType, WireForm)
    }

    /// An open container.
    private enum Frame {
        case structure(SchemaTypes.Structure, seen: Set<String>, tag: String?, SourcePosition)
        case array(CheckedType, WireForm)
        case dictionary(CheckedType, WireForm)
        /// A container with arbitrary contents.
        case anything
    }

    /// The property being read.
    private struct Site {
        var structure = ""
        var key = ""
        /// Whether null is valid, and whether it is treated as missing.
        var null = (fits: false, isDropped: false)
        /// The path of the object.
        var path: [String] = []
    }

    /// The findings.
    private(set) var findings: [BodyFinding.Mark: BodyFinding] = [:]
    /// The findings in the current body, which may turn out not to be JSON.
    private var pending: [BodyFinding.Mark: BodyFinding] = [:]
    private let types: SchemaTypes
    private let root: CheckedType
    /// Whether each element of a top-level array is a body, even if a body may be an array.
    private let areLists: Bool
    private var frames: [Frame] = []
    private var sites: [Site] = [Site()]
    private var path: [String] = []
    private var next = Expected.anything
    /// The object of a union, buffered until its tag is known.
    private var kept: TaggedObject?

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - types: The schema.
    ///   - root: The type of whole bodies.
    ///   - areLists: Whether each element of a top-level array is a body, even if a body may be an
    ///     array.
    init(_ types: SchemaTypes, root: CheckedType, areLists: Bool = false) {
        self.types = types
        self.areLists = areLists
        self.root = root
    }

    // MARK: - Events

    mutating func beginDocument() {
        frames = []
        path = []
        sites = [Site()]
        next = .value(root, .own)
        kept = nil
        pending = [:]
    }

    mutating func endDocument() {
        for finding in pending.values { findings.add(finding) }
    }

    mutating func beginObject(at place: SourcePosition) { take(.beginObject, at: place) }

    mutating func endObject() { take(.endObject, at: SourcePosition(line: 1, column: 1)) }

    mutating func beginArray(at place: SourcePosition) { take(.beginArray, at: place) }

    mutating func endArray() { take(.endArray, at: SourcePosition(line: 1, column: 1)) }

    mutating func null(at place: SourcePosition) { take(.null, at: place) }

    mutating func key(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition) {
        take(.key(String(decoding: text, as: UTF8.self)), at: place)
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition) {
        take(.text(String(decoding: text, as: UTF8.self)), at: place)
    }

    mutating func number(
        _ text: UnsafeBufferPointer<UInt8>,
        isInteger: Bool,
        at place: SourcePosition
    ) {
        take(.number(String(decoding: text, as: UTF8.self), isInteger: isInteger), at: place)
    }

    mutating func bool(_ value: Bool, at place: SourcePosition) { take(.bool(value), at: place) }

    private mutating func take(_ token: JSONToken, at place: SourcePosition) {
        guard kept != nil else { return process(token, at: place) }
        guard kept?.add(token, at: place) == true, let object = kept else { return }
        kept = nil
        replay(object)
    }

    /// Checks the object of a union by its tag.
    private mutating func replay(_ object: TaggedObject) {
        let union = object.union
        if let name = object.type?.structureNameInSchema, let structure = types.structure(name) {
            let tag = union.discriminator
            frames.append(.structure(structure, seen: [], tag: tag, object.place))
        } else {
            if !union.keepsUnknown {
                report(.mismatch, "a tag of \(union.head.name)", "another", at: object.place)
            }
            frames.append(.anything)
        }
        sites.append(Site(path: path))
        for (token, place) in object.parts { process(token, at: place) }
    }

    // MARK: - Containers

    private mutating func process(_ token: JSONToken, at place: SourcePosition) {
        switch token {
        case .endObject, .endArray: close()
        case .key(let key): enter(key, at: place)
        default:
            if case .array(let type, let wire) = frames.last {
                next = .value(type, wire)
                path.append(ShapeTree.elementPart)
                value(token, at: place)
                if token.depth == 0 { path.removeLast() }
            } else {
                value(token, at: place)
                if token.depth == 0 { leave() }
            }
        }
    }

    /// Ends a property after its value.
    private mutating func leave() {
        switch frames.last {
        case .structure, .dictionary:
            path.removeLast()
            sites.removeLast()
        case .array: path.removeLast()
        case .anything, nil: break
        }
    }

    private mutating func enter(_ key: String, at place: SourcePosition) {
        switch frames.last {
        case .structure(let structure, var seen, let tag, let start):
            seen.insert(key)
            frames[frames.count - 1] = .structure(structure, seen: seen, tag: tag, start)
            var site = Site(structure: structure.name, key: key, path: path)
            path.append(key)
            guard key != tag, let property = structure.properties[key] else {
                next = .anything
                sites.append(site)
                if key != tag, !structure.keepsUnknownKeys {
                    report(.unknown, "", "", at: place)
                }
                return
            }
            let hasDefault = property.defaultValue != nil
            site.null.isDropped = property.presence == .optional && !hasDefault
            site.null.fits = property.presence != .required || hasDefault
            sites.append(site)
            next = property.onInvalid == .fail ? .value(property.type, property.wire) : .anything
        case .dictionary(let type, let wire):
            var site = sites.last ?? Site()
            site.null = (type.isNullable, false)
            sites.append(site)
            path.append(key)
            next = .value(type, wire)
        default: next = .anything
        }
    }

    private mutating func close() {
        guard let frame = frames.popLast() else { return }
        sites.removeLast()
        if case .structure(let structure, let seen, _, let start) = frame {
            for property in structure.required where !seen.contains(property.key) {
                sites.append(Site(structure: structure.name, key: property.key, path: path))
                let isNullable = property.presence == .nullable
                report(.missing, "", "", readAs: isNullable ? "null" : nil, at: start)
                sites.removeLast()
            }
        }
        leave()
    }

    private mutating func open(_ frame: Frame) {
        frames.append(frame)
        // Findings in a container belong to the property that has it, unless it is a structure.
        var site = sites.last ?? Site()
        site.null = (false, false)
        if case .array(.nullable, _) = frame { site.null.fits = true }
        sites.append(site)
    }

    // MARK: - Values

    private mutating func value(_ token: JSONToken, at place: SourcePosition) {
        guard case .value(var type, let wire) = next else {
            if token.depth == 1 { open(.anything) }
            return
        }
        next = .anything
        if case .nullable(let inner) = type {
            if case .null = token { return }
            type = inner
        }
        if case .null = token {
            if isAny(type, wire) { return }
            let null = sites.last?.null ?? Site().null
            if null.fits, !null.isDropped { return }
            let readAs = null.isDropped ? "missing" : nil
            let depth = path.count - (sites.last?.path.count ?? 0) - 1
            return report(.null(depth: depth), type.schemaText, "null", readAs: readAs, at: place)
        }
        // Several bodies in an array.
        if case .beginArray = token, isAroundBodies(type) {
            return open(.array(.nullable(type), wire))
        }
        check(token, type, wire, at: place)
    }

    /// Whether a starting array contains bodies: at the top level, or nested in arrays that are not
    /// bodies.
    private func isAroundBodies(_ type: CheckedType) -> Bool {
        if type.structureNameInSchema != nil {
            return path.allSatisfy { $0 == ShapeTree.elementPart }
                && frames.allSatisfy { if case .array = $0 { true } else { false } }
        }
        guard frames.isEmpty, areLists, case .union(let name) = type else { return false }
        return types.union(name)?.discriminator == nil
    }

    private mutating func check(
        _ token: JSONToken,
        _ type: CheckedType,
        _ wire: WireForm,
        at place: SourcePosition
    ) {
        switch (type, token) {
        case (.draft, _), (.patch, _): fits(token)
        case (.array(let element), .beginArray): open(.array(element, wire))
        case (.dictionary(let value), .beginObject): open(.dictionary(value, wire))
        case (.value(let name), .beginObject), (.entity(let name), .beginObject):
            guard let structure = types.structure(name) else { return fits(token) }
            open(.structure(structure, seen: [], tag: nil, place))
        case (.union(let name), _):
            guard let union = types.union(name) else { return fits(token) }
            check(token, union, at: place)
        case (.enumeration(let name), _):
            guard let enumeration = types.enumeration(name) else { return fits(token) }
            if enumeration.reads(token) { return fits(token) }
            mismatch(token, type, at: place)
        default:
            guard let value = types.wireValue(type, wire) else {
                return mismatch(token, type, at: place)
            }
            let isRead =
                switch token {
                case .text(let text): value.reads(text: text)
                case .number(let text, _): value.reads(number: text)
                case .bool: value.readsBool
                default: value.isAny
                }
            if isRead { fits(token) } else { mismatch(token, type, wire, at: place) }
        }
    }

    private mutating func check(
        _ token: JSONToken,
        _ union: CheckedUnion,
        at place: SourcePosition
    ) {
        if union.discriminator != nil {
            if case .beginObject = token {
                kept = TaggedObject(of: union, at: place)
            } else if union.keepsUnknown {
                fits(token)
            } else {
                mismatch(token, .union(union.head.name), at: place)
            }
            return
        }
        let kind = token.kind
        let found = union.cases.first { declared in
            if case .kind(let mark) = declared.mark { mark == kind } else { false }
        }
        guard let found else {
            if union.keepsUnknown { return fits(token) }
            return mismatch(token, .union(union.head.name), at: place)
        }
        // A single value that no case supports is preserved, like one of an unknown case.
        if union.keepsUnknown, kind?.isSingleValue == true { return }
        check(token, found.type, .own, at: place)
    }

    private func isAny(_ type: CheckedType, _ wire: WireForm) -> Bool {
        types.wireValue(type, wire)?.isAny ?? false
    }

    /// Accepts a value with any contents.
    private mutating func fits(_ token: JSONToken) {
        if token.depth == 1 { open(.anything) }
    }

    private mutating func mismatch(
        _ token: JSONToken,
        _ type: CheckedType,
        _ wire: WireForm = .own,
        at place: SourcePosition
    ) {
        report(.mismatch, type.schemaText + wire.words, token.noun, at: place)
        fits(token)
    }

    private mutating func report(
        _ problem: BodyFinding.Problem,
        _ expected: String,
        _ found: String,
        readAs: String? = nil,
        at place: SourcePosition
    ) {
        let site = sites.last ?? Site()
        let mark = BodyFinding.Mark(structure: site.structure, key: site.key, problem: problem)
        pending.add(
            BodyFinding(
                mark: mark,
                expected: expected,
                found: found,
                readAs: readAs,
                place: place,
                path: path,
                paths: [site.path]
            )
        )
    }
}
