// Writing to the log, as `import os` has it. Reading it is not there: use `journalctl`.
@_exported public import os
