// CoreGraphics' geometry types, which Foundation has on Linux, affine transforms, and `CGImage`. There is no drawing.
@_exported public import struct Foundation.CGFloat
@_exported public import struct Foundation.CGPoint
@_exported public import struct Foundation.CGRect
@_exported public import struct Foundation.CGSize
@_exported public import class ImageIO.CGImage
