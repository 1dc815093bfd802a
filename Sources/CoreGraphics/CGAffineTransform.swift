public import Foundation

/// How points are moved, turned, scaled or mirrored: `x' = ax + cy + tx`, `y' = bx + dy + ty`.
public struct CGAffineTransform: Hashable, Sendable, Codable {
    /// What of x becomes x.
    public var a: CGFloat
    /// What of x becomes y.
    public var b: CGFloat
    /// What of y becomes x.
    public var c: CGFloat
    /// What of y becomes y.
    public var d: CGFloat
    /// What is added to x.
    public var tx: CGFloat
    /// What is added to y.
    public var ty: CGFloat

    /// A transform of its numbers.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// A transform of its numbers.
    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// The transform that makes everything 0.
    public init() { self.init(0, 0, 0, 0, 0, 0) }

    /// A turn by an angle in radians.
    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (sin(angle), cos(angle))
        self.init(cosine, sine, -sine, cosine, 0, 0)
    }

    /// A scaling.
    public init(scaleX: CGFloat, y: CGFloat) { self.init(scaleX, 0, 0, y, 0, 0) }

    /// A move.
    public init(translationX: CGFloat, y: CGFloat) { self.init(1, 0, 0, 1, translationX, y) }

    /// The transform that changes nothing.
    public static let identity = CGAffineTransform(1, 0, 0, 1, 0, 0)

    /// Whether it changes nothing.
    public var isIdentity: Bool { self == .identity }

    /// First this transform, then another.
    public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a * other.a + b * other.c,
            a * other.b + b * other.d,
            c * other.a + d * other.c,
            c * other.b + d * other.d,
            tx * other.a + ty * other.c + other.tx,
            tx * other.b + ty * other.d + other.ty
        )
    }

    /// First a turn, then this transform.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// First a scaling, then this transform.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// First a move, then this transform.
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// The transform back; itself where there is none.
    public func inverted() -> CGAffineTransform {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return self }
        return CGAffineTransform(
            d / determinant,
            -b / determinant,
            -c / determinant,
            a / determinant,
            (c * ty - d * tx) / determinant,
            (b * tx - a * ty) / determinant
        )
    }
}

extension CGPoint {
    /// Where a transform moves it.
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty
        )
    }
}

extension CGSize {
    /// What a transform makes of it, which may be negative.
    public func applying(_ transform: CGAffineTransform) -> CGSize {
        CGSize(
            width: transform.a * width + transform.c * height,
            height: transform.b * width + transform.d * height
        )
    }
}

extension CGRect {
    /// The smallest upright rectangle around what a transform makes of it.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        let corners = [
            CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
        ].map { $0.applying(transform) }
        let (columns, rows) = (corners.map(\.x), corners.map(\.y))
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return self
        }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
