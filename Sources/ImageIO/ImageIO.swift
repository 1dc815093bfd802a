// Apple's ImageIO brings CoreGraphics along.
@_exported public import CoreGraphics
