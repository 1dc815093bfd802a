import MediaWorker

WorkerProgram.run()
