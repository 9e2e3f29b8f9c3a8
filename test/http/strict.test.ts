import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prefersStrictHandling } from '../support/inside/service.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const strict = { Prefer: 'handling=strict' }

describe('strict handling', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite')
    await service.post('/events', anEvent({ title: 'Market', venue: { venue: 'Hall' }, tags: ['a'] }))
  })
  afterAll(() => service.close())

  const ask = (method: string, path: string, body?: unknown) => service.ask(method, path, body, strict)
  /** The status, and what is wrong by name. */
  const faultsOf = async (method: string, path: string, body?: unknown) => {
    const { status, body: problem } = await ask(method, path, body)
    return [status, problem.data?.invalid ? plainFaults(problem.data.invalid) : problem.data?.params]
  }
  const plainFaults = (faults: Json) =>
    Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, Object(fault).message]))
  const meant = (name: string) => `is not known here; did you mean ${name}?`

  it.each([
    ['handling=strict', true],
    ['respond-async, Handling = "strict"; wait=5', true],
    ['handling=lenient', false],
    ['handling=stricter', false],
    ['strict', false],
  ])('§13 is asked for by Prefer: %s (%s)', (header, expected) => {
    expect(prefersStrictHandling(header)).toBe(expected)
  })

  it('§13 reports fifty of ever so many names, and takes ever so deep lists', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`nam${at}`, 1]))
    const [status, faults] = await faultsOf('POST', '/tags', { name: 'a', ...many })
    expect([status, Object.keys(faults).filter((name) => name.startsWith('nam')).length]).toEqual([400, 50])
    const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const sent = await service.ask('POST', '/tags', Buffer.from(deep), {
      ...strict,
      'content-type': 'application/json',
    })
    expect(sent.status).toBe(400)
  })

  it('§13 refuses args of lists that are not known, with the nearest that is', async () => {
    const tried = {
      '/events?q=x': { q: meant('search') },
      '/events?category=x': { category: meant('categories') },
      '/events?sort=title': { sort: meant('orderby') },
      '/events?page_size=5': { page_size: meant('per_page') },
      '/events?fields=id': { fields: meant('_fields') },
      '/events?strat_date=2027-01-01': { strat_date: meant('start_date') },
      '/venues?city=Paris': { city: 'is not known here' },
      '/events/1?pasword=x': { pasword: meant('password') },
      '/changes?sinze=1': { sinze: meant('since') },
    }
    for (const [path, faults] of Object.entries(tried))
      expect([path, ...(await faultsOf('GET', path))]).toEqual([path, 400, faults])
  })

  it('§13 tells of unknown names together with the faults of known ones', async () => {
    expect(await faultsOf('GET', '/events?pge=2&page=x')).toEqual([
      400,
      { page: 'must be an integer', pge: meant('page') },
    ])
    const { body } = await ask('POST', '/events', { titel: 'x', end_date: 'foo' })
    expect(body.code).toBe('rest_missing_callback_param')
    expect(body.data.params).toEqual(['title', 'start_date'])
    expect(Object.keys(body.data.invalid)).toEqual(['end_date', 'titel'])
    expect(body.message).toMatch(
      /^Missing: title, start_date\. Not valid: .*titel \(.*did you mean title\?\)/,
    )
  })

  it('§13 refuses keys of bodies, also within venues, organizers, tickets and translations', async () => {
    const body = anEvent({
      descripton: 'x',
      venue: [{ venue: 'Hall', citty: 'Turin' }],
      organizer: { organizer: 'Ada', e_mail: 'a@b.example' },
      tickets: [{ name: 'Adult', prize: '5' }],
      custom_fields: { seat: { label: 'Seat', valeu: '4' } },
      translations: { de: { titel: 'Markt' } },
    })
    expect(await faultsOf('POST', '/events', body)).toEqual([
      400,
      {
        descripton: meant('description'),
        'venue[0].citty': meant('city'),
        'organizer.e_mail': meant('email'),
        'tickets[0].prize': meant('price'),
        'custom_fields.seat': expect.stringContaining('{label, value}'),
        'custom_fields.seat.valeu': meant('value'),
        'translations.de.titel': meant('title'),
      },
    ])
    for (const [method, path] of [
      ['PATCH', '/events/1'],
      ['PUT', '/events/by-uid/new'],
      ['POST', '/events/1'],
    ] as const)
      expect(await faultsOf(method, path, { websit: 'https://a.example' })).toEqual([
        400,
        { websit: meant('website') },
      ])
    expect(await faultsOf('POST', '/categories', { name: 'A', parrent: 0 })).toEqual([
      400,
      { parrent: meant('parent') },
    ])
    const form = { ...strict, 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = await service.ask('PATCH', '/events/1', 'venue[venue]=x&venue[citi]=y', form)
    expect(sent.body.data.params).toEqual({ 'venue.citi': meant('city') })
  })

  it('§13 knows keys that are only shown, so that a representation can be sent back', async () => {
    for (const path of ['/events/1', '/venues/1', '/tags/1']) {
      const { body } = await service.get(path)
      const { status, headers } = await ask('PATCH', path, body)
      expect([path, status, headers['x-fasti-result'], headers['preference-applied']]).toEqual([
        path,
        200,
        'unchanged',
        'handling=strict',
      ])
    }
    const { id: _, ...copy } = (await service.get('/events/1')).body
    expect((await ask('POST', '/events', copy)).status).toBe(201)
  })

  it('§13 refuses fields that the answer does not have', async () => {
    const tried = {
      '/events/1?_fields=titel': 'the answer has no titel; did you mean title?',
      '/events/1?_fields=id,venue.citty': 'the answer has no venue.citty; did you mean venue.city?',
      '/events?_fields=total,title': 'the answer has no title; did you mean events.title?',
      '/events?_fields=events.titel': 'the answer has no events.titel; did you mean events.title?',
    }
    for (const [path, _fields] of Object.entries(tried))
      expect([path, ...(await faultsOf('GET', path))]).toEqual([path, 400, { _fields }])
    for (const path of [
      '/events?_fields=events.venue.city,events.custom_fields.any.value,total',
      '/events/1?_fields=title,json_ld.name,image.sizes.small.url',
    ])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
  })

  it('§13 concerns each operation of a batch', async () => {
    const operations = [
      { method: 'PATCH', path: '/events/1', body: { titel: 'x' } },
      { method: 'DELETE', path: '/events/1?forse=true' },
      { method: 'PATCH', path: '/events/1', body: { title: 'Fair' } },
    ]
    const { body } = await ask('POST', '/batch', { operations, atomic: false, dry_run: true })
    expect(body.results.map(({ status, body }: Json) => [status, Object(body).data?.params])).toEqual([
      [400, { titel: meant('title') }],
      [400, { forse: meant('force') }],
      [200, undefined],
    ])
    expect(await faultsOf('POST', '/batch', { operations: [], atomik: true })).toEqual([
      400,
      expect.objectContaining({ atomik: meant('atomic') }),
    ])
  })

  it('§13 accepts every arg and field that an operation has', async () => {
    for (const path of [
      '/events?search=a&_fields=events.id&_envelope=1&context=view&per_page=5&lang=en',
      '/events.ics?search=a',
      '/events/1?password=x',
      '/categories?hide_empty=false',
      '/changes?since=0',
      '/?namespace=cal/events/v1',
    ])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
  })

  it('§6 comes after the right to the operation', async () => {
    const users = await testService('sqlite')
    try {
      await users.user('editor')
      for (const [method, path] of [
        ['GET', '/audit?q=1'],
        ['POST', '/events?q=1'],
        ['DELETE', '/events/1?q=1'],
      ] as const)
        expect((await users.ask(method, path, undefined, strict)).status).toBe(401)
    } finally {
      await users.close()
    }
  })

  it('§8 is kept apart in caches, and concerns nobody who did not ask for it', async () => {
    const path = '/events?unknown=1&per_page=7'
    for (let time = 0; time < 3; time += 1) {
      const plain = await service.get(path)
      expect([plain.status, plain.headers['preference-applied']]).toEqual([200, undefined])
      expect(plain.headers.vary).toContain('Prefer')
      expect((await ask('GET', path)).status).toBe(400)
      const known = await ask('GET', '/events?per_page=7')
      expect([known.status, known.headers['preference-applied']]).toEqual([200, 'handling=strict'])
      expect((await service.get('/events?per_page=7')).headers['preference-applied']).toBeUndefined()
    }
    const lax = await service.post('/events', anEvent({ descripton: 'x' }))
    expect(lax.status).toBe(201)
  })
})
