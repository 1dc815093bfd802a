import LibraryClient
import LibraryModel
import LibraryStore
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryServer

/// What an administrator forbids.
@Suite(.timeLimit(.minutes(2))) struct AccessPolicyTests {
    private let everything: AppRestriction = [.readWrite, .addOnly, .picker]

    @Test func `rules name apps exactly or by their beginning, with exceptions and levels`() throws {
        let policy = try AccessPolicy(
            """
            {"restrict": [
                {"apps": ["exe:/opt/games/*", "flatpak:com.example.App"], "except": ["exe:/opt/games/album"]},
                {"apps": ["*"], "except": ["snap:*", "exe:*"], "levels": ["picker"]},
                {"apps": ["exe:/usr/bin/camera"], "levels": ["readWrite"], "reason": "caf\\u00e9 \\ud83d\\udcf7"}
            ]}
            """
        )
        #expect(policy.restriction(of: "exe:/opt/games/chess") == everything)
        #expect(policy.restriction(of: "exe:/opt/games/album") == [])
        #expect(policy.restriction(of: "exe:/opt/gamesx") == [])
        #expect(policy.restriction(of: "flatpak:com.example.App") == everything)
        #expect(policy.restriction(of: "flatpak:com.example.App2") == [.picker])
        #expect(policy.restriction(of: "snap:firefox") == [])
        #expect(policy.restriction(of: "exe:/usr/bin/camera") == [.readWrite])
        #expect(throws: LibraryError.self) { try policy.check("exe:/usr/bin/camera", .readWrite) }
        do throws(LibraryError) { try policy.check("exe:/usr/bin/camera", .readWrite) } catch {
            #expect(error.code == .accessRestricted)
            #expect(error.reason.hasSuffix(": café 📷"))
        }
        try policy.check("exe:/usr/bin/camera", .addOnly)
        #expect(try AccessPolicy("{\"restrict\": []}") == AccessPolicy())
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"restrict\": {}}", "{\"restrict\": [1]}", "{\"restrict\": [{}]}",
        "{\"restrict\": [{\"apps\": []}]}", "{\"restrict\": [{\"apps\": \"exe:/a\"}]}",
        "{\"restrict\": [{\"apps\": [\"\"]}]}", "{\"restrict\": [{\"apps\": [\"exe:*/a\"]}]}",
        "{\"restrict\": [{\"apps\": [\"camera\"]}]}", "{\"restrict\": [{\"apps\": [\"*\"], \"levels\": []}]}",
        "{\"restrict\": [{\"apps\": [\"*\"], \"levels\": [\"all\"]}]}",
        "{\"restrict\": [{\"apps\": [\"*\"], \"exept\": []}]}", "{\"restrict\": [{\"apps\": [\"*\"], \"reason\": 1}]}",
        "{\"restrict\": [], \"restrict\": []}", "{\"restrict\": []} x", "{\"restrict\": [],}", "{\"restrict\": [}",
        "{\"restrict\": [{\"apps\": [\"EXE:/usr/bin/x\"]}]}", "{\"restrict\": [{\"apps\": [\"exec:/usr/bin/x\"]}]}",
        "{\"restrict\": [{\"apps\": [\"exe:usr/bin/x\"]}]}", "{\"restrict\": [{\"apps\": [\"flatpak:\"]}]}",
        "{\"restrict\": [{\"apps\": [\"interpreter:\"]}]}", "{\"restrict\": [{\"apps\": [\"flat*\"]}]}",
        "{\"restrict\": [{\"apps\": [\"exe:/\\q\"]}]}", "{\"restrict\": [{\"apps\": [\"exe:/\\ud800\"]}]}",
    ]) func `an invalid policy is refused`(text: String) {
        #expect(throws: InvalidPolicy.self) { try AccessPolicy(text) }
    }

    @Test func `interpreters are named by the names of their files`() throws {
        let policy = try AccessPolicy(
            """
            {"restrict": [
                {"apps": ["*"], "except": ["exe:/usr/bin/*"], "levels": ["picker"]},
                {"apps": ["interpreter:*"], "except": ["interpreter:gjs*"], "levels": ["readWrite"]},
                {"apps": ["interpreter:bash"], "levels": ["addOnly"]}
            ]}
            """
        )
        #expect(policy.restriction(of: "exe:/usr/bin/python3.11") == [.readWrite])
        #expect(policy.restriction(of: "exe:/opt/python/bin/python3") == [.readWrite, .picker])
        #expect(policy.restriction(of: "exe:/usr/bin/gjs-console") == [])
        #expect(policy.restriction(of: "exe:/usr/bin/bash") == [.readWrite, .addOnly])
        #expect(policy.restriction(of: "exe:/usr/bin/camera") == [])
        #expect(policy.restriction(of: "flatpak:python3") == [.picker])
    }

    @Test func `a file that others may write to, or that is too long or no file, is no policy`() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(Array("{\"restrict\": []}".utf8), to: "policy.json")
        let file = PolicyFile(path: path, mustExist: true)
        #expect(try file.read() == AccessPolicy())
        for mode: UInt32 in [0o620, 0o602, 0o666] {
            try FileNames.setMode(mode, of: path)
            #expect(throws: InvalidPolicy.self) { try file.read() }
        }
        try FileNames.setMode(0o644, of: path)
        #expect(try file.read() == AccessPolicy())
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: PolicyFile.maximumSize - 16)
        try folder.write(spaces + Array("{\"restrict\": []}".utf8), to: "policy.json")
        #expect(try file.read() == AccessPolicy())
        try folder.write(spaces + Array(" {\"restrict\": []}".utf8), to: "policy.json")
        #expect(throws: InvalidPolicy.self) { try file.read() }
        #expect(throws: InvalidPolicy.self) { try PolicyFile(path: folder.path, mustExist: true).read() }
        let missing = folder.file("none.json")
        #expect(throws: InvalidPolicy.self) { try PolicyFile(path: missing, mustExist: true).read() }
        #expect(try PolicyFile(path: missing, mustExist: false).read() == AccessPolicy())
    }

    @Test func `a policy holds at once, over what the person decided, and they cannot change it`() async throws {
        let folder = try ScratchFolder()
        let path = try folder.write(Array("{\"restrict\": []}".utf8), to: "policy.json")
        try FileNames.setMode(0o600, of: path)
        let served = try Served(photos: 2, policy: path)
        let identity = served.library.appIdentity
        let agent = try TestAgent(served.owner) { prompt in
            if case .picker = prompt.question { .picked([served.photos[0]]) } else { nil }
        }
        try served.decide(.authorized)
        let token = try served.app.currentToken()
        let pick = try served.app.pick(PickerConfiguration())
        let item = try #require(try pick.next().items.first).number
        let deletion = Task {
            try await onThread { errorCode { try served.app.perform(.deleteAssets([served.photos[0]])) } }
        }
        let prompt = try #require(await agent.prompt(2))

        try folder.write(
            Array("{\"restrict\": [{\"apps\": [\"\(identity)\"], \"reason\": \"the office\"}]}".utf8),
            to: "policy.json"
        )
        served.library.service.reloadPolicy()
        #expect(await agent.isWithdrawn(prompt.number))
        #expect(try await deletion.value == .declined)
        #expect(try served.app.seen == [])
        #expect(errorCode { try served.app.history(since: token) } == .accessRestricted)
        #expect(errorCode { try pick.resources(of: item) } == .accessRestricted)
        #expect(errorCode { try served.app.pick(PickerConfiguration()).next() } == .accessRestricted)
        for level in AccessLevel.allCases {
            #expect(try served.app.authorizationStatus(for: level) == .restricted)
            #expect(try await served.app.requestAuthorization(for: level) == .restricted)
            do throws(LibraryError) {
                try served.owner.setStatus(.authorized, ofApp: identity, for: level)
                Issue.record("the person changed what the administrator forbids")
            } catch {
                #expect(error.code == .accessRestricted && error.reason.hasSuffix("the office"))
            }
        }
        #expect(try served.grant()?.readWrite == .restricted)
        // What the person takes away needs nobody's leave.
        try served.owner.setStatus(.denied, ofApp: identity, for: .addOnly)
        #expect(agent.shown.count == 2)

        // A policy that cannot be used changes nothing.
        try folder.write(Array("{\"restrict\": [".utf8), to: "policy.json")
        served.library.service.reloadPolicy()
        #expect(try served.app.seen == [])
        // And when nothing is forbidden any more, what the person decided holds again.
        try folder.write(Array("{\"restrict\": []}".utf8), to: "policy.json")
        served.library.service.reloadPolicy()
        #expect(try served.app.seen == served.photos)
        #expect(try served.grant()?.addOnly == .denied)
    }

    @Test func `a library is not served under a policy that cannot be used`() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(Array("{".utf8), to: "policy.json")
        #expect(throws: InvalidPolicy.self) { try InProcessLibrary(in: folder, policy: path) }
    }
}
