import Foundation
import ItemProvider
import Testing

@Suite(.timeLimit(.minutes(1))) struct ProgressTests {
    let provider = NSItemProvider()

    @Test func `a load that succeeds is complete when the handler is called`() async {
        provider.registerData("public.png", "1")
        let (outcomes, outcome) = AsyncStream.makeStream(of: Data?.self)
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.png") { data, _ in
            outcome.yield(data)
        }
        for await _ in outcomes { break }
        #expect(progress.isFinished)
        #expect(progress.fractionCompleted == 1)
    }

    @Test func `the load handler's progress is part of the whole`() async throws {
        let source = Progress.discreteProgress(totalUnitCount: 4)
        let (loads, load) = AsyncStream.makeStream(of: (@Sendable (Data?, (any Error)?) -> Void).self)
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { complete in
            load.yield(complete)
            return source
        }
        let (outcomes, outcome) = AsyncStream.makeStream(of: Data?.self)
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.png") { data, _ in
            outcome.yield(data)
        }
        #expect(progress.isCancellable)
        var loading = loads.makeAsyncIterator()
        let complete = try #require(await loading.next())
        source.completedUnitCount = 1
        while progress.fractionCompleted == 0 { await Task.yield() }
        #expect(progress.fractionCompleted == 0.25)
        complete(Data([1]), nil)
        for await data in outcomes {
            #expect(data == Data([1]))
            break
        }
        #expect(progress.fractionCompleted == 1)
        #expect(progress.isFinished)
    }

    @Test func `cancelling reaches the load handler, and the error comes at once`() async throws {
        let (cancellations, cancellation) = AsyncStream.makeStream(of: Void.self)
        let (loads, load) = AsyncStream.makeStream(of: (@Sendable (Data?, (any Error)?) -> Void).self)
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { complete in
            let source = Progress.discreteProgress(totalUnitCount: 1)
            source.cancellationHandler = { cancellation.yield() }
            load.yield(complete)
            return source
        }
        let (outcomes, outcome) = AsyncStream.makeStream(of: (Data?, CocoaError.Code?).self)
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.png") { data, error in
            outcome.yield((data, (error as? CocoaError)?.code))
        }
        var loading = loads.makeAsyncIterator()
        let complete = try #require(await loading.next())
        progress.cancel()
        progress.cancel()
        var results = outcomes.makeAsyncIterator()
        let result = try #require(await results.next())
        #expect(result.0 == nil)
        #expect(result.1 == .userCancelled)
        var cancelled = cancellations.makeAsyncIterator()
        #expect(await cancelled.next() != nil)
        #expect(progress.isCancelled)
        // Too late: a second outcome would be in the stream before its end.
        complete(Data([1]), nil)
        provider.registerData("public.gif", "1")
        _ = await provider.data("public.gif")
        outcome.finish()
        #expect(await results.next() == nil)
    }

    @Test func `cancelling a parent cancels the load`() async throws {
        let (loads, load) = AsyncStream.makeStream(of: Void.self)
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { _ in
            load.yield()
            return nil
        }
        let all = Progress.discreteProgress(totalUnitCount: 1)
        let (outcomes, outcome) = AsyncStream.makeStream(of: CocoaError.Code?.self)
        all.addChild(
            provider.loadDataRepresentation(forTypeIdentifier: "public.png") { _, error in
                outcome.yield((error as? CocoaError)?.code)
            },
            withPendingUnitCount: 1
        )
        var loading = loads.makeAsyncIterator()
        _ = await loading.next()
        all.cancel()
        var results = outcomes.makeAsyncIterator()
        #expect(await results.next() == .some(.userCancelled))
    }

    @Test func `loads that are cancelled from many threads answer once each`() async {
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { complete in
            let source = Progress.discreteProgress(totalUnitCount: 1)
            DispatchQueue.global().async {
                source.completedUnitCount = 1
                complete(Data(), nil)
            }
            return source
        }
        // A continuation that is resumed twice ends the test, and one that is never resumed is its time limit.
        let answers = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<500 { group.addTask { [provider] in await Self.isAnswered(provider) } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 500)
    }

    private static func isAnswered(_ provider: NSItemProvider) async -> Bool {
        await withCheckedContinuation { continuation in
            let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.png") { data, error in
                continuation.resume(returning: data != nil || (error as? CocoaError)?.code == .userCancelled)
            }
            progress.cancel()
        }
    }
}
