import LibraryModel
import LibraryStore
import Testing

@Suite struct DiskFullTests {
    @Test func `a full disk is told, leaves nothing half done, and ends when there is room`() throws {
        let directory = ScratchDirectory()
        let full = try TestLibrary(directory: directory) { $0.maximumDatabasePages = 60 }
        var added = 0
        var failure: LibraryError?
        while failure == nil {
            do {
                try full.person.add(count: 20)
                added += 20
            } catch let error as LibraryError {
                failure = error
            }
        }
        #expect(failure?.code == .notEnoughSpace)
        #expect(failure?.isRetryable == true)
        #expect(!full.store.isReadOnly)
        #expect(try full.person.ids(.allAssets).count == added)
        let token = try full.person.currentToken()
        #expect(token.sequence == UInt64(added / 20))
        #expect(errorCode { try full.person.add(count: 200) } == .notEnoughSpace)
        #expect(try full.person.currentToken() == token)
        #expect(try full.store.integrityCheck() == [])
        full.store.close()
        let roomy = try TestLibrary(directory: directory)
        try roomy.person.add(count: 200)
        #expect(try roomy.person.ids(.allAssets).count == added + 200)
    }

    @Test func `one block that does not fit harms none of those that wait with it`() throws {
        let library = try TestLibrary { $0.maximumDatabasePages = 400 }
        let failures = Recorder<Int>()
        onThreads(4) { index in
            for _ in 0..<3 {
                do {
                    try library.person.add(count: index == 0 ? 5_000 : 1)
                } catch {
                    failures.append(index)
                }
            }
        }
        #expect(failures.values == [0, 0, 0])
        #expect(try library.person.ids(.allAssets).count == 9)
        #expect(try library.store.integrityCheck() == [])
    }
}
