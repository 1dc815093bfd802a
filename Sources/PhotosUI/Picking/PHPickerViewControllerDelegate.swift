/// Is told what the person picked.
@MainActor @preconcurrency
public protocol PHPickerViewControllerDelegate: AnyObject {
    /// The person has confirmed their selection, or cancelled; with a continuous selection, has changed it.
    ///
    /// After a cancellation the results are what was preselected, or nothing.
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}
