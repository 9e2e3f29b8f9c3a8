import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { federatedCategoryOfCategories } from '../support/inside/federation.ts'
import { federated } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const base = 'https://cal.example.org'

describe('objects of events', () => {
  let service: TestService
  let ada: Record<string, string>
  beforeAll(async () => {
    const languages = { FASTI_CONTENT_LANGUAGES: 'de,fr,en', FASTI_LANGUAGE: 'de' }
    service = await testService('sqlite', federated([], languages))
    ada = (await service.user('administrator', 'ada')).headers
  })
  afterAll(() => service.close())

  /** The bytes of an object, as others read them. */
  const textOf = async (more: Json) => {
    const { id } = (await service.post('/events', anEvent(more), ada)).body
    return String((await service.get(`//ap/events/${id}`, { host: 'cal.example.org' })).body)
  }
  const objectOf = async (more: Json) => JSON.parse(await textOf(more))

  it('§19 have every key that one of the four programs needs, and lists where they read lists', async () => {
    const object = await objectOf({ title: 'Market' })
    expect(Object.keys(object).sort()).toEqual(
      [
        ...'@context attachment attributedTo category cc commentsEnabled content displayEndTime endTime'.split(
          ' ',
        ),
        ...'eventStatus externalParticipationUrl id isOnline joinMode likes name organizers published'.split(
          ' ',
        ),
        ...'repliesModerationOption shares startTime status summary tag timezone to type updated url'.split(
          ' ',
        ),
      ].sort(),
    )
    const drawn = { type: 'Document', mediaType: 'image/png', width: 1200, height: 630, name: 'Market' }
    expect(object.attachment).toEqual([{ ...drawn, url: `${object.url}share.png` }])
    expect(object).toMatchObject({
      type: 'Event',
      tag: [],
      organizers: null,
      status: 'CONFIRMED',
      eventStatus: 'EventScheduled',
      joinMode: 'external',
      externalParticipationUrl: object.url,
      isOnline: false,
      repliesModerationOption: 'closed',
      commentsEnabled: false,
      likes: { type: 'Collection', totalItems: 0 },
      shares: { type: 'Collection', totalItems: 0 },
      category: 'MEETING',
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      cc: [`${base}/ap/calendar/followers`],
    })
  })

  it('§19 have coordinates that are fractions in the bytes, in a place with an address', async () => {
    const venue = [{ venue: 'Hall', city: 'Bern', website: 'https://hall.example', geo_lat: 47, geo_lng: -7 }]
    const text = await textOf({ venue, description: '{"latitude":1}' })
    expect(text).toContain('"latitude":47.0,"longitude":-7.0')
    expect(text).toContain('{\\"latitude\\":1}')
    expect(JSON.parse(text).location).toEqual({
      type: 'Place',
      name: 'Hall',
      url: 'https://hall.example',
      address: { type: 'PostalAddress', streetAddress: 'Hall', addressLocality: 'Bern' },
      latitude: 47,
      longitude: -7,
    })
  })

  it('§19 are online at a virtual location, with its address as a link that is named “Website”', async () => {
    const online = { attendance_mode: 'online', online_url: 'https://meet.example/a' }
    const url = 'https://meet.example/a'
    const link = { type: 'Link', name: 'Website', mediaType: 'text/html', href: url, url }
    expect(await objectOf(online)).toMatchObject({
      isOnline: true,
      location: { type: 'VirtualLocation', name: 'online', url, address: { streetAddress: 'online', url } },
      attachment: [{ mediaType: 'image/png' }, link],
    })
    const mixed = await objectOf({ ...online, attendance_mode: 'mixed', venue: [{ venue: 'Hall' }] })
    expect(mixed).toMatchObject({
      isOnline: false,
      location: { type: 'Place', name: 'Hall' },
      attachment: [{ mediaType: 'image/png' }, link],
    })
    expect(await objectOf({ website: 'https://tickets.example/' })).toMatchObject({
      joinMode: 'external',
      externalParticipationUrl: 'https://tickets.example/',
    })
    const odd = await objectOf({ attendance_mode: 'online', online_url: 'tel:+41310000000' })
    expect(odd.location.address.url).toBe('tel:+41310000000')
  })

  it('§19 say their state in the words of each', async () => {
    for (const [event_status, status, eventStatus] of [
      ['cancelled', 'CANCELLED', 'EventCancelled'],
      ['postponed', 'TENTATIVE', 'EventPostponed'],
      ['rescheduled', 'CONFIRMED', 'EventRescheduled'],
      ['moved_online', 'CONFIRMED', 'EventMovedOnline'],
    ])
      expect(await objectOf({ event_status })).toMatchObject({ status, eventStatus })
  })

  it('§19 say at the head of their titles that they do not take place, in each language', async () => {
    const title = { title: 'Markt', translations: { fr: { title: 'Marché' } } }
    const cancelled = await objectOf({ ...title, event_status: 'cancelled' })
    expect(cancelled.name).toBe('Abgesagt – Markt')
    expect(cancelled.nameMap).toEqual({ de: 'Abgesagt – Markt', fr: 'Annulé – Marché' })
    expect((await objectOf({ ...title, event_status: 'postponed' })).name).toBe('Verschoben – Markt')
    expect((await objectOf({ ...title, event_status: 'moved_online' })).name).toBe('Markt')
  })

  it('§19 sum up when, where and what, in their language and its form', async () => {
    const venue = [{ venue: 'Alte Halle', city: 'Bern' }]
    const times = { start_date: '2027-05-04 18:00:00', end_date: '2027-05-04 20:00:00' }
    const description = '<p>Am 4. Mai, z. B. mit <b>Obst</b> &amp; Brot. Und mehr.</p>'
    const when = 'Dienstag, 4. Mai 2027, 18:00–20:00 Uhr'
    const summaryOf = async (more: Json) => (await objectOf({ ...times, ...more })).summary
    expect(await summaryOf({ venue, description })).toBe(
      `${when} · Alte Halle, Bern · Am 4. Mai, z. B. mit Obst & Brot.`,
    )
    expect(await summaryOf({ description, excerpt: '<p>Kurz. Und gut.</p>' })).toBe(
      `${when} · Kurz. Und gut.`,
    )
    expect(await summaryOf({ language: 'fr', venue: [] })).toContain('mardi 4 mai 2027')
    expect(await summaryOf({ language: 'en', all_day: true })).toBe('Tuesday, May 4, 2027')
    const online = { attendance_mode: 'online', online_url: 'https://meet.example/a' }
    expect(await summaryOf(online)).toBe(`${when} · Online`)
    expect(await summaryOf({ ...online, attendance_mode: 'mixed', venue })).toContain('Alte Halle, Bern, ')
  })

  it('§19 are summed up at once, whatever their text is', async () => {
    const start = performance.now()
    for (const part of ['A. ', '. ', 'x', '1.', '(a. '])
      expect((await objectOf({ description: `<p>${part.repeat(15_000)}</p>` })).summary.length).toBeLessThan(
        400,
      )
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('§19 have an end always, which is not shown where it is the start, and offsets of the zone', async () => {
    const zone = { timezone: 'America/New_York' }
    const start_date = '2027-05-04 18:00:00'
    expect(await objectOf({ ...zone, start_date, end_date: start_date })).toMatchObject({
      startTime: '2027-05-04T18:00:00-04:00',
      endTime: '2027-05-04T18:00:00-04:00',
      displayEndTime: false,
      timezone: 'America/New_York',
    })
    expect(await objectOf({ ...zone, start_date, end_date: '2027-05-04 20:00:00' })).toMatchObject({
      endTime: '2027-05-04T20:00:00-04:00',
      displayEndTime: true,
    })
  })

  it('§15, §19 have their texts by language where they are translated, and no drafts of them', async () => {
    const object = await objectOf({
      title: 'Markt',
      description: '<p>Obst</p>',
      translations: {
        fr: { title: 'Marché', description: '<p>Fruits</p>' },
        en: { title: 'Secret', state: 'draft' },
      },
    })
    expect(object.nameMap).toEqual({ de: 'Markt', fr: 'Marché' })
    expect(object.contentMap).toEqual({ de: '<p>Obst</p>', fr: '<p>Fruits</p>' })
    expect(JSON.stringify(object)).not.toContain('Secret')
    expect(await objectOf({ title: 'Markt' })).not.toHaveProperty('nameMap')
  })

  it('§19 have categories and tags as hashtags, and a category that others know', async () => {
    const object = await objectOf({ categories: ['Konzerte'], tags: ['live music', '合唱', '!!'] })
    expect(object.category).toBe('MUSIC')
    expect(object.tag.map(({ name }: Json) => name).sort()).toEqual(['#Konzerte', '#LiveMusic', '#合唱'])
  })

  it('§19 have the category that an editor chose for theirs, whatever its name', async () => {
    const sent = { name: 'Konzertreihe', federated_as: 'FESTIVALS' }
    const { id, federated_as } = (await service.post('/categories', sent, ada)).body
    expect(federated_as).toBe('FESTIVALS')
    expect((await objectOf({ categories: ['Theater', id] })).category).toBe('FESTIVALS')
    const back = (await service.patch(`/categories/${id}`, { federated_as: 'by_name' }, ada)).body
    expect([back.federated_as, (await objectOf({ categories: [id] })).category]).toEqual(['by_name', 'MUSIC'])
    const wrong = await service.patch(`/categories/${id}`, { federated_as: 'music' }, ada)
    expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['federated_as']])
  })
})

describe('categories of others', () => {
  it('§19 are found by names in eight languages', () => {
    const named: Readonly<Record<string, readonly string[]>> = {
      MUSIC: ['Concert', 'Konzerte', 'Conciertos', 'Musique', 'Concerti', 'Muziek', 'Música', 'コンサート'],
      THEATRE: ['Theatre', 'Theater', 'Teatro', 'Théâtre', 'Toneel', '演劇'],
      FAMILY_EDUCATION: [
        'For children',
        'Kinder',
        'Enfants',
        'Niños',
        'Bambini',
        'Kinderen',
        'Crianças',
        '子供向け',
      ],
      MEDITATION_WELLBEING: ['Health', 'Gesundheit', 'Santé', 'Salud', '健康'],
      CREATIVE_JAM: ['Jam session'],
      INCLUSIVE_SPACES: ['Inklusion'],
      MEETING: ['Autorenabend', 'Carnival', 'Jeunesse', 'Petit déjeuner', 'Moderation', ''],
    }
    for (const [category, names] of Object.entries(named))
      for (const name of names)
        expect([name, federatedCategoryOfCategories([{ name, federated_as: 'by_name' }])]).toEqual([
          name,
          category,
        ])
  })
})
