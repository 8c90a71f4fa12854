/// The answer to many creations at once, matched by position, and by what was sent.
package struct BatchAnswer: Sendable {
    private let elements: [JSON]
    /// The answer to each, where each has one.
    private let answers: [NetworkingResponse]
    private let response: NetworkingResponse
    private let request: NetworkingRequest

    /// Reads an answer.
    ///
    /// - Throws: `RepositoryError` where it is no array.
    package init(
        _ response: NetworkingResponse,
        to request: NetworkingRequest
    ) throws(RepositoryError) {
        self.response = response
        self.request = request
        do throws(JSONError) {
            let found = try [JSON](jsonData: response.body)
            if let form = request.form, form.hasRequests {
                let creations = found.map(form.creation)
                (elements, answers) = (creations.map(\.entity), creations.map(\.answer))
            } else {
                (elements, answers) = (found, [])
            }
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    /// The positions of the elements that are about some drafts.
    ///
    /// Some services answer in another order, and some leave out what they have not created: what is at
    /// the position of a draft is then about another one.
    ///
    /// - Parameter sent: The drafts, in the order in which they were sent.
    /// - Returns: The position for each; nil where nobody knows.
    package func places(of sent: [[String: JSON]]) -> [Int?] {
        let hasOneForEach = elements.count == sent.count
        var free = Set(elements.indices)
        var places: [Int?] = sent.indices.map { index in
            let isOwn = hasOneForEach && !contradicts(elements[index], sent[index])
            return isOwn ? free.remove(index) : nil
        }
        for index in sent.indices where places[index] == nil {
            let found = elements.indices.first { place in
                free.contains(place) && JSON.object(sent[index]).isKept(as: elements[place])
            }
            places[index] = found.flatMap { free.remove($0) }
        }
        for place in free.sorted() {
            // What says little is about the only one that it can be about.
            let subjects = sent.indices.filter { index in
                places[index] == nil && isAbout(sent[index], elements[place])
            }
            guard subjects.count == 1, let index = subjects.first else { continue }
            places[index] = free.remove(place)
        }
        guard hasOneForEach else { return places }
        // What the service has made of these, nobody would recognize.
        return places.indices.map { places[$0] ?? free.remove($0) }
    }

    /// Whether an element has values of a draft, and none that the service would not have made of it.
    private func isAbout(_ sent: [String: JSON], _ element: JSON) -> Bool {
        guard let members = element.object else { return false }
        return members.keys.contains { sent[$0] != nil } && !contradicts(element, sent)
    }

    /// Whether an element has a value that the service would not have made of what was sent.
    private func contradicts(_ element: JSON, _ sent: [String: JSON]) -> Bool {
        guard let members = element.object else { return false }
        return members.contains { key, value in sent[key].map { !$0.isKept(as: value) } ?? false }
    }

    /// The element at a position; nil where there is none.
    package func element(at index: Int?) -> JSON? {
        // Else `nil` would be null of JSON.
        guard let index, elements.indices.contains(index) else { return .none }
        return elements[index]
    }

    /// The answer to what is at a position alone; nil where there is one to all.
    package func answer(at index: Int) -> NetworkingResponse? {
        answers.indices.contains(index) ? answers[index] : nil
    }

    /// The members of the entity at a position.
    ///
    /// - Throws: `RepositoryError` where there is none, or it is no object.
    func members(at index: Int?) throws(RepositoryError) -> [String: JSON] {
        guard let members = element(at: index)?.object else {
            let own = index.flatMap { answer(at: $0) }
            if let own, !own.isSuccess { throw RepositoryError(status: own, to: request) }
            // One that was there before comes with 200.
            let isSilent = own.map { $0.status != 200 } ?? false
            var error = RepositoryError(
                isSilent ? .unreadableResponse : .invalid,
                during: request.operation,
                message: isSilent
                    ? "The server does not say what it has created of this one of the batch."
                    : "The server has not created this one of the batch."
            )
            error.response = own ?? response
            throw error
        }
        return members
    }
}
