// `import AVFoundation` also imports these, as with Apple's module.
@_exported public import CoreGraphics
@_exported public import CoreMedia
@_exported public import Foundation
