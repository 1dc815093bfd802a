import LibraryClient
import LibraryModel
import LinuxSystem
import Testing

@testable import AgentTerminal
@testable import PhotoSearch
@testable import PhotosAgent

@Suite struct DialogStateTests {
    private var script = DialogScript()
    private let photos = DialogScript.photos(5)

    private mutating func pick(_ limit: Int = 0, isContinuous: Bool = false) {
        var picker = PickerConfiguration()
        picker.selectionLimit = limit
        picker.isContinuous = isContinuous
        script.ask(1, .picker(picker))
        script.find(photos)
    }

    @Test mutating func `the question that waits longest is shown, and keys from before are no answer`() {
        script.ask(1, .access(.readWrite))
        #expect(script.takeRequests() == [.discardKeys])
        script.ask(2, .access(.addOnly))
        #expect(script.state.question?.prompt.number == 1 && script.state.waitingCount == 1)
        #expect(script.takeRequests().isEmpty)
        script.press(.enter)
        #expect(script.takeRequests() == [.answer(1, .dismissed, silences: false)])
        script.tell(.answered(1, .success(())))
        #expect(script.state.question?.prompt.number == 2 && script.state.waitingCount == 0)
    }

    @Test mutating func `keys that come before a question can have been read are no answer, however many`() {
        script.readsAtOnce = false
        script.tell(.apps(.success([.test()])))
        script.state.read()
        script.ask(1, .access(.readWrite))
        #expect(script.takeRequests() == [.discardKeys] && script.text.contains(DialogDrawing.unread))
        script.press(.character("3"), .enter, .escape, .character("p"))
        // The time begins anew with each.
        #expect(script.takeRequests() == [.discardKeys, .discardKeys, .discardKeys, .discardKeys])
        #expect(script.state.showsQuestion && script.state.question?.isSent == false)
        script.state.read()
        #expect(!script.text.contains(DialogDrawing.unread))
        script.press(.character("3"))
        // It is taken back while the person answers: another question, or the apps, are in its place.
        script.ask(2, .access(.addOnly))
        script.withdraw(1)
        _ = script.takeRequests()
        script.press(.enter)
        #expect(script.takeRequests() == [.discardKeys])
        script.withdraw(2)
        script.press(.enter)
        #expect(script.takeRequests().allSatisfy { $0 == .discardKeys || $0 == .apps })
        #expect(script.state.privacy.list?.focused != nil)
        if case .app = script.state.privacy.view { Issue.record("a key for the question has opened an app") }
        // A screen that comes back has to be read as well.
        script.state.read()
        _ = script.state.resumed()
        #expect(script.state.isUnread)
    }

    @Test mutating func `an answer is sent once, and again only when it did not arrive`() {
        script.ask(1, .access(.readWrite))
        _ = script.takeRequests()
        script.press(.character("3"), .enter, .enter)
        let answer = DialogRequest.answer(1, .access(.authorized), silences: false)
        #expect(script.takeRequests() == [answer])
        #expect(script.state.message == "The answer is on its way.")
        script.tell(.answered(1, .failure(AgentFailure("the server has gone"))))
        #expect(script.state.message == "The answer failed: the server has gone")
        script.press(.enter)
        #expect(script.takeRequests() == [answer])
        script.tell(.answered(1, .failure(.nobodyWaits)))
        #expect(script.state.question == nil && script.state.message == "Nobody waits for this answer any more.")
    }

    @Test mutating func `a number is asked again by a server that has begun anew`() {
        script.ask(1, .access(.readWrite))
        script.press(.enter)
        script.tell(.answered(1, .success(())))
        script.withdraw(1)
        script.ask(1, .access(.addOnly))
        #expect(script.state.question?.prompt.question == .access(.addOnly))
    }

    @Test
    mutating func `what was typed is searched for after a pause, and a late result of another text is passed over`() {
        pick()
        script.press(.character("/"))
        script.type("be")
        #expect(script.takeRequests().isEmpty && script.state.hasTyped)
        script.pause()
        #expect(script.takeRequests() == [.find(PhotoQuery(text: "be"))])
        script.type("ach")
        script.pause()
        #expect(script.takeRequests() == [.find(PhotoQuery(text: "beach"))])
        script.tell(.found(PhotoQuery(text: "be"), .success(FetchedIdentifiers(photos, kinds: .all(.asset)))))
        #expect(script.state.chooser?.grid.isSearching == true)
        #expect(script.text.contains("Searching...") && script.text.contains("Search: beach"))
        let one = FetchedIdentifiers([photos[2]], kinds: .all(.asset))
        script.tell(.found(PhotoQuery(text: "beach"), .success(one)))
        #expect(script.text.contains("Photo 1 of 1 - \"beach\""))
        #expect(script.state.chooser?.grid.focused == photos[2])
    }

