import UploadWorker

UploadProgram.run()
