// As with Apple's module, `import PhotosUI` brings Photos along.
@_exported public import Photos
