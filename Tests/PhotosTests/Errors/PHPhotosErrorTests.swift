import Foundation
import LibraryModel
import Testing

@testable import Photos

@Suite struct PHPhotosErrorTests {
    @Test func `is caught by its code, alone and among others`() {
        func caught(_ error: any Error) -> String {
            do {
                throw error
            } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
                return "history"
            } catch PHPhotosError.accessUserDenied {
                return "denied"
            } catch {
                return "other"
            }
        }
        #expect(caught(PHPhotosError(.persistentChangeTokenExpired)) == "history")
        #expect(caught(PHPhotosError(.persistentChangeDetailsUnavailable)) == "history")
        #expect(caught(PHPhotosError(.accessUserDenied)) == "denied")
        #expect(caught(NSError(domain: PHPhotosErrorDomain, code: 3311)) == "denied")
        #expect(caught(NSError(domain: "another", code: 3311)) == "other")
        #expect(caught(CancellationError()) == "other")
    }

    @Test func `keeps code, domain and facts as an NSError`() {
        let error: any Error = PHPhotosError(.notEnoughSpace, userInfo: [NSLocalizedDescriptionKey: "full", "n": 1])
        #expect((error as? PHPhotosError)?.code == .notEnoughSpace)
        let bridged = error as NSError
        #expect(bridged.code == 3305)
        #expect(bridged.domain == "PHPhotosErrorDomain")
        #expect(bridged.localizedDescription == "full")
        #expect(bridged.userInfo["n"] as? Int == 1)
        #expect(error.localizedDescription == "full")
    }

    @Test func `casts to an NSError and from one, as on Apple's systems`() {
        let info: [AnyHashable: Any] = ["error": PHPhotosError(.networkAccessRequired, userInfo: ["n": 1])]
        #expect((info["error"] as? NSError)?.code == 3164)
        #expect((info["error"] as? any Error)?.localizedDescription != nil)
        #expect((info["error"] as? PHPhotosError)?.code == .networkAccessRequired)
        let own: any Error = NSError(domain: PHPhotosErrorDomain, code: 3072, userInfo: ["n": 2])
        #expect((own as? PHPhotosError)?.code == .userCancelled)
        #expect((own as? PHPhotosError)?.userInfo["n"] as? Int == 2)
        let other: any Error = NSError(domain: "another", code: 3072)
        #expect(other as? PHPhotosError == nil)
        #expect((other as Any) as? PHPhotosError == nil)
        #expect(CocoaError(.userCancelled) as any Error as? PHPhotosError == nil)
    }

    @Test(arguments: [
        (LibraryError.Code.notFound, PHPhotosError.Code.identifierNotFound), (.accessDenied, .accessUserDenied),
        (.accessRestricted, .accessRestricted), (.tokenExpired, .persistentChangeTokenExpired),
        (.detailsUnavailable, .persistentChangeDetailsUnavailable), (.notEnoughSpace, .notEnoughSpace),
        (.invalidResource, .invalidResource), (.missingResource, .missingResource), (.limitExceeded, .limitExceeded),
        (.changeNotSupported, .changeNotSupported), (.invalidRequest, .changeNotSupported),
        (.cancelled, .userCancelled), (.unavailable, .libraryVolumeOffline), (.deadlineExceeded, .operationInterrupted),
        (.libraryReadOnly, .libraryVolumeOffline), (.libraryInSyncRoot, .libraryInFileProviderSyncRoot),
        (.notSupportedForAsset, .requestNotSupportedForAsset), (.internal, .internalError),
        (LibraryError.Code(rawValue: 4_000), .internalError),
    ]) func `tells what the library answered`(_ cause: LibraryError.Code, _ code: PHPhotosError.Code) throws {
        let error = PHPhotosError(LibraryError(cause, "a reason", isRetryable: true, details: ["key": "shoeSize"]))
        #expect(error.code == code)
        #expect(error.localizedDescription == "a reason")
        #expect(error.userInfo["key"] as? String == "shoeSize")
        let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(underlying.code == Int(cause.rawValue))
        #expect(underlying.userInfo["isRetryable"] as? Bool == true)
    }
}
