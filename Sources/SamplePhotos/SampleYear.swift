internal import CivilDates
internal import LibraryModel

/// A year's photos of somebody who likes to walk: five of six are from three hikes, each on a day of its own, and the
/// others from other days. The same for the same count.
package struct SampleYear: Sendable {
    /// A photo and the name that a camera would give its file.
    package struct Item: Sendable {
        package var filename: String
        package var photo: SamplePhoto
    }

    /// In the order in which they were taken.
    package let items: [Item]

    /// The longer side of the pictures, in pixels.
    private static let longSide = 960

    package init(count: Int) {
        let elsewhere = count / 6
        let onHikes = count - elsewhere
        var moments: [Moment] = []
        for (number, hike) in SampleHike.all.enumerated() {
            // The first hikes take what does not divide.
            let share = onHikes / SampleHike.all.count + (number < onHikes % SampleHike.all.count ? 1 : 0)
            moments += (0..<share).map { hike.moment($0, of: share) }
        }
        moments += (0..<elsewhere).map { SamplePlace.moment($0) }
        moments.sort { $0.instant < $1.instant }
        items = moments.enumerated().map { number, moment in
            var digits = String(number + 1)
            while digits.utf8.count < 4 { digits = "0" + digits }
            return Item(filename: "IMG_\(digits).jpg", photo: SampleYear.photo(of: moment))
        }
    }

    private static func photo(of moment: Moment) -> SamplePhoto {
        // The moment is the seed, so that a photo does not depend on those before it.
        var random = SplitMix(state: UInt64(bitPattern: moment.instant))
        let short = random.index(below: 2) == 0 ? longSide * 3 / 4 : longSide * 2 / 3
        let isUpright = random.index(below: 4) == 0
        return SamplePhoto(
            size: PixelSize(width: isUpright ? short : longSide, height: isUpright ? longSide : short),
            seed: random.next(),
            date: moment.instant,
            utcOffset: moment.utcOffset,
            location: moment.location
        )
    }
}

/// When and where a photo was taken.
private struct Moment {
    /// Microseconds since 1970.
    var instant: Int64
    /// Seconds east of UTC.
    var utcOffset: Int32
    var location: Coordinate?
}

/// A walk up and back on one day, between these hours of the day in UTC.
private struct SampleHike {
    var day: (year: Int, month: Int, day: Int)
    var hours: ClosedRange<Double>
    var utcOffset: Int32
    var start: Coordinate
    var summit: Coordinate

    static let all = [
        // Saxon Switzerland, the Dolomites, Lofoten.
        SampleHike(
            day: (2025, 5, 17),
            hours: 7.4...14.1,
            utcOffset: 7200,
            start: Coordinate(latitude: 50.9172, longitude: 14.1098, altitude: 118),
            summit: Coordinate(latitude: 50.9082, longitude: 14.2157, altitude: 409)
        ),
        SampleHike(
            day: (2025, 6, 14),
            hours: 5.2...13.6,
            utcOffset: 7200,
            start: Coordinate(latitude: 46.6124, longitude: 12.2954, altitude: 2320),
            summit: Coordinate(latitude: 46.6366, longitude: 12.3103, altitude: 2528)
        ),
        SampleHike(
            day: (2025, 7, 5),
            hours: 8.1...18.9,
            utcOffset: 7200,
            start: Coordinate(latitude: 67.9322, longitude: 13.0888, altitude: 4),
            summit: Coordinate(latitude: 67.9424, longitude: 13.1117, altitude: 448)
        ),
    ]

    func moment(_ number: Int, of count: Int) -> Moment {
        let progress = count > 1 ? Double(number) / Double(count - 1) : 0
        let height = 1 - abs(2 * progress - 1)
        let hour = hours.lowerBound + progress * (hours.upperBound - hours.lowerBound)
        // No two photos in one second, and none exactly on the minute.
        let second = Int64(hour * 3600) + Int64(number * 7 % 13)
        return Moment(
            instant: microseconds(day) + second * 1_000_000,
            utcOffset: utcOffset,
            location: Coordinate(
                latitude: between(start.latitude, summit.latitude, height),
                longitude: between(start.longitude, summit.longitude, height),
                altitude: between(start.altitude ?? 0, summit.altitude ?? 0, height)
            )
        )
    }

    private func between(_ one: Double, _ two: Double, _ share: Double) -> Double { one + (two - one) * share }
}

/// Somewhere else, in other time zones; one of them keeps its position to itself.
private enum SamplePlace {
    private static let all: [(location: Coordinate?, utcOffset: Int32)] = [
        (Coordinate(latitude: 27.7172, longitude: 85.3240, altitude: 1400), 20_700),
        (Coordinate(latitude: 35.3606, longitude: 138.7274, altitude: 2300), 32_400),
        (Coordinate(latitude: 37.7459, longitude: -119.5332, altitude: 1210), -25_200),
        (nil, 3600),
        (Coordinate(latitude: -44.0046, longitude: 170.4770, altitude: 710), 43_200),
        (Coordinate(latitude: 64.0784, longitude: -16.2306, altitude: 0), 0),
    ]

    /// One day after another, eleven days apart, which passes by the hikes, and from the year's start again.
    static func moment(_ number: Int) -> Moment {
        let place = all[number % all.count]
        let hour = (number % 33) * 11 * 24 + 6 + number * 5 % 12
        return Moment(
            instant: microseconds((2025, 1, 3)) + Int64(hour * 3600 + number) * 1_000_000,
            utcOffset: place.utcOffset,
            location: place.location
        )
    }
}

private func microseconds(_ day: (year: Int, month: Int, day: Int)) -> Int64 {
    CivilTime(year: Int64(day.year), month: Int64(day.month), day: Int64(day.day)).instant(offset: 0)
}
