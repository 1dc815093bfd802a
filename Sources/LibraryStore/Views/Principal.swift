/// Who asks: the person with their own tools, or an app by its identity (evidence, not claim).
package enum Principal: Hashable, Sendable {
    case person
    case app(String)
}
