import LinuxSystem
import Testing

@testable import PhotoImport
@testable import PhotosCommandLine

@Suite struct ImportScheduleTests {
    /// A schedule that is driven by hand. (The expectation macros do not take calls that mutate a value.)
    private final class Script {
        private var schedule: ImportSchedule

        init(_ count: Int, chunkSize: Int = 64) {
            let groups = (0..<count).map { FileGroup(files: [FoundFile(path: FilePath("\($0)"), size: 1)]) }
            schedule = ImportSchedule(groups, chunkSize: chunkSize)
        }

        func take() -> ImportSchedule.Job? { schedule.take() }

        /// Finishes a job, and returns the names of the files that are to be committed.
        func finish(_ job: ImportSchedule.Job, isStaged: Bool = true) -> [String] {
            names(schedule.finished(job, isStaged ? StagedGroup(group: job.group, files: []) : nil))
        }

        func unfinished() -> [[String]] { schedule.unfinishedChunks().map(names) }

        func reserve(_ samples: [ContentSample]) -> Bool { schedule.reserve(samples) }

        func putOff(_ job: ImportSchedule.Job) { schedule.putOff(job.group) }

        func beginNextPass() -> Bool { schedule.beginNextPass() }

        func stop() { schedule.stop() }

        private func names(_ groups: [StagedGroup]) -> [String] { groups.flatMap(\.group.files).map(\.path.text) }
    }

    @Test func `a chunk is handed back in order once its last job is finished, whichever that is`() {
        let script = Script(5, chunkSize: 2)
        var jobs: [ImportSchedule.Job] = []
        while let job = script.take() { jobs.append(job) }
        #expect(jobs.count == 5)
        #expect(script.finish(jobs[3]) == [])
        #expect(script.finish(jobs[1]) == [])
        #expect(script.finish(jobs[0]) == ["0", "1"])
        #expect(script.finish(jobs[2], isStaged: false) == ["3"])
        #expect(script.finish(jobs[4]) == ["4"])
        #expect(script.unfinished() == [])
        #expect(!script.beginNextPass())
    }

    @Test func `a chunk that is not handed out whole is not handed back yet`() throws {
        let script = Script(3, chunkSize: 3)
        let job = try #require(script.take())
        #expect(script.finish(job) == [])
    }

    @Test func `a stopped schedule hands out nothing, and its open chunks are to be had`() throws {
        let script = Script(5, chunkSize: 4)
        let first = try #require(script.take())
        let second = try #require(script.take())
        script.putOff(second)
        script.stop()
        #expect(script.take() == nil)
        #expect(script.finish(second) == [])
        #expect(script.finish(first) == [])
        #expect(script.unfinished() == [["0", "1"]])
        #expect(!script.beginNextPass())
    }

    @Test func `what is put off comes in the next pass, with its samples free again`() throws {
        let sample = try ContentSample(of: OwnedDescriptor(opening: "/dev/null"), size: 1)
        let script = Script(2)
        let first = try #require(script.take())
        let second = try #require(script.take())
        #expect(script.reserve([sample]))
        #expect(!script.reserve([sample]))
        script.putOff(second)
        #expect(script.finish(second, isStaged: false) == [])
        #expect(script.finish(first) == ["0"])
        #expect(script.beginNextPass())
        #expect(script.reserve([sample]))
        let again = try #require(script.take())
        #expect(again.group == second.group)
        #expect(script.finish(again) == ["1"])
        #expect(!script.beginNextPass())
    }
}
