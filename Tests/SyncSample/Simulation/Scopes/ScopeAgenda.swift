/// The scenes that a search has planned.
///
/// Scenes that many events may follow come first: those that are searched later are then mostly known. Beyond a number
/// of scenes, those that few events may follow come first, so that the number does not grow.
struct ScopeAgenda {
    private static let capacity = 20_000

    /// A planned scene, outside of the arrays, whose memory grows with the largest number of plans.
    private final class Plan {
        let digest: Int
        let scene: Scene

        init(digest: Int, scene: Scene) {
            (self.digest, self.scene) = (digest, scene)
        }
    }

    /// The plans by the number of remaining events.
    private var plans: [[Plan]]
    /// The budgets of planned scenes, by their digests: what follows a scene is searched once.
    private var budgets: [Int: Set<ScopeBudget>] = [:]
    private var count = 0

    init(_ budget: ScopeBudget) {
        plans = Array(repeating: [], count: budget.total + 1)
    }

    mutating func insert(_ scene: Scene, _ digest: Int) {
        let planned = budgets[digest, default: []]
        guard !planned.contains(where: { $0.covers(scene.budget) }) else { return }
        budgets[digest, default: []].insert(scene.budget)
        plans[scene.budget.total].append(Plan(digest: digest, scene: scene))
        count += 1
    }

    /// Removes and returns the next scene; nil if there is none.
    mutating func next() -> Scene? {
        let place =
            count > Self.capacity
            ? plans.firstIndex { !$0.isEmpty } : plans.lastIndex { !$0.isEmpty }
        guard let place, let plan = plans[place].popLast() else { return nil }
        budgets[plan.digest]?.remove(plan.scene.budget)
        if budgets[plan.digest]?.isEmpty ?? false { budgets[plan.digest] = nil }
        count -= 1
        return plan.scene
    }
}
