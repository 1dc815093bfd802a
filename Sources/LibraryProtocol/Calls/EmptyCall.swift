package import CLibraryProtocol

/// A call without parameters.
package protocol EmptyCall: Call where Fields == Photolibrary__Empty {
    init()
}

extension EmptyCall {
    package static var messageKind: MessageKind<Photolibrary__Empty> { EmptyResult.messageKind }

    package func write(to message: Message<Photolibrary__Empty>) {}

    package init(reading message: Message<Photolibrary__Empty>) { self.init() }
}
