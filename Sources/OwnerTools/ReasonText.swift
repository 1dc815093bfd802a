internal import Languages
package import LibraryModel
package import LinuxSystem

/// Why something went wrong, in the person's language: the server, the import and the system say it in English, which
/// programs read and logs keep.
package enum ReasonText {
    /// A reason that is not known stays in English.
    package static func text(_ reason: String) -> String { known.translation(of: reason) }

    private static let known = KnownTexts(
        connections + files + imports + sandbox + changes + work + grants + verification + cloud + system
    )

    /// Of the way to the server.
    private static let connections = [
        localizable("no photo library server at {socket} ({reason})"),
        localizable("no photo library server ({reason})"),
        localizable("no answer"),
        localizable("another user's server listens where the photo library's would"),
        localizable("the photo library's server refused the connection"),
        localizable("the server is stopping"),
        localizable("the request was cancelled"),
        localizable("the deadline passed"),
        localizable("there is not enough space for the library"),
        localizable("the disk is full"),
        localizable(
            """
            the library is in a folder that {program} synchronizes, where changes could damage it: it can be read but \
            not changed there; stop photolibraryd, move the library's folder to a local disk where no program \
            synchronizes it, and start photolibraryd with the new place
            """
        ),
        localizable(
            """
            the library is on a file system that is kept by {program}, where changes could damage it: it can be read \
            but not changed there; stop photolibraryd, move the library's folder to a local disk where no program \
            synchronizes it, and start photolibraryd with the new place
            """
        ),
    ]

    /// Of files that the library reads.
    private static let files = [
        localizable("not a photo or video that this library can read"),
        localizable("the file is damaged"),
        localizable("the file is empty"),
        localizable("the file is no picture"),
        localizable("the file is no movie"),
        localizable("the file cannot be read"),
        localizable("the file changed while it was copied"),
        localizable("the file stopped the program that reads it"),
        localizable("the file confused the program that reads it"),
        localizable("reading the file takes too long"),
        localizable("it is not a regular file"),
        localizable("this kind of photo or video is not supported"),
        localizable("the file stopped the program that read it first"),
        localizable("reading the file takes too much memory"),
        localizable("the asset has no such file"),
        localizable("the original is in the cloud and has to be downloaded"),
        localizable("an original is missing"),
        localizable("a picture may have at most {size} MiB"),
        localizable("a file may have at most {size} GiB"),
    ]

    /// Of an import.
    private static let imports = [
        localizable("not a file"),
        localizable("neither a file nor a folder"),
        localizable("the file was changed"),
        localizable("was changed meanwhile"),
        localizable("not XMP, or cut off"),
        localizable("larger than {size} KiB"),
        localizable("larger than {size} MiB"),
        localizable("what describes the photos is larger than {size} MiB in all"),
        localizable("there are more than {number} lists of exported libraries"),
        localizable("line {number} is damaged"),
        localizable("the movie in it: {reason}; the photo was taken in without it"),
        localizable("{reason}; what it lies beside was taken in without it"),
        localizable("{reason}; the files are imported without it"),
        localizable("not of photos export"),
        localizable("written by a newer version"),
        localizable("{program} has it in its library: {reason}"),
        localizable("its name is not that of a photo or a video"),
        localizable("its photo is not here"),
        localizable("part of the picture is missing or damaged"),
        localizable("an archive: unpack it first"),
        localizable("about an album"),
        localizable("about no photo"),
        localizable("about no photo here"),
    ]

    /// Of the processes that read files.
    private static let sandbox = [
        localizable("sandbox of media workers: {summary}"),
        localizable("full: namespaces, Landlock, system call filter"),
    ]

    /// Of changes that the library refuses.
    private static let changes = [
        localizable("a folder cannot be inside itself"),
        localizable("there is no such object"),
        localizable("the title is too long"),
        localizable("the caption is too long"),
        localizable("the keywords are too many or too long"),
        localizable("the asset has too many keywords"),
        localizable("a keyword is empty"),
        localizable("the change block has too many operations"),
        localizable("that time is over"),
        localizable("it is not there any more"),
        localizable("a smart album cannot be edited"),
        localizable("a folder holds albums and folders only"),
        localizable("an album holds assets only"),
        localizable("every album and folder is somewhere: move it, or delete it"),
    ]

    /// Of a server that has too much to do, or cannot do it.
    private static let work = [
        localizable("another program has locked the library's database"),
        localizable("the library is closing"),
        localizable("the library was read for too long at once"),
        localizable("too many changes wait"),
        localizable("too many files are being read"),
        localizable("the media worker does not start"),
        localizable("the media worker cannot be found: {reason}"),
        localizable("no memory for a picture"),
        localizable("the download was cancelled"),
        localizable("the export was cancelled"),
        localizable("too many words to search for"),
        localizable("the server gave no identifier"),
        localizable("the server told of other photos than it was asked for"),
        localizable("the server ended the stream"),
        localizable("the photo library's server: {reason}"),
    ]

    /// Of what the person decides about apps, and an administrator before them.
    private static let grants = [
        localizable("the administrator's policy restricts this app"),
        localizable("the administrator's policy restricts this app: {reason}"),
        localizable("an app's identity is 1 to 1,024 bytes"),
        localizable("a folder of builds is named by its whole path, without . and .."),
        localizable("a folder of builds is one for a year at most"),
        localizable("that folder cannot be one of builds: {reason}"),
        localizable("others can write to {folder}"),
        localizable("it is no folder"),
        localizable("it belongs to another user"),
        localizable("it is on a file system of others"),
        localizable("a symbolic link is on its path"),
        localizable("it is not there"),
    ]

    /// What a verification of the library finds.
    private static let verification = [
        localizable("the file is missing"),
        localizable("the file has another size"),
        localizable("the file's content has changed"),
        localizable("its digest is malformed"),
        localizable("row {row} of {table} refers to nothing"),
        localizable("the details of change {number} are incomplete"),
        localizable("the number of photos selected for {app} is wrong"),
        localizable("the photos are not in memory: {reason}"),
        localizable("the photos in memory are not those of the database"),
    ]

    /// Of the system.
    private static let system = [
        localizable("No such file or directory"),
        localizable("Permission denied"),
        localizable("Operation not permitted"),
        localizable("Not a directory"),
        localizable("Is a directory"),
        localizable("File exists"),
        localizable("File name too long"),
        localizable("No space left on device"),
        localizable("Disk quota exceeded"),
        localizable("Read-only file system"),
        localizable("Input/output error"),
        localizable("Too many levels of symbolic links"),
        localizable("Connection refused"),
        localizable("Connection reset by peer"),
    ]
}

extension LibraryError {
    /// The reason in the person's language.
    package var localizedReason: String { ReasonText.text(reason) }
}

extension SystemCallError {
    /// The reason in the person's language.
    package var localizedReason: String { ReasonText.text(reason) }
}
