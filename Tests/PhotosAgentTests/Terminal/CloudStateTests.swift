import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools
import Testing

@testable import AgentTerminal
@testable import PhotosAgent

/// The screen of the cloud, in the terminal's dialog.
@Suite struct CloudStateTests {
    private var script = DialogScript()
    private let lost = ObjectID(high: 7, low: 8)

    private func status(_ change: (inout CloudStatus) -> Void = { _ in }) -> CloudStatus {
        var status = CloudStatus(
            settings: CloudSettings(url: "folder:/mnt/Photos", deviceName: "Desk", joins: false)
        )
        status.isRunning = true
        var report = CloudReport(.idle)
        report.devices = [CloudDevice(device: lost, name: "Phone\u{7}", lastSeen: 0, isForgotten: false)]
        status.report = report
        change(&status)
        return status
    }

    private mutating func open(_ status: CloudStatus) {
        script.tell(.feed(.server(isConnected: true)))
        script.tell(.apps(.success([])))
        _ = script.takeRequests()
        script.press(.character("c"))
        #expect(script.takeRequests() == [.cloud(afterPause: false)])
        script.tell(.cloud(.success(status)))
        #expect(script.takeRequests() == [.cloud(afterPause: true)])
    }

    @Test mutating func `it is told how the library stands, and followed while the screen is open`() {
        open(status())
        #expect(script.lines[0] == "One library on several machines: in step")
        #expect(script.text.contains("folder:/mnt/Photos"))
        #expect(script.text.contains("Waits to be sent  0 changes, 0 files"))
        #expect(script.text.contains("Phone\u{FFFD}, not heard of"))
        script.tell(.cloud(.success(status { $0.report?.phase = .synchronizing })))
        #expect(script.lines[0] == "One library on several machines: synchronising")
        #expect(script.takeRequests() == [.cloud(afterPause: true)])
        script.press(.escape)
        #expect(script.lines[0] == "Apps and your photos")
        script.tell(.cloud(.success(status())))
        #expect(script.takeRequests().isEmpty)
    }

    @Test mutating func `the first line does nothing, and the others what they say`() {
        open(status())
        script.press(.enter)
        #expect(script.takeRequests().isEmpty && script.state.cloud == nil)
        for (key, action) in [("2", CloudAction.synchronize), ("3", .pause), ("4", .verify)] {
            open(status())
            script.press(.character(Character(key)), .enter)
            #expect(script.takeRequests() == [.act(action)])
            script.tell(.acted(.success(())))
            #expect(script.state.message == "Done.")
            script.press(.escape)
        }
    }

    @Test mutating func `a device is forgotten only after a question with its name`() {
        open(status())
        script.press(.end, .enter)
        #expect(script.lines[0] == "Forget Phone\u{FFFD}?")
        #expect(script.takeRequests().isEmpty)
        // The first line changes nothing here, either; what comes meanwhile leaves the question alone.
        script.tell(.cloud(.success(status())))
        _ = script.takeRequests()
        script.press(.enter)
        #expect(script.takeRequests().isEmpty)
        #expect(script.lines[0] == "One library on several machines: in step")
        script.press(.end, .enter, .down, .enter)
        #expect(script.takeRequests() == [.act(.forget(lost))])
        #expect(script.lines[0] == "One library on several machines: in step")
    }

    @Test mutating func `while it pauses it only goes on, and where it is not set up it says how`() {
        open(
            status {
                $0.settings?.isPaused = true
                $0.report?.phase = .paused
            }
        )
        script.press(.end, .enter)
        #expect(script.takeRequests() == [.act(.resume)])
        script.tell(.acted(.failure(AgentFailure("no"))))
        #expect(script.state.message == AgentFailure("no").notice)
        script.press(.escape)
        open(CloudStatus())
        #expect(script.text.contains("photos cloud setup URL"))
        script.press(.end, .enter)
        #expect(script.takeRequests().isEmpty)
    }

    @Test mutating func `a question comes before it, and it is there again afterwards`() {
        open(status())
        script.ask(1, .access(.readWrite))
        #expect(script.state.showsQuestion)
        script.withdraw(1)
        #expect(script.lines[0] == "One library on several machines: in step")
    }
}
