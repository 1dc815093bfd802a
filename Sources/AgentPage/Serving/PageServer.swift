package import InstalledPrograms
package import LibraryClient
internal import LibraryModel
package import LinuxSystem
internal import PhotoSearch
internal import PhotosAgent

/// Serves the agent's page (prompts, pickers, privacy) to the browsers of one user.
package final class PageServer: Sendable {
    private let routes: PageRoutes
    private let address: PageAddress
    private let listener: HTTPListener
    private let observation: ChangeObservation
    private let whenAsked: @Sendable () -> Void

    /// Listens at `address` and `port` (0: any that is free) for browsers of `user`, and subscribes to prompts. Calls
    /// `whenAsked` for each. `programs`: what this machine says of the apps' programs.
    package init(
        _ client: LibraryClient,
        port: UInt16,
        address: PageAddress = .random(),
        user: UInt32 = OwnProcess.user,
        programs: InstalledPrograms = .ofThisMachine,
        requestTime: UInt64 = ConnectionDeadlines.requestTime,
        clock: @escaping @Sendable () -> UInt64 = MonotonicClock.now,
        importRoom: ImportRoom = ImportRoom(),
        whenAsked: @escaping @Sendable () -> Void = {}
    ) throws(SystemCallError) {
        let routes = PageRoutes(
            client,
            PromptFeed(client, .browser),
            OpenPages(),
            SessionSecrets(clock: clock),
            address,
            programs,
            PageImports(client, importRoom, clock: clock)
        )
        self.routes = routes
        self.address = address
        self.whenAsked = whenAsked
        // Fails now if the kernel does not tell the users of connections: later it would admit nobody.
        _ = try LoopbackPeer(address: .ipv4, port: 0, ownPort: 0).user()
        // Observes before a page can read anything, so that a page never misses a commit after what it has read.
        observation = try client.observeChanges {
            routes.libraryChanged()
            PageServer.tellOfChange(routes)
        }
        listener = try HTTPListener(
            port: port,
            requestTime: requestTime,
            HTTPListener.Handlers(
                admits: { PageServer.isUser(user, $0) },
                knows: { routes.checks.hasSession($0) },
                admission: { routes.admission(of: $0) },
                response: { routes.response(to: $0) }
            )
        )
        try routes.cloudWatch.start()
        try routes.feed.start { [weak self] event in self?.deliver(event) }
    }

    deinit { stop() }

    package var port: UInt16 { listener.port }

    /// The `Host` that requests have to have.
    package var host: String { address.host(port) }

    /// A link that works once.
    package func makeLink() -> String { "\(address.origin(port))/open?secret=\(routes.secrets.makeLink())" }

    /// How many pages are open, and when one was closed last.
    package var openPages: Int { routes.pages.count }
    package var lastClosed: UInt64? { routes.pages.lastClosed }
    /// Whether a prompt waits.
    package var isAsking: Bool { !routes.feed.prompts.isEmpty }

    package func stop() {
        routes.feed.stop()
        routes.cloudWatch.stop()
        observation.cancel()
        routes.pages.stop()
        listener.stop()
    }

    /// Whether the peer is this user's. When that cannot be told, it is not.
    private static func isUser(_ user: UInt32, _ peer: LoopbackPeer) -> Bool {
        do throws(SystemCallError) {
            return try peer.user() == user
        } catch {
            return false
        }
    }

    private func deliver(_ event: PromptFeed.Event) {
        do {
            switch event {
            case .prompt(let prompt):
                // First, because a page that opens gets the prompt anyway.
                whenAsked()
                try routes.pages.send(.prompt(routes.promptJSON(prompt)))
            case .withdrawn(let number): try routes.pages.send(.withdrawn(number))
            case .update(let number, let update): try routes.pages.send(.update(number, update))
            case .server(let isConnected):
                try routes.pages.send(.server(isConnected: isConnected))
                guard isConnected else { return }
                try routes.readOnly.refresh { [routes] in PageServer.tellOfChange(routes) }
            }
        } catch {
            // The server has gone again. The feed reports that too, and pages reload when it is back.
        }
    }

    private static func tellOfChange(_ routes: PageRoutes) {
        do { try routes.pages.send(.library()) } catch { preconditionFailure("an event without content: \(error)") }
    }
}
