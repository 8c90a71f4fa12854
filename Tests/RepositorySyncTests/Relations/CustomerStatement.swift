import RepositoryRuntime
import TestSupport

/// A condition, and the equivalent Swift closure.
struct CustomerStatement {
    let name: String
    let condition: Condition
    let holds: @Sendable (Customer) -> Bool

    init(
        _ name: String,
        _ condition: (Customer.Fields) -> Condition,
        holds: @escaping @Sendable (Customer) -> Bool
    ) {
        self.name = name
        self.condition = condition(Customer.Fields())
        self.holds = holds
    }

    /// Combines two statements, or negates the first.
    init(_ first: CustomerStatement, _ second: CustomerStatement, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            self.init("(\(first.name) && \(second.name))") { _ in
                first.condition && second.condition
            } holds: {
                first.holds($0) && second.holds($0)
            }
        case 1:
            self.init("(\(first.name) || \(second.name))") { _ in
                first.condition || second.condition
            } holds: {
                first.holds($0) || second.holds($0)
            }
        default:
            self.init("!\(first.name)") { _ in
                !first.condition
            } holds: {
                !first.holds($0)
            }
        }
    }
}

extension CustomerStatement {
    /// Returns conditions on single nested values.
    static func ofValues(_ word: String, _ number: Int) -> [CustomerStatement] {
        [
            CustomerStatement("city ==") {
                $0.address.city == word
            } holds: {
                $0.address?.city == word
            },
            CustomerStatement("office city ==") {
                $0.office.city == word
            } holds: {
                $0.office.value?.city == word
            },
            CustomerStatement("city != word") {
                $0.address.city != word
            } holds: {
                $0.address?.city != word
            },
            CustomerStatement("city <") {
                $0.address.city <= word && $0.address.city >= word
            } holds: {
                $0.address?.city == word
            },
            CustomerStatement("street == nil") {
                $0.address.street == nil
            } holds: {
                $0.address?.street == nil
            },
            CustomerStatement("country hasPrefix") {
                $0.address.geo.country.hasPrefix(word)
            } holds: {
                $0.address?.geo.map { $0.country.hasPrefix(word) } ?? false
            },
            CustomerStatement("country contains") {
                $0.address.geo.country.contains(word)
            } holds: {
                $0.address?.geo.map { word.isEmpty || $0.country.contains(word) } ?? false
            },
            CustomerStatement("zone >") {
                $0.address.geo.zone > number
            } holds: {
                $0.address?.geo?.zone.map { $0 > number } ?? false
            },
            CustomerStatement("zone == nil") {
                $0.address.geo.zone == nil
            } holds: {
                $0.address?.geo?.zone == nil
            },
            CustomerStatement("office zone <=") {
                $0.office.geo.zone <= number
            } holds: {
                $0.office.value?.geo?.zone.map { $0 <= number } ?? false
            },
            CustomerStatement("geo == nil") {
                $0.address.geo == nil
            } holds: {
                $0.address?.geo == nil
            },
            CustomerStatement("floors contains") {
                $0.address.floors.contains(number)
            } holds: {
                $0.address?.floors.contains(number) ?? false
            },
            CustomerStatement("height <") {
                $0.address.height < Double(number) + 0.5
            } holds: {
                $0.address?.height.map { $0 < Double(number) + 0.5 } ?? false
            },
        ]
    }

    /// Returns conditions on arrays of nested values.
    static func ofLists(_ word: String, _ number: Int) -> [CustomerStatement] {
        [
            CustomerStatement("product ==") {
                $0.lines.product == number
            } holds: {
                $0.lines.contains { $0.product == number }
            },
            CustomerStatement("product isOneOf") {
                $0.lines.product.isOneOf([number, 3])
            } holds: {
                $0.lines.contains { $0.product == number || $0.product == 3 }
            },
            CustomerStatement("amount >=") {
                $0.lines.amount >= Int8(number)
            } holds: {
                $0.lines.contains { $0.amount >= number }
            },
            CustomerStatement("note !=") {
                $0.lines.note != word
            } holds: {
                !$0.lines.contains { $0.note == word }
            },
            CustomerStatement("note == nil") {
                $0.lines.note == nil
            } holds: {
                $0.lines.allSatisfy { $0.note == nil }
            },
            CustomerStatement("note hasPrefix") {
                $0.lines.note.hasPrefix(word)
            } holds: {
                $0.lines.contains { $0.note?.hasPrefix(word) ?? false }
            },
            CustomerStatement("tier ==") {
                $0.lines.tier == .gold
            } holds: {
                $0.lines.contains { $0.tier == .gold }
            },
            CustomerStatement("tags contains") {
                $0.lines.tags.contains(word)
            } holds: {
                $0.lines.contains { $0.tags.contains(word) }
            },
            CustomerStatement("line country ==") {
                $0.lines.geo.country == word
            } holds: {
                $0.lines.contains { $0.geo?.country == word }
            },
            CustomerStatement("code ==") {
                $0.lines.discounts.code == word
            } holds: {
                $0.lines.contains { $0.discounts.contains { $0.code == word } }
            },
            CustomerStatement("visits city ==") {
                $0.address.visits.city == word
            } holds: {
                $0.address?.visits.contains { $0.city == word } ?? false
            },
            CustomerStatement("one line: product and amount") {
                $0.lines.contains { $0.product == number && $0.amount > 1 }
            } holds: {
                $0.lines.contains { $0.product == number && $0.amount > 1 }
            },
            CustomerStatement("one line: not tags, or note") {
                $0.lines.contains { !$0.tags.contains(word) || $0.note == word }
            } holds: {
                $0.lines.contains { !$0.tags.contains(word) || $0.note == word }
            },
            CustomerStatement("one line: a discount of one code") {
                $0.lines.contains { line in
                    line.product >= number
                        && line.discounts.contains { $0.code == word && $0.percent < 3 }
                }
            } holds: {
                $0.lines.contains { line in
                    line.product >= number
                        && line.discounts.contains { $0.code == word && $0.percent < 3 }
                }
            },
        ]
    }
}
