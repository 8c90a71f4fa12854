import Foundation
import RepositoryValues
import SchemaLanguage

/// Adapts samples to the constraints of a property, to the extent that trial and error can.
struct ConstrainedSample {
    /// The number of texts to try for a pattern.
    private static let tries = 40

    private let constraints: CheckedConstraints

    init(_ constraints: CheckedConstraints) {
        self.constraints = constraints
    }

    /// A value that satisfies the constraints; the original value if none was found.
    ///
    /// - Parameters:
    ///   - json: The sample.
    ///   - element: Makes another element of an array, by its index.
    /// - Returns: The value.
    func fitted(_ json: JSON, element: (_ number: Int) -> JSON) -> JSON {
        guard let elements = json.array else { return values(json) }
        return .array(fitted(elements.map(values), element))
    }

    /// A value whose single values satisfy the constraints.
    private func values(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): .array(elements.map(values))
        case .object(let members): .object(members.mapValues(values))
        case .null, .bool: json
        case .number, .string: single(json)
        }
    }

    private func isFitting(_ json: JSON) -> Bool {
        constraints.problems(in: json, at: JSONKeyPath()).isEmpty
    }

    private func fitted(_ elements: [JSON], _ element: (_ number: Int) -> JSON) -> [JSON] {
        var (least, most, isUnique) = (0, Int.max, false)
        for constraint in constraints.all {
            switch constraint {
            case .minItems(let count): least = max(least, count)
            case .maxItems(let count): most = min(most, count)
            case .uniqueItems: isUnique = true
            default: break
            }
        }
        var fitted: [JSON] = []
        // Samples should not be endless, and no schema needs more.
        let wanted = min(max(least, min(elements.count, most)), 1_000)
        for number in 0..<(wanted * 4) where fitted.count < wanted {
            let one = number < elements.count ? elements[number] : values(element(number + 1))
            if !isUnique || !fitted.contains(one) { fitted.append(one) }
        }
        return fitted
    }

    private func single(_ json: JSON) -> JSON {
        guard !isFitting(json) else { return json }
        if let text = json.string, !constraints.numbersAreText {
            return texts(text).lazy.map { JSON.string($0) }.first(where: isFitting) ?? json
        }
        let numbers = candidates(around: json.double ?? json.string.flatMap { Double($0) } ?? 0)
        let isText = json.string != nil
        return numbers.lazy.compactMap { number -> JSON? in
            let isWhole = number == number.rounded() && abs(number) < 1e15
            let digits = isWhole ? "\(Int(number))" : "\(number)"
            return isText ? .string(digits) : JSON.Number(digits).map { .number($0) }
        }.first(where: isFitting) ?? json
    }

    /// Candidate texts for the constraints.
    private func texts(_ text: String) -> [String] {
        var (least, most) = (0, Int.max)
        var bases = [text]
        for constraint in constraints.all {
            switch constraint {
            case .minLength(let count): least = max(least, count)
            case .maxLength(let count): most = min(most, count)
            case .pattern(let source): bases += Self.texts(matching: source, for: text)
            case .format(let format): bases.insert(Self.sample(of: format, for: text), at: 0)
            default: break
            }
        }
        return bases.flatMap { base -> [String] in
            var scalars = Array(base.unicodeScalars.prefix(most))
            // Limits the size of samples.
            let wanted = min(least, 10_000)
            while scalars.count < wanted { scalars += Array(" and more".unicodeScalars) }
            if base != text || scalars.count > most { scalars = Array(scalars.prefix(most)) }
            let repeated = String(
                repeating: base,
                count: base.isEmpty ? 0 : wanted / base.count + 1
            )
            return [
                base, String(String.UnicodeScalarView(scalars.prefix(most))),
                String(String.UnicodeScalarView(scalars.prefix(max(wanted, 1)))),
                String(repeated.prefix(max(wanted, 1))),
            ]
        }
    }

    /// Candidate texts for a pattern, different for each sample.
    private static func texts(matching pattern: String, for text: String) -> [String] {
        guard let samples = PatternSamples(pattern) else { return [] }
        var random = SampleRandom(seed: 0, text)
        return (0..<tries).map { _ in samples.text { random.next() } }
    }

    /// A text in a format, different for each sample.
    private static func sample(of format: TextFormat, for text: String) -> String {
        var random = SampleRandom(seed: 0, text)
        let number = random.number(in: 1...9_999)
        return switch format {
        case .email: "ada\(number)@example.com"
        case .hostname: "host\(number).example.com"
        case .ipv4: "192.0.2.\(number % 255)"
        case .ipv6: "2001:db8::\(number)"
        case .uri: "https://example.com/\(number)"
        case .uuid:
            "6D3C1F0E-8A52-4B7C-9E15-\(100_000_000_000 + Int(random.next() % 900_000_000_000))"
        }
    }

    /// Candidate numbers for the constraints.
    private func candidates(around number: Double) -> [Double] {
        var (least, most, step) = (-1e9, 1e9, 1.0)
        for constraint in constraints.all {
            switch constraint {
            case .minimum(let bound), .exclusiveMinimum(let bound):
                least = max(least, bound.number.double ?? least)
            case .maximum(let bound), .exclusiveMaximum(let bound):
                most = min(most, bound.number.double ?? most)
            case .multipleOf(let bound): step = bound.number.double ?? step
            default: break
            }
        }
        let first = (least / step).rounded(.up) * step
        let last = (most / step).rounded(.down) * step
        let near = (min(max(number, least), most) / step).rounded() * step
        // Keeps different numbers different if possible, instead of clamping all to the nearest
        // bound.
        let count = (last - first) / step + 1
        let within =
            first + abs(number).rounded().truncatingRemainder(dividingBy: max(count, 1)) * step
        return [
            within, near, near - step, near + step, first, first + step, last, last - step,
            (least + most) / 2, least, most, 0, 1,
        ].filter(\.isFinite)
    }
}