    @Test mutating func `while it is searched for others, no photo is selected or looked at`() {
        pick()
        script.press(.tab, .character(" "))
        #expect(script.state.message == "Still searching.")
        script.press(.enter)
        #expect(script.state.chooser?.grid.selection?.count == 0 && script.state.chooser?.cover == nil)
        script.find([photos[3]])
        script.press(.character(" "))
        #expect(script.state.chooser?.grid.selection?.chosen == [photos[3]])
    }

    @Test mutating func `a search that fails leaves what was there`() {
        pick()
        script.press(.tab)
        var images = PhotoQuery()
        images.kind = .images
        #expect(script.takeRequests() == [.find(images)])
        script.tell(.found(images, .failure(AgentFailure("it took too long"))))
        #expect(script.state.message == "it took too long")
        #expect(script.state.chooser?.grid.isSearching == false && script.text.contains("Photo 1 of 5"))
    }

    @Test mutating func `what was being searched for when the server went is searched for when it is back`() {
        script.ask(1, .picker(PickerConfiguration()))
        #expect(script.takeRequests() == [.discardKeys, .find(PhotoQuery())])
        script.tell(.feed(.server(isConnected: true)))
        #expect(script.takeRequests() == [.apps, .find(PhotoQuery())])
    }

    @Test mutating func `only what is selected is looked at, and taken out`() {
        pick()
        script.press(.character(" "), .right, .right, .character(" "), .character("s"))
        #expect(script.text.contains("Selected photo 1 of 2 - 2 selected"))
        #expect(script.state.chooser?.grid.focused == photos[0])
        script.press(.character(" "), .character("s"))
        #expect(script.text.contains("Photo 1 of 5 - 1 selected"))
        #expect(script.state.chooser?.grid.selection?.chosen == [photos[2]])
    }

