import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent, type TestService, testService } from '../support/service.ts'

describe('_envelope', () => {
  let service: TestService
  beforeAll(async () => {
    service = await testService('sqlite')
    await service.post('/events', anEvent())
  })
  afterAll(() => service.close())

  it('§8 applies without a value, and with any value that does not mean false', async () => {
    const on = [
      '_envelope',
      '_envelope=',
      '_envelope=1',
      '_envelope=true',
      '_envelope=YES',
      '_envelope=x',
      '_envelope[]=1',
    ]
    for (const query of [...on, '_envelope=0&_envelope=1']) {
      const { status, body } = await service.get(`/events/1?${query}`)
      expect([query, status, body.status, body.body?.id]).toEqual([query, 200, 200, 1])
    }
    for (const value of ['0', 'false', 'no', 'off', 'OFF', 'False', '%20no%20'])
      expect((await service.get(`/events/1?_envelope=${value}`)).body.id, value).toBe(1)
    expect((await service.get('/events/1?_envelope=1&_envelope=0')).body.id).toBe(1)
  })

  it('§1.9 is repeated in the links of a list', async () => {
    await service.post('/events', anEvent({ title: 'B' }))
    for (const [sent, kept] of [
      ['_envelope', '_envelope='],
      ['_envelope=1', '_envelope=1'],
    ] as const) {
      const { body } = await service.get(`/events?per_page=1&${sent}`)
      expect(body.body.next_rest_url).toContain(`${kept}&`)
      const next = new URL(body.body.next_rest_url)
      const followed = await service.get(`/${next.pathname}${next.search}`)
      expect([followed.body.status, followed.body.body.events.length]).toEqual([200, 1])
    }
  })

  it('§8 also wraps errors, with status 200', async () => {
    const errors = [
      ['GET', '/nowhere', 404, 'rest_no_route'],
      ['GET', '//nowhere', 404, 'rest_no_route'],
      ['GET', '/events/x', 404, 'rest_no_route'],
      ['GET', '/events/999', 404, 'event-not-found'],
      ['GET', '/events/by-slug/none', 404, 'event-not-found'],
      ['PUT', '/events', 405, 'rest_method_not_allowed'],
      ['GET', '/events?page=0&', 400, 'rest_invalid_param'],
      ['GET', '/events?page=7&', 404, 'event-archive-page-not-found'],
      ['POST', '/events', 400, 'rest_missing_callback_param'],
      ['GET', `/events?search=${'x'.repeat(9000)}&`, 414, 'rest_uri_too_long'],
    ] as const
    for (const [method, path, status, code] of errors) {
      const answer = await service.ask(method, `${path}${path.endsWith('&') ? '' : '?'}_envelope`)
      const shown = [path.slice(0, 40), answer.status, answer.body.status, answer.body.body?.code]
      expect(shown).toEqual([path.slice(0, 40), 200, status, code])
      expect(answer.body.body.data.status).toBe(status)
    }
    const allow = (await service.ask('PUT', '/events?_envelope')).body.headers.Allow
    expect(allow).toBe('GET, POST, HEAD, OPTIONS')
    const broken = await service.ask('POST', '/events?_envelope=1', '{', {
      'content-type': 'application/json',
    })
    expect([broken.status, broken.body.status, broken.body.body.code]).toEqual([
      200,
      400,
      'rest_invalid_json',
    ])
    const wrongType = await service.ask('POST', '/events?_envelope=1', 'x', { 'content-type': 'text/plain' })
    expect([wrongType.status, wrongType.body.status]).toEqual([200, 415])
    expect((await service.get('/nowhere?_envelope=no')).status).toBe(404)
  })

  it('§8 refuses fields that name nothing of a list, but not under an alias of another API', async () => {
    const own = await testService('sqlite', { FASTI_ALIASES: '/wp-json:tribe/events/v1' })
    await own.post('/events', anEvent())
    for (const collection of ['events', 'series', 'venues', 'organizers', 'categories', 'tags', 'media'])
      for (const fields of ['id', 'id,title', `x${collection}.id`, 'x.y.z', ',']) {
        const { status, body } = await own.get(`/${collection}?_fields=${fields}`)
        expect([collection, fields, status]).toEqual([collection, fields, 400])
        expect(body.data.params._fields).toContain(`${collection}.id`)
      }
    for (const fields of ['', 'total', 'id,total', ' next_rest_url', 'events.id', 'events.none'])
      expect([fields, (await own.get(`/events?_fields=${fields}`)).status]).toEqual([fields, 200])
    expect((await own.get('/events/1?_fields=nothing')).body).toEqual({})
    expect((await own.get('//wp-json/tribe/events/v1/events?_fields=id')).body).toEqual({})
    expect((await own.get('//wp-json/wp/v2/tags?_fields=id')).status).toBe(200)
    await own.close()
  })

  it('§8 also wraps a 401, with all its fields', async () => {
    const own = await testService('sqlite')
    await own.user('editor')
    const refused = await own.get('/events?_envelope&_fields=id', { authorization: 'Bearer none' })
    expect([refused.status, refused.body.status, refused.body.body.code]).toEqual([
      200,
      401,
      'rest_invalid_credentials',
    ])
    expect(refused.body.headers['WWW-Authenticate']).toContain('Basic')
    const anonymous = await own.ask('POST', '/events?_envelope', anEvent())
    expect([anonymous.status, anonymous.body.status, anonymous.body.body.code]).toEqual([
      200,
      401,
      'rest_not_logged_in',
    ])
    await own.close()
  })
})

describe('ids in addresses', () => {
  it('§6 may have any number of digits: unknown ids are not found', async () => {
    const service = await testService('sqlite')
    const ids = [
      '9007199254740993',
      '12345678901234567',
      '9'.repeat(30),
      '9'.repeat(400),
      '1'.padStart(40, '0'),
    ]
    const nouns = {
      events: 'event',
      venues: 'venue',
      organizers: 'organizer',
      categories: 'category',
      tags: 'tag',
    }
    for (const [collection, noun] of Object.entries({ ...nouns, media: 'media' }))
      for (const id of ids)
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const { status, body } = await service.ask(
            method,
            `/${collection}/${id}`,
            method === 'PATCH' ? {} : undefined,
          )
          expect([id, method, status, body.code]).toEqual([id, method, 404, `${noun}-not-found`])
        }
    for (const path of [`/venues/${ids[1]}/events.ics`, `/events/${ids[1]}.ics`, `/events/${ids[1]}/history`])
      expect((await service.get(path)).body.code, path).toMatch(/-not-found$/)
    await service.close()
  })
})
