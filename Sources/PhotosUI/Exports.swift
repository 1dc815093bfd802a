// `import PhotosUI` also imports Photos, as with Apple's module.
@_exported public import Photos
