// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "OpenPhotoKit",
    products: [
        // The library with what Apple's systems have beside it: one dependency of an app's, and every import is there.
        .library(name: "Photos", targets: appModules),
        .library(name: "PhotosUI", targets: ["PhotosUI"] + appModules),
        .executable(name: "photolibraryd", targets: ["photolibraryd"]),
        .executable(name: "photolibrary-media", targets: ["photolibrary-media"]),
        .executable(name: "photolibrary-upload", targets: ["photolibrary-upload"]),
        .executable(name: "photolibrary-sync", targets: ["photolibrary-sync"]),
        .executable(name: "photos", targets: ["photos"]),
        .executable(name: "photos-agent", targets: ["photos-agent"]),
    ],
    targets: [
        // C libraries. Each is imported by exactly one Swift target.
        .systemLibrary(name: "CProtobufC", pkgConfig: "libprotobuf-c", providers: [.apt(["libprotobuf-c-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CVipsLibrary", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CJPEGLibrary", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CPNGLibrary", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CWebPLibrary", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CAVLibrary", pkgConfig: "libavformat", providers: [.apt(["libavformat-dev"])]),
        .systemLibrary(name: "CSWScaleLibrary", pkgConfig: "libswscale", providers: [.apt(["libswscale-dev"])]),
        .systemLibrary(name: "CRawLibrary", pkgConfig: "libraw_r", providers: [.apt(["libraw-dev"])]),
        .systemLibrary(name: "CExempiLibrary", pkgConfig: "exempi-2.0", providers: [.apt(["libexempi-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPLibrary",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(name: "CChafaLibrary", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .target(name: "CLinux", cSettings: strictC),
        .target(
            name: "CMedia",
            dependencies: [
                "CVipsLibrary", "CJPEGLibrary", "CPNGLibrary", "CWebPLibrary", "CAVLibrary", "CSWScaleLibrary",
                "CRawLibrary",
            ],
            cSettings: strictC,
            // The pkg-config files of libavformat and libvips name them as their private needs only.
            linkerSettings: [
                .linkedLibrary("avcodec"), .linkedLibrary("avutil"), .linkedLibrary("swresample"),
                .linkedLibrary("gmodule-2.0"),
            ]
        ),
        .target(name: "CMicroHTTP", dependencies: ["CMicroHTTPLibrary"], cSettings: strictC),
        .target(name: "CChafa", dependencies: ["CChafaLibrary"], cSettings: strictC),
        // The files of Sources/AgentPage/Web in the program: #embed, which is C23, puts them in.
        .target(name: "CAgentPage", cSettings: strictC + [.disableWarning("c23-extensions")]),
        // The files of Sources/Languages/Catalogues in the programs.
        .target(name: "CLanguages", cSettings: strictC + [.disableWarning("c23-extensions")]),
        .target(name: "CLibraryProtocol", dependencies: ["CProtobufC"], cSettings: strictC),

        // What both sides of the socket share.
        .target(name: "LinuxSystem", dependencies: ["CLinux"]),
        // What the system's files tell of a program: who can replace it, whether it runs others, its name and icon.
        .target(name: "InstalledPrograms", dependencies: ["LinuxSystem"]),
        // How threads, readers, workers and memory are shared between apps.
        .target(name: "Admission", dependencies: ["LinuxSystem"]),
        .target(name: "LibraryModel"),
        .target(name: "CivilDates"),
        // Reading JSON of others.
        .target(name: "JSONText"),
        .target(name: "LibraryProtocol", dependencies: ["LibraryModel", "CLibraryProtocol", "CProtobufC"]),
        .target(name: "LibraryTransport", dependencies: ["Admission", "LinuxSystem"]),

        // The server's side.
        .target(name: "SQLiteDatabase", dependencies: ["CSQLite", "Admission", "LinuxSystem"]),
        .target(name: "Digests", dependencies: ["CCrypto"]),
        // One library on several machines: what is merged, and the form in the bucket.
        .target(name: "CloudSync", dependencies: ["LibraryModel"]),
        // What of it leaves the machine: sealed, under names that tell nothing.
        .target(name: "CloudEncryption", dependencies: ["CSodium", "CloudSync", "LibraryModel"]),
        // HTTP requests: what leaves the machine goes through here, and nothing else opens a network connection.
        .target(name: "HTTPTransfer", dependencies: ["CCurl", "LibraryModel", "LinuxSystem"]),
        // Where the devices meet: a folder or a bucket of an S3-compatible store.
        .target(
            name: "CloudBuckets",
            dependencies: [
                "Admission", "CExpat", "CivilDates", "CloudEncryption", "CloudSync", "Digests", "HTTPTransfer",
                "LibraryModel", "LinuxSystem",
            ]
        ),
        // The process that keeps a library and a bucket in step.
        .target(
            name: "CloudSyncProcess",
            dependencies: [
                "CivilDates", "CloudBuckets", "CloudEncryption", "CloudReplica", "CloudSync", "HTTPTransfer",
                "LibraryClient", "LibraryModel", "LinuxSystem", "SQLiteDatabase",
            ]
        ),
        // The library as the sync engine sees it: through the server.
        .target(
            name: "CloudReplica",
            dependencies: ["CloudBuckets", "CloudSync", "LibraryClient", "LibraryModel", "LinuxSystem"]
        ),
        // Patterns of predicates.
        .target(name: "TextMatching"),
        // The properties of all assets in memory, by which fetches are answered.
        .target(name: "AssetColumns", dependencies: ["LibraryModel"]),
        .target(
            name: "LibraryStore",
            dependencies: [
                "Admission", "AssetColumns", "CloudSync", "LinuxSystem", "SQLiteDatabase", "LibraryModel",
                "TextMatching",
            ]
        ),
        // Files and pictures.
        .target(
            name: "LibraryMedia",
            dependencies: ["Admission", "Digests", "LinuxSystem", "LibraryModel", "MediaWorkerProtocol"]
        ),
        // What LibraryMedia and its worker processes say to each other.
        .target(name: "MediaWorkerProtocol", dependencies: ["LibraryModel", "LinuxSystem"]),
        .target(
            name: "MediaWorker",
            dependencies: [
                "CExempiLibrary", "CMedia", "CivilDates", "Digests", "LinuxSystem", "LibraryModel",
                "MediaWorkerProtocol",
            ]
        ),
        // Files that the library sends to servers for apps, in a process of their own; and what that and the server say
        // to each other.
        .target(name: "UploadWorkerProtocol", dependencies: ["LibraryModel"]),
        .target(
            name: "UploadWorker",
            dependencies: [
                "HTTPTransfer", "LibraryModel", "LinuxSystem", "MediaWorkerProtocol", "UploadWorkerProtocol",
            ]
        ),
        .target(
            name: "LibraryServer",
            dependencies: [
                "Admission", "LibraryStore", "LibraryMedia", "LibraryProtocol", "LibraryTransport", "LibraryModel",
                "InstalledPrograms", "LinuxSystem", "CivilDates", "Digests", "JSONText", "MediaWorkerProtocol",
                "TerminalText", "UploadWorkerProtocol",
            ]
        ),

        // As much of Apple's modules as code with PhotoKit in it needs.
        .target(name: "_Testing_CoreGraphics"),
        .target(name: "CoreGraphics", dependencies: ["ImageIO", "_Testing_CoreGraphics"]),
        .target(name: "CoreLocation"),
        .target(name: "CoreMedia"),
        .target(
            name: "ImageIO",
            dependencies: [
                "AppLibrary", "CZlib", "CivilDates", "LibraryClient", "LibraryModel", "UniformTypeIdentifiers",
            ]
        ),
        .target(name: "ItemProvider", dependencies: ["UniformTypeIdentifiers"]),
        .target(name: "OSLog", dependencies: ["os"]),
        .target(name: "UniformTypeIdentifiers"),
        // What is below Swift's module os.
        .target(name: "COS", cSettings: strictC),
        .target(name: "os", dependencies: ["COS", "LinuxSystem"]),

        // The apps' side.
        // The client of this app's process, for every module that needs the library.
        .target(name: "AppLibrary", dependencies: ["LibraryClient", "LinuxSystem"]),
        .target(
            name: "AVFoundation",
            dependencies: ["AppLibrary", "CoreGraphics", "CoreMedia", "LibraryClient", "LibraryModel", "LinuxSystem"]
        ),
        .target(
            name: "LibraryClient",
            dependencies: ["LibraryProtocol", "LibraryTransport", "LibraryModel", "LinuxSystem"]
        ),
        .target(
            name: "Photos",
            dependencies: [
                "AVFoundation", "AppLibrary", "CoreLocation", "ImageIO", "ItemProvider", "LibraryClient",
                "LibraryModel",
                "LinuxSystem", "UniformTypeIdentifiers",
            ]
        ),
        .target(
            name: "PhotosUI",
            dependencies: [
                "ItemProvider", "LibraryClient", "LibraryModel", "LinuxSystem", "Photos", "UniformTypeIdentifiers",
            ]
        ),

        // Programs.
        .executableTarget(name: "photolibraryd", dependencies: ["LibraryServer"], exclude: ["systemd"]),
        .executableTarget(name: "photolibrary-upload", dependencies: ["UploadWorker"]),
        .executableTarget(name: "photolibrary-sync", dependencies: ["CloudSyncProcess"]),
        .executableTarget(name: "photolibrary-media", dependencies: ["MediaWorker"]),
        // What the person's tools, and the server's log, write to a terminal.
        .target(name: "TerminalText", dependencies: ["LinuxSystem"]),
        // What the person's tools say, in the person's language.
        .target(name: "Languages", dependencies: ["CLanguages", "LinuxSystem"], exclude: ["Catalogues"]),
        // What the person's tools say of photos, of apps and their access: the words for people, and the JSON.
        .target(
            name: "OwnerTools",
            dependencies: [
                "CivilDates", "InstalledPrograms", "Languages", "LibraryClient", "LibraryModel", "LinuxSystem",
                "TerminalText",
            ]
        ),
        // How files become photos of the library, for the command line and the page.
        .target(
            name: "PhotoImport",
            dependencies: [
                "CivilDates", "JSONText", "Languages", "LibraryClient", "LibraryModel", "LinuxSystem", "OwnerTools",
                "PhotoSearch",
            ]
        ),
        // The search of the person's tools: words, dates and kinds.
        .target(
            name: "PhotoSearch",
            dependencies: ["CivilDates", "Languages", "LibraryClient", "LibraryModel", "LinuxSystem", "PlaceNames"]
        ),
        // Names of places without any network. The list is in the program by #embed, which is C23.
        .target(name: "PlaceNames", dependencies: ["CPlaceNames", "Languages"], exclude: ["Data"]),
        .target(name: "CPlaceNames", cSettings: strictC + [.disableWarning("c23-extensions")]),
        .target(
            name: "PhotosCommandLine",
            dependencies: [
                "CivilDates", "CloudEncryption", "JSONText", "Languages", "LibraryClient", "LibraryModel",
                "LibraryTransport", "LinuxSystem", "OwnerTools", "PhotoImport", "PhotoSearch", "PlaceNames",
                "SQLiteDatabase", "TerminalText",
            ]
        ),
        .executableTarget(name: "photos", dependencies: ["PhotosCommandLine"]),
        // What every interface of the agent needs: prompts, answers, photos to choose from.
        .target(
            name: "PhotosAgent",
            dependencies: [
                "Languages", "LibraryClient", "LibraryModel", "LinuxSystem", "OwnerTools", "PhotoSearch",
                "TerminalText",
            ]
        ),
        // Its interfaces.
        .target(
            name: "AgentPage",
            dependencies: [
                "CAgentPage", "CMicroHTTP", "CivilDates", "InstalledPrograms", "Languages", "LibraryClient",
                "LibraryModel", "LinuxSystem", "OwnerTools", "PhotoImport", "PhotoSearch", "PhotosAgent",
                "PlaceNames", "TerminalText",
            ],
            exclude: ["Web"]
        ),
        .target(
            name: "AgentTerminal",
            dependencies: [
                "CChafa", "Languages", "LibraryClient", "LibraryModel", "LinuxSystem", "OwnerTools", "PhotoSearch",
                "PhotosAgent", "TerminalText",
            ]
        ),
        .target(
            name: "AgentText",
            dependencies: [
                "Languages", "LibraryClient", "LibraryModel", "LinuxSystem", "OwnerTools", "PhotoSearch",
                "PhotosAgent", "TerminalText",
            ]
        ),
        .executableTarget(
            name: "photos-agent",
            dependencies: [
                "AgentPage", "AgentTerminal", "AgentText", "LibraryClient", "LibraryModel", "LinuxSystem",
                "PhotosAgent",
            ],
            exclude: ["desktop"]
        ),

        // Made-up photos, for the demonstration, tests and benchmarks.
        .target(name: "SamplePhotos", dependencies: ["CivilDates", "LibraryModel", "MediaWorker"]),
        .executableTarget(name: "sample-photos", dependencies: ["SamplePhotos", "LibraryModel", "LinuxSystem"]),

        // Examples: small programs as an app's author would write them.
        .executableTarget(name: "HikingCollage", dependencies: ["Photos"], path: "Examples/HikingCollage"),
        .executableTarget(name: "Camera", dependencies: ["Photos"], path: "Examples/Camera"),
        .executableTarget(name: "Darkroom", dependencies: ["Photos"], path: "Examples/Darkroom"),
        .executableTarget(name: "Editor", dependencies: ["Photos"], path: "Examples/Editor"),
        .executableTarget(name: "Hello", dependencies: ["Photos"], path: "Examples/Hello"),
        .executableTarget(name: "AlbumByMonth", dependencies: ["Photos"], path: "Examples/AlbumByMonth"),
        .executableTarget(name: "PickPhotos", dependencies: ["PhotosUI"], path: "Examples/PickPhotos"),
        .executableTarget(
            name: "PhotoJournal",
            dependencies: ["PhotosUI"],
            path: "Examples/PhotoJournal",
            exclude: ["Info.plist"]
        ),
        .executableTarget(name: "Uploader", dependencies: ["Photos"], path: "Examples/Uploader"),

        // Measures the product beside floors written in C: `make bench`.
        .executableTarget(
            name: "LibraryBenchmark",
            dependencies: [
                "BrowserDriver", "CloudBuckets", "CloudReplica", "CloudSync", "CloudSyncProcess", "LibraryClient",
                "LibraryModel", "LibraryStore", "LibraryTestSupport", "LinuxSystem", "SamplePhotos", "Photos",
                "SQLiteDatabase", "hostile-app", "photolibraryd", "photolibrary-media", "photolibrary-sync", "photos",
                "photos-agent",
            ],
            path: "Benchmarks/LibraryBenchmark"
        ),

        // Tests.
        .target(
            name: "LibraryTestSupport",
            dependencies: [
                "InstalledPrograms", "LinuxSystem", "LibraryModel", "LibraryClient", "LibraryProtocol", "LibraryServer",
                "LibraryTransport",
            ],
            path: "Tests/Support"
        ),
        .testTarget(name: "CoreGraphicsTests", dependencies: ["CoreGraphics"]),
        .testTarget(name: "CoreLocationTests", dependencies: ["CoreLocation"]),
        .testTarget(name: "CoreMediaTests", dependencies: ["CoreMedia"]),
        .testTarget(name: "ItemProviderTests", dependencies: ["ItemProvider", "UniformTypeIdentifiers"]),
        .testTarget(name: "OSLogTests", dependencies: ["LinuxSystem", "OSLog", "os"]),
        .testTarget(name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers"]),
        // What an attacker's program does, for tests of identity.
        .executableTarget(name: "identity-actor", path: "Tests/IdentityActor", cSettings: strictC),
        // An app that takes all that it can get, for tests and benchmarks of what others notice of it.
        .executableTarget(
            name: "hostile-app",
            dependencies: [
                "LibraryClient", "LibraryModel", "LibraryProtocol", "LibraryTestSupport", "LibraryTransport",
                "LinuxSystem",
            ],
            path: "Tests/HostileApp"
        ),
        // A media worker that a file has taken over.
        .executableTarget(
            name: "hostile-worker",
            dependencies: ["CLinux"],
            path: "Tests/HostileWorker",
            cSettings: strictC
        ),
        // What a program that was taken over tries from inside the sandbox for the network.
        .executableTarget(
            name: "sandbox-actor",
            dependencies: [
                "CSandboxAttempts", "CloudBuckets", "CloudSyncProcess", "HTTPTransfer", "LinuxSystem",
            ],
            path: "Tests/SandboxActor"
        ),
        .target(name: "CSandboxAttempts", path: "Tests/SandboxAttempts", cSettings: strictC),
        // Runs programs that must not reach a network.
        .executableTarget(name: "network-trap", path: "Tests/NetworkTrap", cSettings: strictC),
        // Pictures in formats that the product reads and does not write.
        .target(
            name: "CSamplePictures",
            dependencies: ["CVipsLibrary"],
            path: "Tests/SamplePictures",
            cSettings: strictC
        ),
        .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem", "LibraryTestSupport"]),
        .testTarget(
            name: "InstalledProgramsTests",
            dependencies: ["InstalledPrograms", "LibraryTestSupport", "LinuxSystem"]
        ),
        .testTarget(name: "AdmissionTests", dependencies: ["Admission", "LinuxSystem", "LibraryTestSupport"]),
        .testTarget(name: "CivilDatesTests", dependencies: ["CivilDates"]),
        .testTarget(
            name: "CloudSyncTests",
            dependencies: [
                "BucketTestSupport", "CloudBuckets", "CloudEncryption", "CloudSync", "CloudSyncProcess", "Digests",
                "LibraryModel", "LibraryTestSupport", "LinuxSystem", "SQLiteDatabase",
            ]
        ),
        .testTarget(
            name: "CloudReplicaTests",
            dependencies: [
                "BucketTestSupport", "CloudBuckets", "CloudReplica", "CloudSync", "Digests", "LibraryClient",
                "LibraryModel", "LibraryTestSupport", "LinuxSystem", "SamplePhotos", "photolibrary-media",
            ]
        ),
        .testTarget(name: "CloudEncryptionTests", dependencies: ["CloudEncryption", "CloudSync", "LibraryModel"]),
        // A small HTTP server on 127.0.0.1 that does what a test says, faults as well.
        .target(name: "LoopbackHTTP", dependencies: ["LinuxSystem"], path: "Tests/LoopbackHTTP"),
        .testTarget(
            name: "HTTPTransferTests",
            dependencies: ["HTTPTransfer", "LibraryTestSupport", "LinuxSystem", "LoopbackHTTP"]
        ),
        // Buckets of tests: a library's files.
        .target(
            name: "BucketTestSupport",
            dependencies: [
                "CloudBuckets", "CloudSync", "Digests", "HTTPTransfer", "LibraryModel", "LibraryTestSupport",
                "LinuxSystem", "LoopbackHTTP",
            ],
            path: "Tests/BucketSupport"
        ),
        .testTarget(
            name: "CloudBucketsTests",
            dependencies: [
                "BucketTestSupport", "CloudBuckets", "CloudEncryption", "CloudSync", "Digests", "HTTPTransfer",
                "LibraryModel",
                "LibraryTestSupport", "LinuxSystem", "LoopbackHTTP",
            ]
        ),
        .testTarget(name: "TextMatchingTests", dependencies: ["TextMatching"]),
        .testTarget(
            name: "OwnerToolsTests",
            dependencies: [
                "CivilDates", "InstalledPrograms", "Languages", "LibraryClient", "LibraryModel", "LibraryTestSupport",
                "LinuxSystem", "OwnerTools",
            ]
        ),
        .testTarget(name: "LanguagesTests", dependencies: ["Languages", "LibraryTestSupport", "LinuxSystem"]),
        .testTarget(name: "PlaceNamesTests", dependencies: ["Languages", "PlaceNames"]),
        .testTarget(
            name: "PhotoSearchTests",
            dependencies: ["CivilDates", "Languages", "LibraryModel", "PhotoSearch", "PlaceNames"]
        ),
        .testTarget(name: "TerminalTextTests", dependencies: ["LinuxSystem", "TerminalText"]),
        .testTarget(name: "LibraryModelTests", dependencies: ["LibraryModel"]),
        .testTarget(name: "AssetColumnsTests", dependencies: ["AssetColumns", "LibraryModel", "LibraryTestSupport"]),
        .testTarget(
            name: "LibraryProtocolTests",
            dependencies: [
                "LibraryProtocol", "LibraryModel", "LibraryTestSupport", "LinuxSystem", "CLibraryProtocol",
                "CProtobufC",
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "LibraryTransportTests",
            dependencies: ["Admission", "LibraryTransport", "LinuxSystem", "LibraryTestSupport"]
        ),
        .testTarget(
            name: "LibraryStoreTests",
            dependencies: [
                "Admission", "AssetColumns", "CloudSync", "LibraryStore", "LinuxSystem", "SQLiteDatabase",
                "LibraryModel", "LibraryTestSupport",
            ]
        ),
        .testTarget(
            name: "LibraryServerTests",
            dependencies: [
                "CivilDates", "CloudSync", "Digests", "InstalledPrograms", "LibraryServer", "LibraryClient",
                "LibraryMedia", "LibraryModel", "LibraryProtocol", "LibraryStore", "LibraryTestSupport",
                "LibraryTransport", "LinuxSystem",
                "LoopbackHTTP", "MediaWorkerProtocol", "SamplePhotos", "UploadWorker", "UploadWorkerProtocol",
                "photolibrary-media", "photolibrary-upload",
            ]
        ),
        .testTarget(
            name: "MediaWorkerProtocolTests",
            dependencies: ["MediaWorkerProtocol", "LibraryModel", "LibraryTestSupport", "LinuxSystem"],
            exclude: ["Golden.txt"]
        ),
        .testTarget(
            name: "LibraryMediaTests",
            dependencies: [
                "Admission", "CSamplePictures", "LibraryMedia", "MediaWorker", "MediaWorkerProtocol", "CivilDates",
                "LibraryModel",
                "LinuxSystem", "LibraryTestSupport", "Digests", "SamplePhotos", "hostile-worker", "photolibrary-media",
            ]
        ),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
        .testTarget(
            name: "PhotosCommandLineTests",
            dependencies: [
                "PhotosCommandLine", "CivilDates", "JSONText", "Languages", "LibraryClient", "LibraryModel",
                "LinuxSystem",
                "LibraryTestSupport", "OwnerTools", "PhotoImport", "TerminalText",
            ]
        ),
        .testTarget(
            name: "PhotosAgentTests",
            dependencies: [
                "AgentPage", "AgentTerminal", "AgentText", "CivilDates", "CloudEncryption", "InstalledPrograms",
                "Languages", "LibraryClient", "LibraryModel", "LibraryTestSupport", "LinuxSystem", "SamplePhotos",
                "PhotoImport", "PhotoSearch", "PhotosAgent", "PlaceNames", "TerminalText", "photolibraryd",
                "photolibrary-media", "photos", "photos-agent",
            ]
        ),
        // Drives a headless Chromium, for tests and benchmarks of the agent's page.
        .target(
            name: "BrowserDriver",
            dependencies: ["LibraryTestSupport", "LinuxSystem"],
            path: "Tests/BrowserDriver"
        ),
        // The agent's page in a real browser.
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "AgentPage", "BrowserDriver", "InstalledPrograms", "Languages", "LibraryTestSupport", "LibraryClient",
                "LibraryModel", "LinuxSystem", "SamplePhotos", "SQLiteDatabase", "photolibraryd", "photolibrary-media",
                "photolibrary-sync", "photos", "photos-agent",
            ]
        ),
        .testTarget(
            name: "PhotosTests",
            dependencies: [
                "AppLibrary", "ImageIO", "LibraryClient", "LibraryModel", "LibraryTestSupport", "LinuxSystem",
                "Photos",
            ]
        ),
        .testTarget(name: "PhotosUITests", dependencies: ["LibraryClient", "LibraryModel", "PhotosUI"]),
        .testTarget(
            name: "ProcessTests",
            dependencies: [
                "Admission", "BucketTestSupport", "CivilDates", "HTTPTransfer", "LibraryMedia", "LibraryTestSupport",
                "JSONText", "LibraryClient", "LibraryModel",
                "LibraryProtocol", "LibraryTransport", "LinuxSystem", "LoopbackHTTP", "MediaWorkerProtocol", "Photos",
                "SamplePhotos", "SQLiteDatabase", "photolibraryd",
                "photolibrary-media", "photolibrary-sync", "photolibrary-upload", "photos", "identity-actor",
                "hostile-app", "network-trap", "photos-agent", "sandbox-actor", "LibraryServer",
                "HikingCollage", "Camera", "Darkroom",
                "AlbumByMonth", "PickPhotos", "PhotoJournal", "Editor", "Hello", "Uploader", "sample-photos",
            ]
        ),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "HikingCollage", "Camera", "Darkroom", "Editor", "AlbumByMonth", "PickPhotos", "PhotoJournal", "Photos",
                "PhotosUI", "Uploader",
            ]
        ),
        .testTarget(
            name: "PhotosLibraryTests",
            dependencies: [
                "Photos", "PhotosUI", "LibraryTestSupport", "LibraryClient", "LibraryModel", "LinuxSystem",
                "LoopbackHTTP", "MediaWorker", "SQLiteDatabase", "SamplePhotos", "photolibrary-media",
                "photolibrary-upload", "photolibraryd",
            ]
        ),
        // As an app that was written for Apple's PhotoKit: no more checks than Swift has by default, and no warning
        // that Apple's modules would not give.
        .testTarget(
            name: "PhotosCompileTests",
            dependencies: [
                "AVFoundation", "CoreGraphics", "CoreLocation", "ImageIO", "OSLog", "Photos", "PhotosUI",
                "UniformTypeIdentifiers",
                "os",
            ],
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
        ),
        // The same in language mode 6.
        .testTarget(
            name: "PhotosCompileSwift6Tests",
            dependencies: ["Photos", "PhotosUI", "UniformTypeIdentifiers", "os"],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ],
    swiftLanguageModes: [.v6]
)

var appModules: [String] {
    [
        "Photos", "AVFoundation", "CoreGraphics", "CoreLocation", "CoreMedia", "ImageIO", "OSLog",
        "UniformTypeIdentifiers", "os",
    ]
}

var strictC: [CSetting] { [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)] }

for target in package.targets
where [.executable, .test, .regular].contains(target.type)
    && ![
        "CLinux", "CMedia", "CSamplePictures", "CSandboxAttempts", "CLibraryProtocol", "CMicroHTTP", "CChafa",
        "CAgentPage", "CLanguages", "CPlaceNames", "COS",
        "PhotosCompileTests",
        "PhotosCompileSwift6Tests",
    ].contains(target.name)
{
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(), .treatAllWarnings(as: .error),
    ]
}
