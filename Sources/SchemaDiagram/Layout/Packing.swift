/// The positions of rectangles on a page with a good shape, without overlap: each as far up as it
/// fits, the highest first.
struct Packing {
    /// The upper left corner of each rectangle.
    let places: [Picture.Point]
    /// The size of the page.
    let width: Double
    let height: Double

    /// A rectangle.
    struct Size {
        var width: Double
        var height: Double
    }

    /// The skyline of the placed rectangles.
    private struct Step {
        var x: Double
        var width: Double
        var y: Double
    }

    /// Places rectangles.
    ///
    /// - Parameters:
    ///   - sizes: The rectangles.
    ///   - gap: The gap between two rectangles.
    ///   - aspect: The desired ratio of width to height.
    init(_ sizes: [Size], gap: Double, aspect: Double = 1.6) {
        let area = sizes.reduce(0) { $0 + ($1.width + gap) * ($1.height + gap) }
        let widest = sizes.map(\.width).max() ?? 0
        // Placing the highest first, and among equal ones the widest, usually leaves the smallest
        // gaps; the sort is stable.
        let orders = [
            sizes.indices.sorted { (-sizes[$0].height, $0) < (-sizes[$1].height, $1) },
            sizes.indices.sorted { (-sizes[$0].width, $0) < (-sizes[$1].width, $1) },
        ]
        var best = Page(sizes, orders[0], width: widest + gap, gap: gap)
        // The best of several widths, by gaps and shape.
        for order in sizes.count > 2 ? orders : [orders[0]] {
            for step in 0..<14 where !sizes.isEmpty {
                let factor = 0.7 + Double(step) * 0.08
                let width = (area * aspect).squareRoot() * factor
                guard width > widest + gap else { continue }
                let page = Page(sizes, order, width: width, gap: gap)
                if page.cost(aspect) < best.cost(aspect) - 0.001 { best = page }
            }
        }
        (places, width, height) = (best.places, best.width, best.height)
    }

    /// Packs rectangles into a page of a given width.
    private struct Page {
        private(set) var places: [Picture.Point]
        private(set) var width = 0.0
        private(set) var height = 0.0

        init(_ sizes: [Size], _ order: [Int], width: Double, gap: Double) {
            places = sizes.map { _ in Picture.Point(x: 0, y: 0) }
            var line = [Step(x: 0, width: width, y: 0)]
            for index in order {
                let wanted = Size(
                    width: sizes[index].width + gap,
                    height: sizes[index].height + gap
                )
                let place = Packing.place(for: wanted.width, in: line)
                places[index] = place
                self.width = max(self.width, place.x + sizes[index].width)
                height = max(height, place.y + sizes[index].height)
                Packing.raise(&line, at: place, by: wanted)
            }
        }

        /// The area of a page with the desired shape that contains it.
        func cost(_ aspect: Double) -> Double {
            let high = max(height, width / aspect)
            // An incompletely filled page is better than one that is too large.
            return high * high * aspect + width * height
        }
    }

    /// The highest position where a width fits, the leftmost if there are several.
    private static func place(for width: Double, in line: [Step]) -> Picture.Point {
        var best: Picture.Point?
        for first in line.indices {
            var room = 0.0
            var y = 0.0
            var index = first
            while index < line.count, room < width - 0.001 {
                y = max(y, line[index].y)
                room += line[index].width
                index += 1
            }
            guard room >= width - 0.001 else { break }
            if best.map({ y < $0.y }) ?? true { best = Picture.Point(x: line[first].x, y: y) }
        }
        return best ?? Picture.Point(x: 0, y: line.map(\.y).max() ?? 0)
    }

    private static func raise(_ line: inout [Step], at place: Picture.Point, by size: Size) {
        let end = place.x + size.width
        var raised: [Step] = []
        var isAdded = false
        for step in line {
            let stepEnd = step.x + step.width
            if stepEnd <= place.x + 0.001 || step.x >= end - 0.001 {
                if step.x >= end - 0.001, !isAdded {
                    raised.append(Step(x: place.x, width: size.width, y: place.y + size.height))
                    isAdded = true
                }
                raised.append(step)
                continue
            }
            if step.x < place.x - 0.001 {
                raised.append(Step(x: step.x, width: place.x - step.x, y: step.y))
            }
            if !isAdded {
                raised.append(Step(x: place.x, width: size.width, y: place.y + size.height))
                isAdded = true
            }
            if stepEnd > end + 0.001 {
                raised.append(Step(x: end, width: stepEnd - end, y: step.y))
            }
        }
        line = raised
    }
}
