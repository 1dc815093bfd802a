import LinuxSystem

/// Fetches and history, against a C program that has the database to itself. A call more than the floor makes is
/// allowed for: a raw ping-pong, measured in the same round, is taken off what the product took.
extension Bench {
    /// One figure and how both sides are asked for it.
    private struct Work {
        var figure: Figure
        var arguments: [String]
        /// Turns product, floor and ping-pong, in milliseconds, into what is judged.
        var value: (_ product: Double, _ floor: Double, _ pingPong: Double) -> Double
    }

    func measureReading(
        _ server: MeasuredServer,
        _ floors: Floors,
        _ database: FilePath,
        _ list: FilePath
    ) throws -> [Figure] {
        var works = works(list)
        for _ in 0..<rounds {
            let pingPong = try floors.pingPong(clients: 1, replySize: 64, seconds: 0.3)[0] / 1e3
            for position in works.indices {
                let work = works[position]
                let floor = try floors.database(database, work.arguments)
                let product = try server.measure(work.arguments)
                guard floor.count == 2, product.count == 2, floor[1] == product[1] else {
                    throw BenchmarkError("\(work.figure.name): the product found \(product), the floor \(floor)")
                }
                works[position].figure.add(
                    product[0],
                    floor: floor[0],
                    value: work.value(product[0], floor[0], pingPong)
                )
            }
        }
        return works.map(\.figure) + [try measureSize(server)]
    }

    /// A fetch result of all assets that nobody has looked at.
    private func measureSize(_ server: MeasuredServer) throws -> Figure {
        var figure = Figure("fetch result, for each asset", unit: "bytes", valueUnit: "bytes", .atMost(20))
        for _ in 0..<rounds {
            let bytes = try server.measure(["result-size"])[0]
            figure.add(bytes, value: bytes)
        }
        return figure
    }

    private func works(_ list: FilePath) -> [Work] {
        let overFloor = { (product: Double, floor: Double, pingPong: Double) in (product - pingPong) / floor }
        func work(
            _ name: String,
            _ arguments: [String],
            _ target: Figure.Target = .atMost(2)
        ) -> Work {
            Work(figure: Figure(name, unit: "ms", target), arguments: arguments, value: overFloor)
        }
        let (latest, earlier) = (LibraryRecipe.latestTransactions, LibraryRecipe.earlierTransactions)
        let all = recipe.assetCount
        return [
            work("count: favourite videos", ["count-kind", "101"]),
            work("count: screenshots of a year", ["count-range", "21"]),
            work("the latest 100 photos", ["first", "401"]),
            Work(
                figure: Figure("the latest 100, five properties each, to C + a call", unit: "ms", .atMost(4)),
                arguments: ["latest", "401"],
                value: { product, floor, pingPong in product / (floor + pingPong) }
            ),
            work("10,000 look-ups by identifier", ["lookups", list.text, "11"]),
            work("iterate \(all), five properties each", ["iterate", "1"]),
            Work(
                figure: Figure(
                    "enumerate \(all) objects, rate",
                    unit: "ms",
                    valueUnit: "1/s",
                    .atLeast(1_000_000)
                ),
                arguments: ["iterate", "1"],
                value: { product, _, _ in Double(all) / product * 1e3 }
            ),
            work("fetch all \(all), look at first and last", ["ends", "5"]),
            work("fetch all videos (information)", ["fetch-kind", "5"], .none),
            Work(
                figure: Figure("10 changes behind", unit: "ms", valueUnit: "ms", .atMost(1)),
                arguments: ["changes", "\(recipe.head - latest)", "401"],
                value: { product, _, pingPong in product - pingPong }
            ),
            Work(
                figure: Figure("10,000 changes behind", unit: "ms", .atMost(2)),
                arguments: ["changes", "\(recipe.head - latest - earlier)", "11"],
                value: { product, floor, _ in product / floor }
            ),
            Work(
                figure: Figure("\(all) changes into sets, rate", unit: "ms", .atLeast(0.5)),
                arguments: ["changes", "0", "1"],
                value: { product, floor, _ in floor / product }
            ),
        ]
    }
}
