/// Receives the results of a picker.
@MainActor @preconcurrency
public protocol PHPickerViewControllerDelegate: AnyObject {
    /// Called when the person has confirmed the selection or cancelled; with a continuous selection, also for every
    /// change.
    ///
    /// After a cancellation the results are the preselected assets.
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}
