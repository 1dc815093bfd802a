// `import Photos` alone suffices for an app, as with Apple's module.
@_exported public import AVFoundation
@_exported public import CoreLocation
@_exported public import Foundation
// `URLRequest` and `URLSession`, which Apple's Foundation has.
@_exported public import FoundationNetworking
@_exported public import ImageIO
@_exported public import ItemProvider
@_exported public import UniformTypeIdentifiers
