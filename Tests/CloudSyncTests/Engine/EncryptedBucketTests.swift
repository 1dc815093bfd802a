import CloudEncryption
import CloudSync
import LibraryModel
import Testing

struct EncryptedBucketTests {
    private func machines() -> Machines {
        var machines = Machines(2)
        machines.bucket.cipher = BucketCipher(.random())
        machines.addPhoto(1, on: 0)
        machines.set(.title, of: 1, to: FieldValue.text("Santiago de Compostela"), on: 0)
        machines.synchronize(0)
        return machines
    }

    @Test func `objects in the bucket disclose nothing, and a device with the key reads them`() {
        var machines = machines()
        let title = Array("Santiago".utf8)
        #expect(machines.bucket.objects.count == 1)
        for bytes in machines.bucket.objects.values { #expect(!bytes.contains(title)) }
        #expect(machines.synchronize(1).outcome?.issues == [])
        #expect(machines.areEqual)
    }

    @Test func `an object that the bucket exchanged for another one is not used`() {
        var machines = machines()
        let device = ObjectID(1000)
        machines.set(.caption, of: 1, to: [1], on: 0)
        machines.synchronize(0)
        machines.bucket.replace(.segment(device, 1), with: .segment(device, 2))
        #expect(machines.synchronize(1).outcome?.issues == [.unreadable(.segment(device, 1), .damaged)])
        #expect(machines.devices[1].library.objects.isEmpty)
    }
}
