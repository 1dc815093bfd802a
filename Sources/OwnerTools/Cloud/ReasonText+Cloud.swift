internal import Languages
package import LibraryModel

// Why synchronisation does not go on: what the server, photolibrary-sync and the bucket say.

extension ReasonText {
    static let cloud = synchronisation + joining + records + issues + buckets + bucketURLs + transfers

    /// Of the server, and of the process that it starts.
    private static let synchronisation = [
        localizable("synchronisation is not set up; \"photos cloud setup URL\" does that"),
        localizable("synchronisation is paused; \"photos cloud resume\" resumes it"),
        localizable("synchronisation was ended"),
        localizable("the library is synchronised with another bucket already"),
        localizable(
            "originals of this library are in the bucket alone; \"photos cloud optimize --off\" brings them back"
        ),
        localizable("the original is in a bucket, and synchronisation is not set up"),
        localizable("the bucket's URL or the device's name is too long"),
        localizable("photolibrary-sync does not take its commands"),
        localizable("photolibrary-sync does not start"),
        localizable("photolibrary-sync cannot be started: {reason}"),
        localizable("photolibrary-sync has made a mistake: it waits for nothing"),
        localizable("it works from {hours} only; \"photos cloud limit --hours off\" ends that"),
        localizable("originals are not evicted or brought back: {reason}"),
        localizable("a request failed"),
    ]

    /// Of a bucket that does not fit the library.
    private static let joining = [
        localizable(
            "there is a library in this bucket already; \"photos cloud join URL\" gets it, or choose another folder"
        ),
        localizable(
            "there is no library in this bucket; check the URL, or make one with \"photos cloud setup URL\""
        ),
        localizable(
            """
            the recovery phrase is not that of the library in this bucket; "photos cloud key" shows it on a machine \
            that has the library
            """
        ),
        localizable(
            "the library in this bucket is encrypted: join it without --plain, with its recovery phrase"
        ),
        localizable(
            "the library in this bucket is not encrypted: join it with --plain, without a recovery phrase"
        ),
        localizable(
            """
            there are no credentials for the bucket: the server's environment needs AWS_ACCESS_KEY_ID and \
            AWS_SECRET_ACCESS_KEY, or ~/.aws/credentials a profile
            """
        ),
        localizable(
            """
            the key of the bucket is gone; "photos cloud off", then "photos cloud join URL" with the recovery phrase
            """
        ),
    ]

    /// Of the process's own records.
    private static let records = [
        localizable("the record of what is synchronised is damaged; \"photos cloud sync --rebuild\" makes it anew"),
        localizable("a later version of photolibrary-sync wrote the record of what is synchronised"),
        localizable("the record of what is synchronised cannot be used: {reason}"),
        localizable("the library's disk is full"),
    ]

    /// What it goes on without.
    private static let issues = [
        localizable("something in the bucket was written by a later version: update this machine's programs"),
        localizable("what a device says of itself is not readable"),
        localizable("what this device has said of itself is not readable"),
        localizable("part {number} of what device {identifier} changed is not readable"),
        localizable("part of what device {identifier} changed is not in the bucket any more"),
        localizable("a snapshot of device {identifier} is not readable"),
        localizable(
            "a file is not in the bucket; \"photos cloud verify\" on a machine that has it sends it again: {digest}"
        ),
        localizable("a file is not in this library: {digest}"),
        localizable("this device has begun anew, because a copy of it is at work or it was restored from a backup"),
        localizable("a device's clock is wrong by thousands of years"),
        localizable("an original stays on this device, because it is not whole in the bucket"),
        localizable("an original does not come back, because it is not whole in the bucket"),
        localizable("the original is not in the bucket"),
        localizable("the original in the bucket is damaged"),
        localizable("the bucket cannot be opened"),
    ]

    /// Of a folder or a store.
    private static let buckets = [
        localizable("no connection to the store: {reason}"),
        localizable("there is no such bucket in the store: check the URL"),
        localizable("there is no bucket in this folder: check the URL, and that its disk or share is mounted"),
        localizable("the folder is not empty, and no bucket: choose an empty one, or one that is not there yet"),
        localizable("the bucket does not allow it with these credentials"),
        localizable("the folder cannot be used ({reason}): the server's user has to be able to read and write it"),
        localizable("the bucket is full"),
        localizable("the store is busy (status {status})"),
        localizable("the store refuses (status {status}, {code})"),
        localizable("the store's answer is malformed"),
        localizable("something in the bucket is too large"),
        localizable("the bucket's folder is another one than at the start"),
        localizable("cancelled"),
        localizable("the deadline has passed"),
    ]

    /// Of what a person wrote for a bucket.
    private static let bucketURLs = [
        localizable("folder: wants an absolute path, such as folder:/mnt/share/Photos"),
        localizable("a bucket is folder:DIR or s3://BUCKET/PREFIX, as in folder:{path}"),
        localizable("a bucket is folder:DIR or s3://BUCKET/PREFIX"),
        localizable(
            "credentials do not belong into the URL: put them into ~/.aws/credentials of the server's user"
        ),
        localizable("a bucket's name has 3 to 63 small letters, digits, dots and hyphens"),
        localizable("a prefix has letters, digits, “-”, “_”, “.” and single slashes"),
        localizable("an endpoint is https://HOST or https://HOST:PORT"),
        localizable("style is “path” or “virtual”"),
        localizable("ca is the absolute path of a file with certificates"),
        localizable("“{text}” is not NAME=VALUE"),
        localizable("“{name}” is none of endpoint, region, style, profile and ca"),
        localizable("{name} has letters, digits, “-”, “_” and “.”"),
    ]

    /// Of HTTP.
    private static let transfers = [
        localizable("the request cannot be sent"),
        localizable("the server cannot be reached"),
        localizable("the server's address is not allowed"),
        localizable("the server does not answer in time"),
        localizable("there is no secure connection to the server, or its certificate is not trusted"),
        localizable("the connection was interrupted"),
        localizable("the server's answer is not HTTP"),
        localizable("the server's answer is too large"),
        localizable("libcurl's error {code}"),
    ]
}

extension CloudReport {
    /// The reason in the person's language.
    package var localizedReason: String? { reason.map { ReasonText.text($0) } }

    /// The problems in the person's language, a line each.
    package var localizedProblems: [String] { problems.map { ReasonText.text($0) } }
}
