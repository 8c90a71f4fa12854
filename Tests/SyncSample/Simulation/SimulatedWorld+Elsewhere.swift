import Foundation
import RepositoryRuntime

// Events on the service that the simulated client does not cause.
extension SimulatedWorld {
    /// Creates an entity for the app, bypassing the client; returns nil if the request or its response is lost.
    func create(_ draft: Data, in path: String, key: String?) -> SimulatedService.Response? {
        state.withLock { state in
            var request = SimulatedService.Request(method: "POST", path: [path])
            request.body = try? JSON(jsonData: draft)
            request.key = key
            var random = state.plan.next() ?? SplitMix(seed: 1)
            let fate = random.next() % 4
            if fate == 0 {
                Self.tell("the app, lost before it arrives", request, &state)
                return nil
            }
            let response = Self.act(request, &state, fate == 1 ? "the app, unheard: " : "the app: ")
            return fate == 1 ? nil : response
        }
    }

    /// Performs a write by another client, one time in two.
    func writeElsewhere() {
        state.withLock { state in
            guard !state.isCalm, var random = state.plan.next(), random.next() % 2 == 0 else {
                return
            }
            writeElsewhere(&random, &state)
        }
    }

    func writeElsewhere(_ random: inout SplitMix, _ state: inout State) {
        state.figures.writesElsewhere += 1
        let number = random.next() % 100_000
        if let folders = state.service.collections["folders"]?.entities, random.next() % 4 > 0 {
            return writeFolderElsewhere(number, folders, &random, &state)
        }
        if let notices = state.service.collections["notices"]?.entities, random.next() % 4 > 0 {
            return writeNoticeElsewhere(number, notices, &random, &state)
        }
        let messages = state.service.collections["messages"]?.entities ?? []
        let choice = random.next() % 4
        let chosen = messages.randomElement(using: &random)
        var request = SimulatedService.Request(method: "POST", path: ["messages"])
        if choice == 0 || chosen == nil {
            request.body = ["text": .string("r\(number):"), "likes": 0]
            if variant.givesIdentities { request.body?["_id"] = .string("r\(number)") }
        } else if let chosen, let id = chosen["_id"]?.string, let text = chosen["text"]?.string {
            let mark = String(text.prefix { $0 != ":" })
            state.touched.insert(mark)
            let isDeleted = choice == 1 && mark.hasPrefix("r")
            state.labels[mark] = isDeleted ? nil : [.string("\(number % 100)")]
            request = SimulatedService.Request(
                method: isDeleted ? "DELETE" : "PATCH",
                path: ["messages", id]
            )
            if !isDeleted { request.body = ["labels": [.string("\(number % 100)")]] }
        }
        Self.act(request, &state, "elsewhere: ")
    }

    /// Deletes a folder, creates a page in one, or moves a page into one, as another client.
    private func writeFolderElsewhere(
        _ number: UInt64,
        _ folders: [[String: JSON]],
        _ random: inout SplitMix,
        _ state: inout State
    ) {
        guard let folder = folders.randomElement(using: &random)?["_id"] else { return }
        let pages = state.service.collections["pages"]?.entities ?? []
        var request = SimulatedService.Request(method: "POST", path: ["pages"])
        switch random.next() % 3 {
        case 0:
            request = .init(method: "DELETE", path: ["folders", folder.string ?? ""])
        case 1 where !pages.isEmpty:
            let page = pages.randomElement(using: &random)?["_id"]?.string ?? ""
            request = .init(method: "PATCH", path: ["pages", page])
            request.body = ["folder": folder]
        default:
            request.body = ["title": .string("r\(number)"), "folder": folder, "cover": folder]
            if variant.givesIdentities { request.body?["_id"] = .string("r\(number)") }
        }
        let response = state.service.answerElsewhere(request)
        state.story?.append("  elsewhere: \(request) → \(response)")
    }

    /// Creates, changes or deletes a notice, as another client.
    private func writeNoticeElsewhere(
        _ number: UInt64,
        _ notices: [[String: JSON]],
        _ random: inout SplitMix,
        _ state: inout State
    ) {
        let place = JSON.number(.init(Int(random.next() % 20)))
        var request = SimulatedService.Request(method: "POST", path: ["notices"])
        let choice = random.next() % 4
        if choice < 2 || notices.isEmpty {
            request.body = [
                "title": .string("r\(number)"), "number": place, "isKept": .bool(choice > 0),
            ]
            if variant.givesIdentities { request.body?["_id"] = .string("r\(number)") }
        } else {
            let notice = notices.randomElement(using: &random) ?? [:]
            let id = notice["_id"]?.string ?? ""
            // If it is created again, it has no file; if it is changed just after its creation, it is not recognized.
            state.touched.insert(notice["title"]?.string ?? "")
            request = .init(method: choice == 2 ? "PATCH" : "DELETE", path: ["notices", id])
            if choice == 2 { request.body = ["number": place, "isKept": .bool(number % 2 == 0)] }
        }
        Self.act(request, &state, "elsewhere: ")
    }
}
