import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf } from '../support/arbitrary.ts'
import { anyDialects } from '../support/dialects.ts'
import { storedImage } from '../support/images.ts'
import { currentMoment } from '../support/inside/service.ts'
import { schemaOrgFaults } from '../support/schema-org.ts'
import { recommendedMissing, requiredMissing } from '../support/search-engines.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const hall = {
  venue: 'Hall',
  address: 'Via Po 1',
  city: 'Turin',
  country: 'IT',
  zip: '10123',
  phone: '+39 011',
}
const located = { venue: 'Tower', geo_lat: 45.06, geo_lng: 7.69, website: 'https://tower.example', image: 1 }
const organizer = { organizer: 'O', email: 'o@b.example', phone: '1', website: 'mailto:o@b.example' }
const ticket = {
  name: 'T',
  price: '12.50',
  currency: 'EUR',
  url: 'https://x.example/t',
  valid_from: '2027-05-01 10:00',
}
const schema = (word: string) => `https://schema.org/${word}`

/** Sent fields and the expected linked data; `undefined` means that the key must be absent. */
const varieties: Readonly<Record<string, readonly [Json, Json]>> = {
  bare: [
    {},
    {
      name: 'A',
      startDate: '2027-05-04T18:00:00-04:00',
      endDate: '2027-05-04T20:00:00-04:00',
      eventStatus: schema('EventScheduled'),
      eventAttendanceMode: schema('OfflineEventAttendanceMode'),
      location: undefined,
      ...{ organizer: undefined, offers: undefined },
      image: expect.stringMatching(/^http.*\/event\/a(?:-\d+)?\/share\.png$/),
      ...{ description: undefined, isAccessibleForFree: undefined, superEvent: undefined },
    },
  ],
  'all day': [
    { all_day: true, start_date: '2027-05-04', end_date: '2027-05-06' },
    { startDate: '2027-05-04', endDate: '2027-05-06' },
  ],
  'across a change of the clocks': [
    { start_date: '2027-11-06 18:00:00', end_date: '2027-11-07 18:00:00' },
    { startDate: '2027-11-06T18:00:00-04:00', endDate: '2027-11-07T18:00:00-05:00' },
  ],
  'in a zone of an odd offset': [{ timezone: 'UTC+5:45' }, { startDate: '2027-05-04T18:00:00+05:45' }],
  virtual: [
    { attendance_mode: 'online', website: 'https://meet.example/a' },
    {
      location: { '@type': 'VirtualLocation', url: 'https://meet.example/a' },
      eventAttendanceMode: schema('OnlineEventAttendanceMode'),
    },
  ],
  'with a website that is no page': [
    { website: 'mailto:a@b.example' },
    {
      location: undefined,
      eventAttendanceMode: schema('OfflineEventAttendanceMode'),
    },
  ],
  'with a venue and a website': [
    { venue: hall, website: 'https://x.example' },
    {
      eventAttendanceMode: schema('OfflineEventAttendanceMode'),
      location: {
        '@type': 'Place',
        name: 'Hall',
        telephone: '+39 011',
        address: {
          ...{ '@type': 'PostalAddress', streetAddress: 'Via Po 1', addressLocality: 'Turin' },
          ...{ postalCode: '10123', addressCountry: 'IT' },
        },
      },
    },
  ],
  'with several venues': [
    { venue: [hall, located] },
    {
      location: [
        { name: 'Hall' },
        {
          name: 'Tower',
          sameAs: 'https://tower.example',
          geo: { '@type': 'GeoCoordinates', latitude: 45.06 },
        },
      ],
    },
  ],
  'with organizers': [
    { organizer: [organizer, { organizer: 'P' }] },
    { organizer: [{ '@type': 'Organization', name: 'O', email: 'o@b.example' }, { name: 'P' }] },
  ],
  'with an image': [{ image: 1 }, { image: 'http://127.0.0.1:3000/media/a.png' }],
  'with an excerpt': [
    { excerpt: '<p>In <b>short</b></p>', description: '<p>Long</p>' },
    { description: 'In short' },
  ],
  'with a description': [{ description: '<p>A &amp; B</p>' }, { description: 'A & B' }],
  'with a price': [
    { cost: '€12.50' },
    { offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR' }, isAccessibleForFree: undefined },
  ],
  'with a range of prices': [
    { cost: '$10 – 20' },
    { offers: { '@type': 'AggregateOffer', lowPrice: '10', highPrice: '20', priceCurrency: 'USD' } },
  ],
  'with a price of no currency': [{ cost: 5 }, { offers: { '@type': 'Offer', price: '5' } }],
  'with prices of two currencies': [
    { cost: ['$10', '€20', '€10'] },
    {
      offers: [
        { '@type': 'Offer', price: '10', priceCurrency: 'USD' },
        { '@type': 'Offer', price: '20', priceCurrency: 'EUR' },
        { '@type': 'Offer', price: '10', priceCurrency: 'EUR' },
      ],
    },
  ],
  free: [{ cost: 'free' }, { isAccessibleForFree: true, offers: { price: '0' } }],
  'free or not': [{ cost: 'Free – 10' }, { isAccessibleForFree: undefined, offers: { lowPrice: '0' } }],
  'with a cost in words': [{ cost: 'Donation' }, { offers: undefined, isAccessibleForFree: undefined }],
  'with tickets': [
    {
      cost: '99',
      tickets: [
        { ...ticket, availability: 'sold_out', valid_through: '2027-05-04 18:00' },
        { name: 'Early', price: '5', availability: 'pre_order' },
        { name: 'Late', price: '7' },
      ],
    },
    {
      offers: [
        {
          ...{
            '@type': 'Offer',
            name: 'T',
            price: '12.50',
            priceCurrency: 'EUR',
            url: 'https://x.example/t',
          },
          ...{ availability: schema('SoldOut'), validFrom: '2027-05-01T10:00:00-04:00' },
          validThrough: '2027-05-04T18:00:00-04:00',
        },
        { name: 'Early', availability: schema('PreOrder') },
        { name: 'Late', availability: schema('InStock') },
      ],
    },
  ],
  'with tickets valid from the hours around a change of the clocks': [
    {
      tickets: ['2027-03-14 00:30', '2027-03-14 03:30', '2027-11-07 00:30', '2027-11-07 03:30'].map(
        (valid_from) => ({
          ...ticket,
          valid_from,
        }),
      ),
    },
    {
      offers: [
        { validFrom: '2027-03-14T00:30:00-05:00' },
        { validFrom: '2027-03-14T03:30:00-04:00' },
        { validFrom: '2027-11-07T00:30:00-04:00' },
        { validFrom: '2027-11-07T03:30:00-05:00' },
      ],
    },
  ],
  'with free tickets': [{ tickets: [{ name: 'T', price: 0 }] }, { isAccessibleForFree: true }],
  'below another': [
    { post_parent: 1 },
    {
      superEvent: {
        '@type': 'Event',
        ...{ '@id': 'http://127.0.0.1:3000/event/a/', url: 'http://127.0.0.1:3000/event/a/' },
      },
    },
  ],
  'at a venue without an address': [
    { venue: { venue: 'Barn' } },
    { location: { '@type': 'Place', name: 'Barn', address: { '@type': 'PostalAddress', name: 'Barn' } } },
  ],
}

describe('the check against schema.org', () => {
  const event = { '@context': 'https://schema.org', '@type': 'Event', name: 'A' }
  it.each([
    [{ ...event, '@context': 'http://schema.org' }, 1],
    [{ ...event, cost: 5 }, 1],
    [{ ...event, startDate: '2027-05-04 18:00:00' }, 1],
    [{ ...event, eventStatus: 'EventScheduled' }, 1],
    [{ ...event, location: { '@type': 'GeoCoordinates' } }, 1],
    [
      { ...event, location: { '@type': 'Place', geo: { '@type': 'GeoCoordinates', latitude: 91, lng: 1 } } },
      2,
    ],
    [{ ...event, offers: [{ '@type': 'Offer', price: '1,50', priceCurrency: '€' }] }, 2],
    [{ ...event, organizer: [] }, 1],
    [{ ...event, name: '' }, 1],
    [{ ...event, '@id': '/event/a' }, 1],
    [{ ...event, location: { ...event, '@type': 'Place' } }, 1],
    [{ ...event, '@type': 'Meeting' }, 1],
    [event, 0],
  ])('finds the faults of %j', (document, faults) => {
    expect(schemaOrgFaults(document, 'Event')).toHaveLength(faults)
  })
})

for (const { name } of anyDialects()) {
  describe(`linked data on ${name}`, () => {
    let service: TestService
    const made = async (path: string, body: Json) => {
      const answer = await service.post(path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    }

    beforeAll(async () => {
      service = await testService(name)
      const writer = { moment: currentMoment({ zone: 'UTC' }), actor: { id: 0, login: '' } }
      await service.store.write(writer, (store) => store.put('media', undefined, storedImage))
      await made('/events', anEvent())
    })
    afterAll(() => service.close())

    it.each(Object.entries(varieties))(
      '§1.8 of an event %s is valid and has the expected keys',
      async (_, [sent, expected]) => {
        const { json_ld, url } = await made('/events', anEvent(sent))
        expect(schemaOrgFaults(json_ld, 'Event')).toEqual([])
        expect(requiredMissing(json_ld)).toEqual([])
        const wanted = Object.entries(expected)
        expect(json_ld).toMatchObject({ '@id': url, url })
        expect(json_ld).toMatchObject(Object.fromEntries(wanted.filter(([, value]) => value !== undefined)))
        for (const [key, value] of wanted)
          if (value === undefined) expect(json_ld, key).not.toHaveProperty(key)
      },
    )

    it('§1.8 has the fields that search engines recommend, if the event has their values, and its page shows the same', async () => {
      const full = anEvent({
        ...{ title: 'Full', description: '<p>All of it.</p>', image: 1, organizer, venue: hall },
        tickets: [ticket],
      })
      const { id, slug } = await made('/events', full)
      const { body } = await service.patch(`/events/${id}`, {
        ...{ event_status: 'rescheduled', start_date: '2027-05-05 18:00', end_date: '2027-05-05 20:00' },
      })
      expect(recommendedMissing(body.json_ld)).toEqual([])
      expect(body.json_ld.previousStartDate).toBe('2027-05-04T18:00:00-04:00')
      const bare = await made('/events', anEvent({ cost: '€5' }))
      expect(recommendedMissing(bare.json_ld)).toEqual([
        ...['description', 'organizer', 'offers.availability', 'offers.validFrom'],
      ])
      const page: string = (await service.get(`//event/${slug}/`, { accept: 'text/html' })).body
      const scripts = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      expect(scripts.map(([, text]) => JSON.parse(text ?? ''))).toEqual([body.json_ld])
    })

    it('§1.8 is valid for any event with its venues and organizers, under every root', async () => {
      const root = fc.constantFrom('', '/de', '/ja')
      await fc.assert(
        fc.asyncProperty(bodyOf.event, root, async (body, prefix) => {
          const { id } = await made('/events', body)
          const { body: event } = await service.get(`/${prefix}/cal/events/v1/events/${id}`)
          expect(schemaOrgFaults(event.json_ld, 'Event')).toEqual([])
          expect(requiredMissing(event.json_ld)).toEqual([])
          for (const venue of [event.venue].flat())
            expect(schemaOrgFaults(venue.json_ld, 'Place')).toEqual([])
          for (const one of event.organizer) expect(schemaOrgFaults(one.json_ld, 'Organization')).toEqual([])
        }),
        { numRuns: 30 },
      )
    })

    it.each([hall, located, { venue: 'Bare' }, { venue: 'Half', geo_lat: 1 }])(
      '§1.8 of the venue %j is a valid Place',
      async (venue) => {
        const { json_ld, url } = await made('/venues', venue)
        expect(schemaOrgFaults(json_ld, 'Place')).toEqual([])
        expect(json_ld).toMatchObject({ '@id': url, name: venue.venue })
        expect('geo' in json_ld).toBe('geo_lng' in venue)
      },
    )

    it.each([
      organizer,
      { organizer: 'Bare' },
      { organizer: 'Page', website: 'https://x.example', image: 1 },
    ])('§1.8 of the organizer %j is a valid Organization', async (sent) => {
      const { json_ld, url } = await made('/organizers', sent)
      expect(schemaOrgFaults(json_ld, 'Organization')).toEqual([])
      expect(json_ld).toMatchObject({ '@id': url, name: sent.organizer })
    })

    it('§1.8 names the currency of the site where something is free and where a ticket names none', async () => {
      const own = await testService(name, { FASTI_CURRENCY: 'CAD' })
      const offersOf = async (sent: Json) =>
        [(await own.post('/events', anEvent(sent))).body.json_ld.offers]
          .flat()
          .map(({ price, priceCurrency }) => [price, priceCurrency])
      const ticket = { name: 'Seat', price: '8', url: 'https://t.example/' }
      expect(await offersOf({ cost: '0' })).toEqual([['0', 'CAD']])
      expect(await offersOf({ tickets: [ticket, { ...ticket, price: '0' }] })).toEqual([
        ['8', 'CAD'],
        ['0', 'CAD'],
      ])
      expect(await offersOf({ tickets: [{ ...ticket, currency: 'EUR' }] })).toEqual([['8', 'EUR']])
      expect(await offersOf({ cost: '8 €', tickets: [ticket] })).toEqual([['8', 'EUR']])
      await own.close()
    })

    it('§1.8 leaves out linked items in the trash', async () => {
      const online = { attendance_mode: 'mixed', website: 'https://x.example' }
      const sent = anEvent({ ...online, venue: [hall, located], organizer })
      const event = await made('/events', sent)
      const shown = async () => (await service.get(`/events/${event.id}`)).body.json_ld
      await service.remove(`/venues/${event.venue[0].id}`)
      expect((await shown()).location[0]).toMatchObject({ '@type': 'Place', name: 'Tower' })
      await service.remove(`/venues/${event.venue[1].id}`)
      await service.remove(`/organizers/${event.organizer[0].id}`)
      expect((await shown()).location).toMatchObject({ '@type': 'VirtualLocation' })
      expect(await shown()).not.toHaveProperty('organizer')
      expect(schemaOrgFaults(await shown(), 'Event')).toEqual([])
    })

    it('§1.8 names a renamed parent by its current @id, and leaves out a parent that the reader may not see', async () => {
      const own = await testService(name, { FASTI_NAME: 'Town hall' })
      const { headers } = await own.user('editor')
      const { body: parent } = await own.post('/events', anEvent({ title: 'Festival' }), headers)
      const { body: child } = await own.post('/events', anEvent({ post_parent: parent.id }), headers)
      const shown = async (as = {}) => (await own.get(`/events/${child.id}`, as)).body.json_ld
      expect((await shown()).superEvent['@id']).toBe(parent.json_ld['@id'])
      expect(await shown()).not.toHaveProperty('location')
      const { body: renamed } = await own.patch(`/events/${parent.id}`, { slug: 'fair' }, headers)
      expect((await shown()).superEvent['@id']).toBe(renamed.json_ld['@id'])
      await own.patch(`/events/${parent.id}`, { status: 'private' }, headers)
      expect(await shown()).not.toHaveProperty('superEvent')
      expect((await shown(headers)).superEvent['@id']).toBe(renamed.json_ld['@id'])
      await own.close()
    })

    it('§1.8 is complete for a reader who opened a protected event, and absent from lists', async () => {
      const own = await testService(name)
      const { headers } = await own.user('editor')
      const sent = anEvent({ description: 'hidden', cost: 5, venue: hall, organizer })
      const { body: event } = await own.post('/events', sent, headers)
      await own.patch(`/events/${event.id}`, { password: 's' }, headers)
      const { image, ...open } = event.json_ld
      expect(image).toContain('/share.png')
      expect((await own.get(`/events/${event.id}?password=s`)).body.json_ld).toEqual(open)
      expect((await own.get('/events')).body.events[0]).not.toHaveProperty('json_ld')
      await own.close()
    })
  })
}
