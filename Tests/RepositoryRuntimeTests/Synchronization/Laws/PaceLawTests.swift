import Foundation
import Testing

@testable import RepositoryLocal

/// Laws of the frequency of attempts.
@Suite struct PaceLawTests {
    private func world(_ count: Int) throws -> LawWorld {
        let world = LawWorld()
        for number in 1...count {
            try world.know("m\(number)")
            try world.write { try $0.patch(id: "m\(number)", with: ["text": "new"]) }
        }
        return world
    }

    private func lines(_ numbers: ClosedRange<Int>) -> [String] {
        numbers.map { "PATCH messages/m\($0)" }
    }

    @Test("One failure does not delay unrelated entities; three in a row of one server do")
    func failures() async throws {
        let single = try world(5)
        for number in [1, 2, 4, 5] { single.service.answer("PATCH messages/m\(number)", 500) }
        try await single.run()
        #expect(single.service.takeLines() == lines(1...5))
        #expect(single.service.carriedOut == lines(3...3))

        let outage = try world(5)
        for line in lines(1...5) { outage.service.answer(line, 500) }
        try await outage.run()
        #expect(outage.service.takeLines() == lines(1...3))
        // The next run starts with those that were paused.
        for line in lines(1...5) { outage.service.fail(line, nil) }
        try await outage.run()
        #expect(outage.service.carriedOut.prefix(2) == lines(4...5)[...])
        #expect(outage.service.carriedOut.count == 5)
    }

    @Test("Retry-After applies to every run; the client's backoff does not apply to runs by hand")
    func retryAfter() async throws {
        for status in [429, 503, 500] {
            // If the server fails for one write only, another one need not wait.
            let world = try world(status == 500 ? 1 : 2)
            let line = "PATCH messages/m1"
            world.service.answer(line, status, headers: ["Retry-After": "60"])
            try await world.run()
            world.service.fail(line, nil)
            world.now += 59
            for isByHand in [true, false] { try await world.run(isByHand: isByHand) }
            #expect(world.service.takeLines() == [line], "\(status)")
            world.now += 2
            try await world.run(isByHand: false)
            #expect(world.service.carriedOut == lines(1...(status == 500 ? 1 : 2)), "\(status)")

            let other = try self.world(1)
            other.service.answer(line, 500)
            try await other.run()
            other.service.fail(line, nil)
            try await other.run(isByHand: false)
            #expect(other.service.takeLines() == [line])
            try await other.run()
            #expect(other.service.carriedOut == [line])
        }
    }
}
