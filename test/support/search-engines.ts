/** The fields in the linked data of an event that search engines require or recommend. */

type Ld = Readonly<Record<string, unknown>>

const isThere = (value: unknown) => value !== undefined && value !== '' && value !== null
const all = (value: unknown): readonly Ld[] => [value].flat().filter(isThere) as readonly Ld[]

/** The missing ones of some names, each with its path. */
const missing = (item: Ld, path: string, names: readonly string[]) =>
  names.filter((name) => !isThere(item[name])).map((name) => path + name)

/** The fields that Google requires of an Event and that it lacks: name, startDate, and an address of its location. No location is invented for it. */
export function requiredMissing(event: Ld): readonly string[] {
  return [
    ...missing(event, '', ['name', 'startDate']),
    ...all(event.location).flatMap((one) =>
      missing(one, 'location.', one['@type'] === 'VirtualLocation' ? ['url'] : ['name', 'address']),
    ),
  ]
}

/**
 * The fields that Google and Bing recommend for an Event and that it lacks. `performer` is not included: events have organizers,
 * and no performers.
 */
export function recommendedMissing(event: Ld): readonly string[] {
  const top = [
    'description',
    'endDate',
    'eventStatus',
    'eventAttendanceMode',
    'image',
    'offers',
    'organizer',
    'url',
  ]
  const isMoved = event.eventStatus === 'https://schema.org/EventRescheduled'
  const address = ['streetAddress', 'addressLocality', 'postalCode', 'addressCountry']
  return [
    ...missing(event, '', [...top, ...(isMoved ? ['previousStartDate'] : [])]),
    ...all(event.offers).flatMap((one) =>
      missing(one, 'offers.', ['availability', 'price', 'priceCurrency', 'url', 'validFrom']),
    ),
    ...all(event.organizer).flatMap((one) => missing(one, 'organizer.', ['name', 'url'])),
    ...all(event.location)
      .filter((one) => one['@type'] === 'Place')
      .flatMap((one) => all(one.address).flatMap((own) => missing(own, 'location.address.', address))),
  ]
}
