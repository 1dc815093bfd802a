import Glibc

exit(SamplePhotosProgram.run(CommandLine.arguments.dropFirst()))
