// Plain `import Photos` is enough for an app, as it is with Apple's module.
@_exported public import Foundation
