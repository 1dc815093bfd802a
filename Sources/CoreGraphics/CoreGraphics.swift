// The numbers, points and rectangles of Apple's CoreGraphics, which Foundation has on Linux, and pictures in memory.
// There is no drawing.
@_exported public import struct Foundation.CGFloat
@_exported public import struct Foundation.CGPoint
@_exported public import struct Foundation.CGRect
@_exported public import struct Foundation.CGSize
@_exported public import class ImageIO.CGImage
