internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

extension Session {
    /// Answers a call that has one answer. Streams are opened elsewhere.
    func answer(
        _ call: LibraryCall,
        _ descriptors: inout DescriptorList,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer {
        switch call {
        case .ping(let payload, let replySize): return try ping(payload, replySize: replySize)
        case .authorizationStatus(let level): return try authorizationStatus(level)
        case .fetch(let request): return try fetch(request, cancellation)
        case .count(let request): return try count(request, cancellation)
        case .load(let kind, let ids, let hints, let includesDeleted):
            return try load(kind, ids, hints: hints, includesDeleted: includesDeleted, cancellation)
        case .cloudIdentifiers(let objects):
            return Answer(
                .cloudIdentifiers(try view.cloudIdentifiers(of: objects, cancellation: cancellation))
            )
        case .localIdentifiers(let identifiers, let onlySynced):
            let lists = try view.localIdentifiers(
                of: identifiers,
                onlySynced: onlySynced,
                cancellation: cancellation
            )
            return Answer(.localIdentifiers(lists))
        case .details(let assets):
            return Answer(.details(try view.details(of: assets, cancellation: cancellation)))
        case .resources(let asset): return try resources(of: asset, cancellation)
        case .openResource(let kind, let asset): return try openResource(kind, of: asset, cancellation)
        case .adjustment(let asset):
            return Answer(.adjustment(try view.adjustment(of: asset, cancellation: cancellation)))
        case .thumbnail(let asset, let size, let kind): return try thumbnail(of: asset, size, kind, cancellation)
        case .encodeJPEG(let size, let quality):
            return try encodeJPEG(try takeOne(&descriptors), size, quality: quality, cancellation)
        case .mint(let count): return try mint(count, cancellation)
        case .stage(let filename):
            return try stage(try takeOne(&descriptors), filename: filename, cancellation)
        case .perform(let block): return try perform(block, cancellation)
        case .currentToken: return try currentToken(cancellation)
        case .history(let token, let filter):
            return try history(since: token, matching: filter, cancellation)
        case .updatePick(let pick, let update): return try updatePick(pick, update)
        case .pickedResources(let pick, let item): return try pickedResources(pick, item, cancellation)
        case .openPicked(let pick, let item, let kind): return try openPicked(pick, item, kind, cancellation)
        case .pickedThumbnail(let pick, let item, let size): return try pickedThumbnail(pick, item, size, cancellation)
        case .pickedJPEG(let pick, let item, let quality):
            return try pickedJPEG(pick, item, quality: quality, cancellation)
        case .dismissPick(let pick): return try dismissPick(pick)
        case .requestAuthorization, .observe, .pick, .changeSelection, .performAfterConfirmation, .attend:
            throw LibraryError(.internal, "a stream was answered as a call")
        case .statistics, .grants, .setGrant, .select, .verify, .answer, .picking, .thumbnailFile, .months, .setPolicy,
            .endPicks, .selection, .revoke, .forget, .appChanges, .undo:
            guard principal == .person else {
                throw LibraryError(.unimplemented, "this call is for the management socket")
            }
            return try answerOwner(call, cancellation)
        }
    }

    private func answerOwner(_ call: LibraryCall, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        switch call {
        case .statistics: return Answer(.statistics(try library.statistics()))
        case .grants: return try grants()
        case .setGrant(let app, let level, let status, let until, let confirmsChanges):
            return try setGrant(app: app, level, status, until: until, confirmsChanges: confirmsChanges)
        case .revoke(let app): return try revoke(app: app)
        case .forget(let app): return try forget(app: app)
        case .appChanges(let app, let since, let transaction, let before):
            return Answer(
                .appChanges(
                    try library.store.changes(
                        of: app,
                        since: since,
                        transaction: transaction,
                        before: before,
                        cancellation: cancellation
                    )
                )
            )
        case .undo(let request): return Answer(.undo(try library.store.undo(request)))
        case .select(let app, let assets, let deselects):
            return try select(app: app, assets, deselects: deselects)
        case .verify(let position): return try verify(after: position, cancellation)
        case .answer(let prompt, let answer, let silences):
            return try self.answer(prompt, answer, silences: silences)
        case .picking(let prompt, let assets): return try picking(prompt, assets)
        case .thumbnailFile(let asset): return try thumbnailFile(of: asset, cancellation)
        case .months(let request, let utcOffset):
            return Answer(.months(try view.months(of: request, utcOffset: utcOffset, cancellation: cancellation)))
        case .setPolicy(let app, let confirmsChanges, let isSilenced):
            return try setPolicy(app: app, confirmsChanges: confirmsChanges, isSilenced: isSilenced)
        case .endPicks(let app): return endPicks(app: app)
        case .selection(let app): return Answer(.selection(try library.store.selection(of: app)))
        default: throw LibraryError(.internal, "not one of the owner's calls")
        }
    }

    private func ping(_ payload: [UInt8], replySize: Int) throws(LibraryError) -> Answer {
        guard max(replySize, payload.count) <= Session.maximumPingReply else {
            throw LibraryError(.limitExceeded, "a reply has at most \(Session.maximumPingReply) bytes")
        }
        return Answer(.ping(PingAnswer(payload, size: replySize)))
    }

    private func authorizationStatus(_ level: AccessLevel) throws(LibraryError) -> Answer {
        switch principal {
        case .person: Answer(.authorization(.authorized))
        case .app(let app): Answer(.authorization(try library.store.authorizationStatus(of: app, for: level)))
        }
    }

    /// The one descriptor that a call comes with.
    private func takeOne(_ descriptors: inout DescriptorList) throws(LibraryError) -> OwnedDescriptor {
        guard descriptors.count == 1, let descriptor = descriptors.takeFirst() else {
            throw LibraryError(.invalidRequest, "the call comes with exactly one descriptor")
        }
        return descriptor
    }
}
