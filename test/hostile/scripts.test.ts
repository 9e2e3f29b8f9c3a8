import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { elementsOfPlainText, harmfulMarkup, harmIn, isSafeAddress } from '../support/harmless.ts'
import { anImage } from '../support/images.ts'
import { inRotation } from '../support/in-rotation.ts'
import { scratch } from '../support/scratch.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { xssVectors } from '../support/xss-vectors.ts'

const hostileAddresses = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
    'java\nscript:alert(1)',
  ],
  ...[
    'java\tscript:alert(1)',
    'javascript\n:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
  ],
  ...[
    'javascript&#58;alert(1)',
    'javascript%3Aalert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,<script>',
  ],
  ...[
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:msgbox(1)',
    'livescript:x',
  ],
  ...[
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    'http:\\\\evil.example',
    'http:evil.example',
    'https:///evil.example',
  ],
  ...[
    'http:///evil.example',
    'blob:https://x/1',
    'filesystem:https://x/1',
    'file:///etc/passwd',
    'view-source:https://x',
  ],
  ...[
    'feed:javascript:alert(1)',
    'jar:https://x!/',
    'intent://x#Intent;end',
    'about:blank',
    'ws://x',
    'ftp://x',
    'http://',
    'https://?x',
  ],
  ...[
    'https://x" onmouseover="alert(1)',
    "https://x' onmouseover='alert(1)",
    'https://x/<script>alert(1)</script>',
    'https://x/>',
  ],
  ...[
    'https://x y',
    'https://x\r\nX-Injected: 1',
    'https://x\u0000',
    'https://x/\u202egnp.exe',
    'https://x\u2028',
    'https://[::1',
  ],
  ...[
    'mailto:a@b"onclick=x',
    'mailto:',
    'mailto:?body=x',
    'tel:javascript:alert(1)',
    'tel:',
    'tel:<b>',
    'http://a@',
    'https://x\\@evil',
  ],
]

/** The plain texts of a response that make a known element or an attribute where they are put into HTML. */
function elementsIn(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string')
    return ['description', 'excerpt'].includes(key) || elementsOfPlainText(value).length === 0
      ? []
      : [`${key}: ${value}`]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => elementsIn(one, name))
    : []
}

