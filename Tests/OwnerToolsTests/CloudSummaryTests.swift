import CivilDates
import LibraryModel
import Testing

@testable import OwnerTools

@Suite struct CloudSummaryTests {
    private static func status(
        _ phase: CloudReport.Phase,
        _ change: (inout CloudStatus, inout CloudReport) -> Void = { _, _ in }
    ) -> CloudStatus {
        let settings = CloudSettings(url: "folder:/mnt/Photos", deviceName: "Laptop", joins: false)
        var status = CloudStatus(settings: settings)
        status.isRunning = true
        var report = CloudReport(phase)
        change(&status, &report)
        status.report = report
        return status
    }

    private func facts(_ status: CloudStatus) -> [String] {
        CloudSummary(status, zone: .fixed(0)).facts.map { "\($0.name): \($0.text)" }
    }

    @Test func `what waits and when it was in step is told, with one word for one`() {
        let status = Self.status(.synchronizing) { _, report in
            (report.changesToSend, report.filesToSend, report.filesToGet) = (1, 12, 0)
            report.lastComplete = 1_714_566_896_000_000
        }
        #expect(
            facts(status) == [
                "Bucket: folder:/mnt/Photos", "This device: Laptop", "State: synchronising",
                "Last in step: 2024-05-01 12:34:56 +00:00", "Waits to be sent: 1 change, 12 files",
                "Waits to come: 0 files", "Kept here: all originals", "Originals here: 0 files, 0 B",
                "In the cloud: 0 files, 0 B",
            ]
        )
        #expect(CloudSummary(status).remaining == "synchronising: 1 change to send, 12 files to send")
        #expect(CloudSummary(Self.status(.synchronizing)).remaining == "synchronising")
        let last = CloudSummary(status, zone: .fixed(0)).facts.first { $0.name == "Last in step" }
        #expect(last?.date == "2024-05-01T12:34:56Z")
    }

    @Test func `a change that was not sent yet is not called in step`() {
        #expect(CloudSummary(Self.status(.idle)).state == "in step")
        let status = Self.status(.idle) { _, report in report.changesToSend = 2 }
        #expect(CloudSummary(status).state == "changes wait to be sent")
        #expect(facts(status).contains("Waits to be sent: 2 changes, 0 files"))
    }

    @Test func `what is kept here, what is in the cloud and what cannot be shown is told`() {
        var status = Self.status(.idle) { status, _ in
            status.settings?.keptBytes = 20_000_000_000
            (status.originals.localFiles, status.originals.localBytes) = (1, 19_500_000_000)
            (status.originals.cloudFiles, status.originals.cloudBytes) = (340, 80_000_000_000)
        }
        let told = [
            "Kept here: at most 20.0 GB", "Originals here: 1 file, 19.5 GB", "In the cloud: 340 files, 80.0 GB",
        ]
        #expect(facts(status).suffix(3) == told[...])
        status.originals.refusedFiles = 2
        #expect(facts(status).last == "Not shown: 2 files of other devices that cannot be read here")
    }

    @Test func `why it does not go on is told with its next attempt`() {
        let waiting = Self.status(.waiting) { status, report in
            status.settings?.isEncrypted = false
            report.reason = "no connection \u{1B}]0;x\u{7}"
            report.nextAttempt = 1_714_566_896_000_000
        }
        #expect(facts(waiting)[0] == "Bucket: folder:/mnt/Photos (not encrypted)")
        #expect(facts(waiting)[2] == "State: something failed, and is tried again")
        #expect(facts(waiting)[3] == "Why: no connection \u{FFFD}]0;x\u{FFFD}")
        #expect(facts(waiting)[4] == "Next attempt: 2024-05-01 12:34:56 +00:00")
        #expect(facts(waiting)[5] == "Last in step: not yet")
        let stopped = Self.status(.idle) { status, _ in
            (status.isRunning, status.problem) = (false, "photolibrary-sync cannot be started: no such file")
        }
        #expect(CloudSummary(stopped).name == "stopped")
        #expect(facts(stopped)[3] == "Why: photolibrary-sync cannot be started: no such file")
    }

    @Test func `a verification is counted while it lasts, and its result stays`() {
        let result = { (report: inout CloudReport) in
            var verification = CloudReport.Verification()
            (verification.checked, verification.damaged) = (1, 1)
            report.verification = verification
        }
        let during = Self.status(.verifying) { result(&$1) }
        #expect(CloudSummary(during).state == "verifying: 1 file so far")
        #expect(!facts(during).contains { $0.hasPrefix("Verified") })
        let after = Self.status(.idle) { result(&$1) }
        let words = facts(after).suffix(2)
        #expect(words.first == "Verified: 1 file checked, 1 damaged, 0 missing")
        #expect(words.last?.hasPrefix("Next step: this library does not have them whole") == true)
        let mended = Self.status(.idle) {
            result(&$1)
            $1.verification?.damaged = 0
            $1.verification?.mended = 2
        }
        #expect(facts(mended).last == "Verified: 1 file checked, 0 damaged, 0 missing, 2 sent again from this library")
        let whole = Self.status(.idle) { $1.verification = CloudReport.Verification() }
        #expect(facts(whole).last == "Verified: 0 files checked, 0 damaged, 0 missing")
    }

    @Test func `each state has one word for programs, and where nothing is set up there is nothing to tell`() {
        let names = CloudReport.Phase.allCases.map { CloudSummary(Self.status($0)).name }
        #expect(Set(names).count == CloudReport.Phase.allCases.count)
        let off = CloudSummary(CloudStatus())
        #expect((off.name, off.details, off.devices.count) == ("off", [], 0))
    }

    @Test func `devices are called by their names, and by when they were heard of`() {
        let device = { (name: String, seen: Int64, isForgotten: Bool) in
            CloudDevice(device: ObjectID(high: 1, low: 2), name: name, lastSeen: seen, isForgotten: isForgotten)
        }
        let summary = CloudSummary(CloudStatus(), zone: .fixed(0))
        let twins = [
            device("Desk", 1, false), CloudDevice(device: .random(), name: "Desk", lastSeen: 1, isForgotten: true),
        ]
        let other = device("Phone", 1, false)
        let three = CloudSummary(Self.status(.idle) { $1.devices = twins + [other] })
        #expect(three.title(twins[0]) == "Desk (00000000)" && three.title(other) == "Phone")
        #expect(CloudSummary.name(device("", 1, false)) == "a device without a name")
        #expect(CloudSummary.name(device("Desk\u{7}", 1, false)) == "Desk\u{FFFD}")
        #expect(summary.words(device("", 0, false)) == "not heard of")
        #expect(summary.words(device("", 0, true)) == "forgotten")
        #expect(
            summary.words(device("", 1_714_566_896_000_000, false)) == "last heard of 2024-05-01 12:34:56 +00:00"
        )
    }
}
