import PhotosCommandLine

PhotosTool.main()