for (const { name } of anyDialects()) {
  describe(`scripts in submitted texts on ${name}`, () => {
    let folder: string
    let service: TestService
    let count = 0
    const someOf = inRotation(5)
    const thirdOf = inRotation(3)

    beforeAll(async () => {
      folder = await scratch('fasti-scripts-')
      service = await testService(name, { FASTI_DATA_DIR: folder })
    })
    afterAll(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    /** Creates an item, without the fields that are refused. Returns the item. */
    async function posted(collection: string, sent: Json): Promise<Json | undefined> {
      const answer = await service.post(`/${collection}`, sent)
      allSafe(answer)
      if (answer.status === 201) return answer.body
      expect(answer.status, JSON.stringify(answer.body)).toBe(400)
      const refused = new Set(Object.keys(answer.body.data.params).map((one) => one.split(/[.[]/)[0]))
      const rest = Object.fromEntries(Object.entries(sent).filter(([arg]) => !refused.has(arg)))
      return 'title' in rest || 'name' in rest || 'venue' in rest || 'organizer' in rest
        ? posted(collection, rest)
        : undefined
    }

    /** Checks that a response is JSON that no browser interprets as another type. */
    function allSafe({ headers }: Answered) {
      expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
        'application/json; charset=utf-8',
        'nosniff',
      ])
    }

    async function shownEverywhere(collection: string, { id, slug }: Json): Promise<readonly Answered[]> {
      const paths = [`/${collection}/${id}`, `/${collection}?include=${id}&hide_empty=0`]
      if (!['categories', 'tags'].includes(collection))
        paths.push(`/${collection}/by-slug/${encodeURIComponent(String(slug))}`)
      return Promise.all(paths.map((path) => service.get(path)))
    }

    const texts = (vector: string) => {
      count += 1
      const short = (most: number) => `n${count} ${vector}`.slice(0, most)
      const place = Object.fromEntries(
        ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'].map((arg) => [
          arg,
          short(2000),
        ]),
      )
      const description = short(10_000)
      const venue = { venue: short(200), slug: short(500), description, ...place }
      const organizer = { organizer: short(200), slug: short(500), description, phone: short(2000) }
      const term = { name: `T ${short(198)}`, slug: short(500), description }
      const event = anEvent({
        title: short(500),
        slug: short(500),
        description,
        excerpt: description,
        cost: short(2000),
        custom_fields: { a: { label: short(200), value: short(2000) }, b: short(2000) },
        tickets: [{ name: short(200) }],
        venue: { ...venue, venue: short(199) },
        organizer: [{ ...organizer, organizer: short(199) }],
        categories: [short(200)],
        tags: [short(200)],
      })
      return { events: event, venues: venue, organizers: organizer, categories: term, tags: term }
    }

    for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags'] as const)
      it(`§4.8 §1 no text of ${collection} returns a vector, alone, in lists, embedded or as linked data`, async () => {
        let made = 0
        const vectors = someOf(xssVectors)
        for (const vector of vectors) {
          const item = await posted(collection, texts(vector)[collection])
          if (item === undefined) continue
          made += 1
          for (const answer of await shownEverywhere(collection, item)) {
            allSafe(answer)
            expect(answer.status, vector).toBe(200)
            expect(harmIn(answer.body), vector).toEqual([])
          }
        }
        expect(made).toBeGreaterThan(vectors.length * 0.9)
        expect(xssVectors.length).toBeGreaterThanOrEqual(60)
      })

    it('§1 no plain text of an item creates a known element or an attribute in innerHTML, with a closed or an open tag', async () => {
      const image = await service.ask('POST', '/media', await anImage(8, 8), { 'content-type': 'image/png' })
      const closed = xssVectors.map((vector) => vector.replaceAll('>', ''))
      for (const vector of [
        'x <img src=x onerror=alert(1)//',
        '<svg/onload=alert(1)//',
        ...someOf(xssVectors),
        ...someOf(closed),
      ]) {
        const made = texts(vector)
        for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
          const item = await posted(collection, made[collection])
          expect(item === undefined ? [] : elementsIn(item), vector).toEqual([])
        }
        const changed = await service.patch(`/media/${image.body.id}`, {
          title: `n ${vector}`,
          alt_text: vector,
        })
        expect(elementsIn(changed.body), vector).toEqual([])
      }
    })

    it('§1 plain texts keep words and addresses in brackets, in every field', async () => {
      const kept = 'A <neu> & <6–9>, 1 < 2, x<y and y>z, a<b'
      const made = texts(kept)
      for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags'] as const) {
        const { status, body } = await service.post(`/${collection}`, made[collection])
        expect([collection, status]).toEqual([collection, 201])
        expect(JSON.stringify(body).split(kept).length, collection).toBeGreaterThan(1)
        const page = await service.get(`/${new URL(String(body.url)).pathname}`, { accept: 'text/html' })
        expect(page.body, collection).toContain('&lt;neu&gt;')
        expect(page.body, collection).not.toContain('<neu>')
      }
      const { body } = await service.post('/events', made.events)
      const { title, cost, venue, organizer, custom_fields, tickets, categories, tags } = body as never
      for (const one of [title, cost, venue, organizer, custom_fields, tickets, categories, tags])
        expect(JSON.stringify(one)).toContain(kept)
    })

    it('§2.5 no URL field returns an executable, embedded or disguised URL', async () => {
      const fields: Readonly<Record<string, (address: string) => readonly [string, Json]>> = {
        website: (website) => ['events', anEvent({ website })],
        'tickets.url': (url) => ['events', anEvent({ tickets: [{ name: 'A', url }] })],
        image: (image) => ['events', anEvent({ image })],
        'venue.website': (website) => ['venues', { venue: 'V', website }],
        'organizer.website': (website) => ['organizers', { organizer: 'O', website }],
        'organizer.email': (email) => ['organizers', { organizer: 'O', email }],
        'inline venue': (website) => ['events', anEvent({ venue: { venue: 'V', website } })],
        'inline organizer': (website) => ['events', anEvent({ organizer: { organizer: 'O', website } })],
      }
      for (const [field, sent] of Object.entries(fields))
        for (const address of someOf([...hostileAddresses, ...xssVectors])) {
          const [collection, body] = sent(address)
          const answer = await service.post(`/${collection}`, body)
          allSafe(answer)
          const at = `${field} ${JSON.stringify(address)}: ${answer.status}`
          expect([201, 400], at).toContain(answer.status)
          if (answer.status === 201) {
            expect(field, at).not.toBe('image')
            expect(harmIn(answer.body), at).toEqual([])
          }
        }
    })

    it('§4.8 descriptions link only to web, mail and telephone URLs', async () => {
      for (const address of thirdOf(hostileAddresses)) {
        const quoted = address.replaceAll('"', '&quot;')
        const written = `<a href="${quoted}">a</a><img src="${quoted}"><q cite="${quoted}">q</q><a href=${address}>b</a>`
        const item = await posted('events', anEvent({ description: written, excerpt: written }))
        expect(harmIn(item), address).toEqual([])
      }
    })

    it('§6 error responses repeat refused values only as JSON', async () => {
      for (const vector of thirdOf(xssVectors.slice(0, 30))) {
        const query = encodeURIComponent(vector)
        for (const path of [
          `/events?status=${query}`,
          `/events?orderby=${query}`,
          `/events?${query}=1`,
          `/${query}`,
          `/?namespace=${query}`,
        ])
          allSafe(await service.get(path, { accept: 'text/html' }))
      }
    })
  })
}

describe('the check for harmful markup', () => {
  it.each([
    '<script>alert(1)</script>',
    '<b onclick="x">b</b>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#10;script&colon;alert(1)">x</a>',
    '<img src="data:image/svg+xml,x">',
    '<p style="x">x</p>',
    '<iframe></iframe>',
    '<a href="//evil.example">x</a>',
    '<!--x-->',
  ])('finds %s', (html) => {
    expect(harmfulMarkup(html)).not.toEqual([])
    expect(harmIn({ events: [{ venue: { description: html } }] })).not.toEqual([])
  })

  it('finds tags in names and unsafe URLs, and accepts safe content', () => {
    expect(harmIn({ title: 'a <b>b</b>' })).toHaveLength(1)
    expect(harmIn({ json_ld: { location: { sameAs: 'javascript:x' } } })).toHaveLength(1)
    expect(['https://x.example/a?b#c', 'mailto:a@b.example', 'tel:+39 1'].map(isSafeAddress)).toEqual([
      true,
      true,
      false,
    ])
    expect(
      harmfulMarkup(
        '<p>a &lt;script&gt; <a href="https://x.example">x</a><img src="https://x.example/a.png"></p>',
      ),
    ).toEqual([])
  })
})
