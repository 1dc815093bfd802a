// Swift's Testing, where it finds a module CoreGraphics, imports this module beside it, which Apple's toolchain has for
// attachments of images. There are none here; without the module a test could not import both.
