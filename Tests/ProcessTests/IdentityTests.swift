import Glibc
import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Who is taken for the app that the person let in. Every program here is a copy of `identity-actor`, which does
    /// what its arguments say; the library has one photo, so 1 is the answer for the app, and 0 for one that was not
    /// let in.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct IdentityTests {
        // MARK: Other executables

        @Test func `the app that was let in sees the library, and another executable does not`() throws {
            let scene = try Scene()
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            let other = try scene.copyOfActor("other")
            #expect(try scene.run(other, Scene.question) == .count(0))
            // By whatever name it is called, it is the file that counts.
            let link = scene.folder.file("link")
            try scene.shell("ln -s \(scene.app.text) \(link.text)")
            #expect(try scene.run(link, Scene.question) == .count(1))
        }

        @Test func `a copy under another path is another app, and so is another name of the same file`() throws {
            let scene = try Scene()
            let copy = scene.folder.file("copy")
            let name = scene.folder.file("name")
            try scene.shell("cp \(scene.app.text) \(copy.text); ln \(scene.app.text) \(name.text)")
            #expect(try scene.run(copy, Scene.question) == .count(0))
            #expect(try scene.run(name, Scene.question) == .count(0))
        }

        // MARK: Inherited connections

        @Test(arguments: [
            ["fork"], ["orphan"], ["spawn", "OTHER"], ["spawn", "APP"], ["fork", "exec", "OTHER"], ["exec", "OTHER"],
            ["exec", "APP"], ["exec", "OTHER", "exec", "APP"],
        ])
        func `a connection is of no use to a child, nor to another program in its place`(_ steps: [String]) throws {
            let scene = try Scene()
            #expect(try scene.run(scene.app, ["hello"] + steps + ["ask"]) == .closed)
            #expect(try scene.run(scene.app, ["hello", "ask"] + steps + ["ask"]) == .closed)
            // Before the server has heard anything, too.
            let early = try scene.run(scene.app, ["connect"] + steps + ["sayHello", "settle", "ask"])
            // Without a child it may be recognised as what it has become meanwhile, which then asks in its own name.
            if steps.first == "exec" {
                #expect([.closed, .count(steps.last == "APP" ? 1 : 0)].contains(early))
            } else {
                #expect(early == .closed)
            }
            // It is the connection that is lost, not the app's leave.
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
        }

        @Test func `bytes that another program sent are not the app's, though the app be there when they are read`()
            throws
        {
            let scene = try Scene()
            #expect(
                try scene.run(scene.app, ["hello", "exec", "OTHER", "send", "ask", "exec", "APP", "hear"]) == .closed
            )
        }

        @Test func `a program cannot ask first and become the app before the server looks`() throws {
            let scene = try Scene()
            let other = try scene.copyOfActor("other")
            // The server sleeps while it happens.
            try scene.server.program.send(signal: SIGSTOP)
            let steps = ["connect", "sayHello", "send", "ask", "listen", "exec", "APP", "say", "ready", "pause"]
            let program = try scene.start(other, steps)
            #expect(program.waitForOutput(containing: "ready"))
            try scene.server.program.send(signal: SIGCONT)
            #expect(program.waitForOutput(containing: "closed"))
            #expect(!program.outputText.contains("answered"))
            #expect(scene.server.program.waitForError(containing: "earlyFrame"))
            try program.send(signal: SIGKILL)
        }

        /// The memory that the server pins is kept in use by a child, so that only the process itself shows that it
        /// runs another program. The moments at which it becomes the app are spread over those at which the server
        /// looks.
        @Test func `a program cannot become the app while the server looks, nor keep its memory for it`() throws {
            let scene = try Scene()
            let other = try scene.copyOfActor("other")
            for delay in stride(from: 0, to: 3_000, by: 150) {
                let steps = [
                    "connect", "hold", "sayHello", "delay", "\(delay)", "send", "ask", "exec", "APP", "pause",
                ]
                let program = try scene.start(other, steps)
                #expect(program.waitForOutput(containing: "ed"))
                #expect(try scene.answers(to: program).allSatisfy { $0 == .count(0) }, "after \(delay) microseconds")
                try program.write("x")
                _ = try program.finish()
            }
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
        }

        @Test(.enabled(if: Scene.canChooseNumbers, "needs root and /proc/sys/kernel/ns_last_pid"))
        func `a process that got the number of the app's process is not the app`() throws {
            let scene = try Scene()
            #expect(try scene.run(scene.app, ["hello", "recycle", "ask"]) == .closed)
            #expect(try scene.run(scene.app, ["hello", "recycle", "exec", "APP", "ask"]) == .closed)
            // One that connects by itself is whoever it is.
            let other = try scene.copyOfActor("other")
            #expect(try scene.run(scene.app, ["connect", "recycle", "exec", other.text] + Scene.question) == .count(0))
        }

        // MARK: Mount namespaces

        @Test(.enabled(if: Scene.canMount, "needs the right to make a mount namespace"))
        func `a file that is mounted in the app's place in another namespace is not the app`() throws {
            let scene = try Scene()
            let other = try scene.copyOfActor("other")
            let mount = "mount --bind \(other.text) \(scene.app.text)"
            let inside = try scene.start(
                "/usr/bin/unshare",
                ["-m", "--", "/bin/sh", "-c", mount + " && exec \"$0\" \"$@\"", "APP"] + Scene.question
            )
            #expect(try scene.outcome(of: inside) == .closed)

            // The same file, executed from outside of that namespace: its path reads as the app's.
            let keeper = try scene.start(
                "/usr/bin/unshare",
                ["-m", "--", "/bin/sh", "-c", mount + " && exec \"$0\" say ready pause", other.text]
            )
            #expect(keeper.waitForOutput(containing: "ready"))
            let path = FilePath("/proc/\(keeper.processIdentifier)/root\(scene.app.text)")
            #expect(try scene.run(path, Scene.question) == .closed)
            #expect(scene.server.program.waitForError(containing: "leads to another file"))
            try keeper.send(signal: SIGKILL)
        }

        @Test(
            .enabled(if: Scene.canMount, "needs the right to make a namespace"),
            arguments: [["--user"], ["--pid", "--fork"]]
        )
        func `the app in a namespace of users or of process numbers of its own is nobody`(_ options: [String]) throws {
            let scene = try Scene()
            let inside = try scene.start(scene.app, Scene.question, under: ["/usr/bin/unshare"] + options)
            #expect(try scene.outcome(of: inside) == .closed)
            #expect(scene.server.program.waitForError(containing: "of its own"))
            // Nor does it speak for the person.
            let tool = try scene.start(
                scene.app,
                Scene.question,
                under: ["/usr/bin/unshare"] + options,
                socket: scene.server.managementSocket.text
            )
            #expect(try scene.outcome(of: tool) == .closed)
            #expect(scene.server.program.waitForError(containing: "for nobody in a sandbox or namespace"))
        }

        @Test(.enabled(if: Scene.canMountFUSE, "needs root and /dev/fuse"))
        func `a process whose root never answers costs nobody anything, and a server that it waits for ends`() throws {
            let scene = try Scene()
            let silent = scene.folder.file("silent")
            try FileNames.makeFolder(silent)
            // The server sleeps until the process has its root.
            try scene.server.program.send(signal: SIGSTOP)
            let program = try scene.start(
                scene.app,
                [
                    "silence", "fuse.silent", silent.text, "connect", "sayHello", "chroot", silent.text, "say", "ready",
                    "hear",
                ],
                under: ["/usr/bin/unshare", "--mount"]
            )
            #expect(program.waitForOutput(containing: "ready"))
            try scene.server.program.send(signal: SIGCONT)
            #expect(try scene.outcome(of: program) == .closed)
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            #expect(try scene.server.stop().status == .exited(0))
        }

        // MARK: Replaced executables

        @Test func `another program in the app's place has to ask again`() throws {
            let scene = try Scene()
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            try scene.replaceApp(adding: "x")
            #expect(try scene.run(scene.app, Scene.question) == .count(0))
            #expect(try scene.status == .notDetermined)
            #expect(scene.server.program.errorText.contains("program-replaced"))
            #expect(try scene.owner.grants().filter(\.isReplaced).map(\.app) == ["exe:" + scene.app.text])
            let list = try scene.server.photos("privacy", "list").output
            #expect(list.contains("This program has changed since you allowed it"))
            // The old one does not get it back by itself.
            try scene.replaceApp(adding: "")
            #expect(try scene.run(scene.app, Scene.question) == .count(0))
            try scene.letIn(.authorized)
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            #expect(try !scene.owner.grants().contains(where: \.isReplaced))
        }

        @Test func `the question of a program that another was put in the place of says so`() async throws {
            let scene = try Scene()
            try scene.replaceApp(adding: "x")
            let agent = try TestAgent(scene.server.owner)
            defer { agent.leave() }
            let program = try scene.start(scene.app, ["hello", "request", "pause"])
            let prompt = try #require(await agent.prompt())
            #expect(prompt.program == Prompt.Program(isReplacement: true))
            try agent.answer(prompt, .access(.authorized))
            try program.write("x")
            _ = try program.finish()
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
        }

        @Test func `an interpreter is named as one, with the script that it says it runs`() async throws {
            let scene = try Scene()
            let agent = try TestAgent(scene.server.owner)
            defer { agent.leave() }
            // Any program is one by the name of its file. Its arguments, in place of a script's, are the actor's.
            let python = try scene.copyOfActor("python3.11")
            let program = try scene.start(python, ["say", "x", "hello", "request", "pause"])
            let prompt = try #require(await agent.prompt())
            #expect(prompt.program == Prompt.Program(isInterpreter: true, claimedScript: "say"))
            try agent.answer(prompt, .access(.denied))
            try program.write("x")
            _ = try program.finish()
        }

        @Test func `a decision about a program whose file was only touched closes no connection`() throws {
            let scene = try Scene()
            let program = try scene.start(scene.app, ["hello", "ask", "say", "asked", "pause", "ask"])
            #expect(program.waitForOutput(containing: "asked"))
            try scene.shell("touch \(scene.app.text); ln \(scene.app.text) \(scene.app.text).name")
            try scene.letIn(.authorized)
            try program.write("x")
            #expect(try scene.outcome(of: program) == .count(1))
        }

        @Test func `what was picked by a program is gone when another is put in its place`() async throws {
            let scene = try Scene()
            try scene.letIn(.notDetermined)
            let agent = try TestAgent(scene.server.owner)
            defer { agent.leave() }
            let photos = try scene.server.owner.fetch(FetchRequest(.allAssets))
            let steps = [
                "hello", "pick", "hear", "pause", "picked", "say", "once", "pause", "picked", "say", "twice", "pause",
            ]
            let program = try scene.start(scene.app, steps + ["picked"])
            try agent.answer(try #require(await agent.prompt()), .picked([photos[0]]))
            try program.write("x")
            #expect(program.waitForOutput(containing: "once"))
            // Nobody else has it, not even under the same name; and the same program put there again changes nothing.
            try scene.replaceApp(adding: "")
            #expect(try scene.run(scene.app, ["hello", "picked"]) == .failed(.notFound))
            try program.write("x")
            #expect(program.waitForOutput(containing: "twice"))
            #expect(try scene.answers(to: program).dropFirst() == [.files(1), .files(1)])

            try scene.replaceApp(adding: "x")
            #expect(try scene.run(scene.app, ["hello", "picked"]) == .failed(.notFound))
            try program.write("x")
            #expect(try scene.outcome(of: program) == .failed(.notFound))
            #expect(scene.server.program.errorText.contains("program-replaced"))
        }

        // MARK: Builds

        @Test func `a build in a developer's folder keeps what was allowed, until that ends`() throws {
            let scene = try Scene()
            let builds = scene.folder.path.text
            let photos = { (arguments: String...) in try scene.server.photos(["privacy", "developer"] + arguments) }
            #expect(try photos("--folder", builds, "--until", "1h").status == .exited(0))
            #expect(try photos().output.contains(builds))
            try scene.replaceApp(adding: "x")
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            #expect(scene.server.program.errorText.contains("program-rebuilt"))
            // Another program in the folder asks for itself.
            #expect(try scene.run(try scene.copyOfActor("other"), Scene.question) == .count(0))
            #expect(try photos("--folder", builds, "--end").status == .exited(0))
            #expect(try photos().output.isEmpty)
            // What is there stays allowed; the next build asks.
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            try scene.replaceApp(adding: "xx")
            #expect(try scene.run(scene.app, Scene.question) == .count(0))
            #expect(try scene.owner.grants().filter(\.isReplaced).count == 1)
        }

        @Test(arguments: ["chmod o+w APP", "chmod g+w FOLDER", "chmod o+w FOLDER"])
        func `a folder or program that others can write to is no developer's`(_ change: String) throws {
            let scene = try Scene()
            let builds = scene.folder.path.text
            try scene.owner.setDeveloperFolder(builds, until: WallClock.microseconds() + 60_000_000)
            try scene.replaceApp(adding: "x")
            let words = change.replacing("APP", with: scene.app.text).replacing("FOLDER", with: builds)
            try scene.shell(words)
            #expect(try scene.run(scene.app, Scene.question) == .count(0))
            #expect(try scene.status == .notDetermined)
            if change.hasSuffix("FOLDER") {
                #expect(try scene.owner.developerFolders().map(\.problem) == ["others can write to \(builds)"])
                let finished = try scene.server.photos("privacy", "developer", "--folder", builds, "--until", "1h")
                #expect(finished.status == .exited(1))
                #expect(finished.errors.contains("others can write to"))
            }
        }

        @Test func `no folder, a link, the root and times out of bounds are refused`() throws {
            let scene = try Scene()
            let now = WallClock.microseconds()
            let folder = scene.folder.path.text
            try scene.shell("ln -s \(folder) \(folder)/link")
            let others = [folder + "/link", folder + "/../x", folder + "/", scene.app.text]
            for path in ["/", "/nonexistent", "relative"] + others {
                #expect(throws: LibraryError.self, "\(path)") {
                    try scene.owner.setDeveloperFolder(path, until: now + 60_000_000)
                }
            }
            for until in [now - 1, now + DeveloperFolder.maximumTime * 2, .max, .min] {
                #expect(throws: LibraryError.self) { try scene.owner.setDeveloperFolder(folder, until: until) }
            }
            #expect(try scene.owner.developerFolders().isEmpty)
        }

        @Test func `what was denied stays denied to the next program`() throws {
            let scene = try Scene()
            try scene.letIn(.denied)
            try scene.replaceApp(adding: "x")
            #expect(try scene.run(scene.app, Scene.question) == .count(0))
            #expect(try scene.status == .denied)
        }

        @Test
        func `the same program is the app whatever happened to its file, also after the server was started again`()
            throws
        {
            let scene = try Scene()
            try scene.shell("touch \(scene.app.text); chmod 711 \(scene.app.text)")
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            try scene.shell("cp \(scene.app.text) \(scene.app.text).new; mv \(scene.app.text).new \(scene.app.text)")
            try scene.server.stop()
            let next = try ServerProcess(in: scene.folder)
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            try scene.replaceApp(adding: "x", restarting: next)
            let last = try ServerProcess(in: scene.folder)
            #expect(try scene.run(scene.app, Scene.question) == .count(0))
            try last.stop()
        }

        @Test func `a permission that was given beforehand is for the first program that comes`() throws {
            let scene = try Scene()
            let later = scene.folder.file("later")
            try scene.letIn(.authorized, later)
            _ = try scene.copyOfActor("later")
            #expect(try scene.run(later, Scene.question) == .count(1))
            try scene.shell("printf x >> \(later.text)")
            #expect(try scene.run(later, Scene.question) == .count(0))
        }

        @Test func `a decision is for the program that asked, and not for one that was there before it`() throws {
            let scene = try Scene()
            try scene.letIn(.notDetermined)
            // A stranger connects under the app's path, and the app's file is put back.
            try scene.replaceApp(adding: "x")
            let stranger = try scene.start(scene.app, ["hello", "ask", "pause", "ask"])
            #expect(stranger.waitForOutput(containing: "answered"))
            try scene.replaceApp(adding: "")
            try scene.letIn(.authorized)
            #expect(try scene.run(scene.app, Scene.question) == .count(1))
            try stranger.write("x")
            #expect(try scene.outcome(of: stranger) == .closed)

            // While the app waits for the answer, its file is swapped: the answer is not for what lies there.
            let agent = try TestAgent(scene.server.owner)
            defer { agent.leave() }
            try scene.letIn(.notDetermined)
            let asker = try scene.start(scene.app, ["hello", "request", "hear", "pause", "ask"])
            #expect(asker.waitForOutput(containing: "answered"))
            try scene.replaceApp(adding: "y")
            try scene.letIn(.authorized)
            #expect(try scene.run(scene.app, Scene.question) == .count(0))
            #expect(try scene.status == .notDetermined)
        }
    }
}
