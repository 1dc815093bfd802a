package import LinuxSystem

extension OwnedDescriptor {
    /// The columns in which text for a person is broken that goes here: the terminal's, and no more than are easily
    /// read.
    package borrowing func textColumns() -> Int {
        do throws(SystemCallError) {
            let columns = try terminalSize().columns
            return columns > 0 ? min(columns, readableColumns) : untoldColumns
        } catch {
            // No terminal.
            return readableColumns
        }
    }
}

/// More are not easily read, also where no terminal has fewer.
private let readableColumns = 100
/// Of a terminal that does not report its columns.
private let untoldColumns = 80
