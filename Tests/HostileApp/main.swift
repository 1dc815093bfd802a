HostileApp.run()
