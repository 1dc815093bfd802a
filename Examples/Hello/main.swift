// Hello: shows the newest photo in the terminal.
import Photos

guard CommandLine.arguments.count == 1 else {
    print("usage: Hello\n\n  Shows the newest photo in a terminal with 24-bit colours.")
    exit(CommandLine.arguments.dropFirst() == ["--help"] ? EXIT_SUCCESS : 64)
}
let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
guard status == .authorized || status == .limited else {
    print("access to the photo library was not allowed")
    exit(77)
}

let newest = PHFetchOptions()
newest.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
newest.fetchLimit = 1
guard let photo = PHAsset.fetchAssets(with: .image, options: newest).firstObject else {
    print("there are no photos yet")
    exit(EXIT_SUCCESS)
}

let size = CGSize(width: 72, height: 72)
let options = PHImageRequestOptions()
options.isSynchronous = true
PHImageManager.default().requestImage(for: photo, targetSize: size, contentMode: .aspectFit, options: options) {
    guard let image = $0 else {
        print("no picture: \(String(describing: $1?[PHImageErrorKey]))")
        exit(EXIT_FAILURE)
    }
    let pixels = image.rgba
    func colour(_ x: Int, _ y: Int) -> String {
        let start = (min(y, image.height - 1) * image.width + x) * 4
        return "2;\(pixels[start]);\(pixels[start + 1]);\(pixels[start + 2])m"
    }
    // Each character is the upper half of a cell; its background colour is the lower half.
    for y in stride(from: 0, to: image.height, by: 2) {
        let cells = (0..<image.width).map { "\u{1B}[38;\(colour($0, y))\u{1B}[48;\(colour($0, y + 1))▀" }
        print(cells.joined() + "\u{1B}[m")
    }
}
