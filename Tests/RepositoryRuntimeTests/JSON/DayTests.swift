import RepositoryRuntime
import Testing

@Suite("Days")
struct DayTests {
    @Test("number each day of ten thousand years")
    func everyDay() throws {
        var previous: Day?
        var count = 0
        let first = try #require(Day(year: 0, month: 1, day: 1)).daysSince1970
        let last = try #require(Day(year: 9999, month: 12, day: 31)).daysSince1970
        #expect(first == -719_528)
        #expect(last == 2_932_896)
        #expect(Day(daysSince1970: first - 1) == nil)
        #expect(Day(daysSince1970: last + 1) == nil)
        #expect(Day(daysSince1970: .min) == nil)
        for number in stride(from: first, through: last, by: 97) {
            let day = try #require(Day(daysSince1970: number))
            #expect(day.daysSince1970 == number)
            if let previous { #expect(previous < day) }
            previous = day
            count += 1
        }
        #expect(count > 37_000)
    }

    @Test(
        "are encoded in ISO 8601",
        arguments: [
            ("2026-11-21", 20_778), ("1970-01-01", 0), ("2000-02-29", 11_016),
            ("0000-02-29", -719_469),
        ]
    )
    func text(text: String, number: Int) throws {
        let day = try #require(Day(text))
        #expect(day.daysSince1970 == number)
        #expect(day.description == text)
        #expect(try Day(jsonText: "\"\(text)\"") == day)
        #expect(try day.jsonText() == "\"\(text)\"")
        #expect(try Day(dictionaryValue: text) == day)
        #expect(day.dictionaryValue as? String == text)
    }

    @Test(
        "that are invalid are rejected",
        arguments: [
            "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31",
            "2026-1-1", "20261121", "2026-11-21T00:00:00Z", "", "+2026-11-21", "２026-11-21",
            "-001-01-01", "2026-11-21 ",
        ]
    )
    func refused(text: String) {
        #expect(Day(text) == nil)
        #expect(throws: JSONError.self) { try Day(jsonText: "\"\(text)\"") }
        #expect(throws: ConversionError.self) { try Day(dictionaryValue: text) }
    }

    @Test("have a distance in days")
    func adding() throws {
        let day = try #require(Day("2026-12-31"))
        #expect(day.adding(days: 1) == Day("2027-01-01"))
        #expect(day.adding(days: -365) == Day("2025-12-31"))
        #expect(day.adding(days: .max) == nil)
        #expect(day.adding(days: 10_000_000) == nil)
    }
}
