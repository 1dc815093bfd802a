/// What the server has become in memory after everything.
extension Bench {
    func measureMemory(_ server: MeasuredServer) throws -> [Figure] {
        let memory = try server.memory()
        var peak = Figure("server's memory at its peak", unit: "MiB", valueUnit: "MiB", .atMost(300))
        peak.add(memory.peak, value: memory.peak)
        var resident = Figure("server's memory at the end (information)", unit: "MiB", valueUnit: "MiB", .none)
        resident.add(memory.resident, value: memory.resident)
        var share = Figure("the same without what others share (Pss)", unit: "MiB", valueUnit: "MiB", .none)
        share.add(memory.share, value: memory.share)
        return [peak, resident, share]
    }
}
