import Glibc
import LinuxSystem

func makeLink(to target: FilePath, at path: FilePath) throws {
    let result = unsafe symlink(target.text, path.text)
    if result != 0 { throw SystemCallError(errno, "symlink") }
}