    @Test mutating func `an app that wants to know is told of every change`() {
        pick(isContinuous: true)
        script.press(.character(" "), .right, .character(" "), .character("c"))
        #expect(
            script.takeRequests() == [
                .picking(1, [photos[0]]), .picking(1, [photos[0], photos[1]]), .picking(1, []),
            ]
        )
    }

    @Test mutating func `the limit holds, and nothing is no answer`() {
        pick(2)
        script.press(.character("d"))
        #expect(script.state.message == "Nothing is selected: space selects, esc cancels.")
        script.press(.character(" "), .right, .character(" "), .right, .character(" "))
        #expect(script.state.message == "No more than 2 can be selected.")
        script.press(.character("d"))
        #expect(script.takeRequests() == [.answer(1, .picked([photos[0], photos[1]]), silences: false)])
    }

    @Test mutating func `with a key places are left out of what is picked`() {
        pick(2)
        script.press(.character("l"), .character("k"), .character("k"))
        #expect(script.state.message == "The app gets the photos with their captions and keywords.")
        script.press(.character(" "), .character("d"))
        #expect(
            script.takeRequests() == [.answer(1, .picked([photos[0]]), silences: false, removal: .location)]
        )
    }

    @Test mutating func `with the same key an app gets access without places, to all photos or to some`() {
        script.ask(1, .access(.readWrite))
        #expect(script.text.contains("l no places"))
        script.press(.character("l"))
        #expect(script.state.message == "The app gets the photos without their places.")
        #expect(script.text.contains("Allow all: it sees every photo, without places"))
        _ = script.takeRequests()
        script.press(.character("3"), .enter)
        #expect(script.takeRequests() == [.answer(1, .access(.authorized), silences: false, removal: .location)])
        script.tell(.answered(1, .success(())))

        script.ask(2, .access(.readWrite))
        script.press(.character("l"), .character("2"), .enter)
        script.tell(.selection(ofApp: "exe:/usr/bin/camera", .success([])))
        script.find(photos)
        #expect(script.text.contains("0 selected, without places"))
        // Back at the choices it is as the person left it among the photos.
        script.press(.character("l"), .escape)
        #expect(!script.text.contains(", without places"))
        script.press(.character("2"), .enter)
        script.tell(.selection(ofApp: "exe:/usr/bin/camera", .success([])))
        script.find(photos)
        script.press(.character(" "), .character("k"), .character("l"), .character("d"))
        let answer = PromptAnswer.access(.limited, selected: [photos[0]])
        #expect(script.takeRequests() == [.answer(2, answer, silences: false, removal: .location)])
    }

    @Test mutating func `where no photos are given there are no places to leave out`() {
        script.ask(1, .access(.addOnly))
        script.press(.character("l"))
        #expect(script.state.message == nil && !script.text.contains("places"))
        script.withdraw(1)
        script.ask(2, .selection(isAutomatic: false))
        script.tell(.selection(ofApp: "exe:/usr/bin/camera", .success([])))
        script.find(photos)
        script.press(.character("l"))
        #expect(script.state.message == nil && script.state.chooser?.grid.selection?.removal == [])
    }

    @Test mutating func `photos that an app may see are selected from what it sees until now`() {
        script.ask(1, .selection(isAutomatic: false))
        #expect(script.takeRequests() == [.discardKeys, .selection(ofApp: "exe:/usr/bin/camera")])
        script.press(.character(" "), .character("d"))
        #expect(script.takeRequests().isEmpty)
        script.tell(.selection(ofApp: "exe:/usr/bin/other", .success([photos[0]])))
        script.tell(.selection(ofApp: "exe:/usr/bin/camera", .success([photos[4]])))
        script.find(photos)
        script.press(.character(" "), .character("d"))
        let answer = DialogRequest.answerSelection(
            1,
            app: "exe:/usr/bin/camera",
            chosen: [photos[4], photos[0]],
            before: [photos[4]]
        )
        #expect(script.takeRequests() == [answer])
    }

    @Test mutating func `what an app may see that cannot be told is asked again`() {
        script.ask(1, .selection(isAutomatic: true))
        script.tell(.selection(ofApp: "exe:/usr/bin/camera", .failure(AgentFailure("gone"))))
        #expect(script.state.message == "gone (enter tries again)")
        _ = script.takeRequests()
        script.press(.enter)
        #expect(script.takeRequests() == [.selection(ofApp: "exe:/usr/bin/camera")])
        script.press(.escape)
        #expect(script.takeRequests() == [.answer(1, .dismissed, silences: false)])
    }

    @Test mutating func `escape drops a selection only when it is pressed twice`() {
        pick()
        script.press(.character(" "))
        _ = script.takeRequests()
        script.press(.escape)
        #expect(script.takeRequests().isEmpty)
        #expect(script.state.message == "esc again drops the selection; d is done with it.")
        script.press(.right, .escape)
        #expect(script.takeRequests().isEmpty)
        script.press(.escape)
        #expect(script.takeRequests() == [.answer(1, .dismissed, silences: false)])
    }

    @Test mutating func `an answer that is longer than the screen is wide goes on in the next line`() {
        script = DialogScript(size: TerminalSize(columns: 40, rows: 30))
        script.ask(1, .access(.readWrite))
        for choice in AnswerChoice.offered(for: .access(.readWrite)) {
            let title = choice.title(for: .access(.readWrite), without: [])
            for word in title.split(separator: " ") { #expect(script.text.contains(word), "\(title)") }
        }
    }

    @Test mutating func `albums that come late do not cover what the person does by then`() {
        pick()
        let albums = [AlbumChoice(album: photos[0], title: "Trip", count: 3, isSmart: false)]
        script.press(.character("a"), .character("/"))
        script.tell(.albums(.success(albums)))
        #expect(script.state.chooser?.isTyping == true)
        script.press(.enter, .character("a"))
        script.tell(.albums(.success(albums)))
        script.press(.down, .enter)
        var trip = PhotoQuery()
        trip.look(in: albums[0])
        #expect(script.takeRequests().last == .find(trip))
        #expect(script.text.contains("in Trip"))
    }

    @Test mutating func `letters are text while it is typed, and keys afterwards`() {
        pick()
        script.press(.character("/"))
        script.type("q?pd")
        #expect(script.text.contains("Search: q?pd") && !script.state.isHelpShown)
        script.press(.enter, .character("?"))
        #expect(script.state.isHelpShown && script.text.contains("ctrl-Z"))
        script.press(.character("d"))
        #expect(!script.state.isHelpShown && script.state.question?.isSent == false)
    }

    @Test(arguments: [(24, 10), (40, 12), (80, 24)])
    mutating func `the line with the attention is on the screen, however small it is`(columns: Int, rows: Int) {
        var script = DialogScript(size: TerminalSize(columns: columns, rows: rows))
        var prompt = DialogScript.prompt(1, .access(.readWrite))
        prompt.usageDescription = String(repeating: "to see them all ", count: 20)
        prompt.claimedName = String(repeating: "Camera ", count: 20)
        _ = script.state.show([prompt])
        script.state.read()
        for (position, choice) in AnswerChoice.offered(for: prompt.question).enumerated() {
            let title = choice.title(for: prompt.question).prefix(12)
            #expect(script.lines[..<(rows - 2)].contains { $0.contains("\(position + 1)  \(title)") }, "\(choice)")
            _ = script.state.press(.down)
        }
        #expect(script.lines[0].hasPrefix("camera"))
    }
}
