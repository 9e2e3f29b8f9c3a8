import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { listening, type RawResponse, rawly } from '../support/sockets.ts'

const ns = '/cal/events/v1'
const base = 'https://calendar.example'

/** The head of a response, name → values; malformed lines are listed under ''. */
function headersIn({ head }: RawResponse): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>()
  for (const line of head.split('\r\n').slice(1)) {
    const [, name = '', value = line] = /^([\w-]+): (.*)$/.exec(line) ?? []
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  return headers
}

/** Line breaks: plain, encoded, encoded twice, overlong, and characters whose low byte is a line break. */
const breaks = [
  '%0d%0a',
  '%0a',
  '%0d',
  '%250d%250a',
  '%c0%8d%c0%8a',
  '%E5%98%8D%E5%98%8A',
  '%e2%80%a8',
  '%c2%85',
]
const injected = breaks.flatMap((end) => [
  `x${end}Set-Cookie:%20fasti_session=evil`,
  `x${end}X-Injected:%20yes${end}${end}<script>alert(1)</script>`,
])

/** Other notations of an item's path, or of a path outside of every root. */
const tricks = [
  ...['/../events/1', '/./events/1', '//events/1', '/events//1', '/events/./1', '/events/x/../1'],
  ...['/events/%2e/1', '/events/%2e%2e/events/1', '/events/..%2fevents%2f1', '/events%2f1', '/events%2F1'],
  ...['/events/%252e%252e%252f1', '/events/%25%31', '/events/%c0%b1', '/events/%e0%80%b1', '/events/1%00'],
  ...['/events/1%00.json', '/events/1%20', '/events/%201', '/events/1;a=b', '/events/1%3Bforce=true'],
  ...[
    '/events/1%3Fforce=true',
    '/events/1%23',
    '/events\\1',
    '/events/%5c1',
    '/events/1.json',
    '/events/1..',
  ],
  ...[
    '/events/+1',
    '/events/-1',
    '/events/1e0',
    '/events/0x1',
    '/events/１',
    '/events/%EF%BC%91',
    '/events/1,2',
  ],
  ...['/events/by-slug/%2e%2e/1', '/events/by-slug/..', '/events/by-slug/%2e%2e', '/events/by-slug/draft%00'],
  ...[
    '/events/by-slug/draft%2f',
    '/events/by-slug/x%2fdraft',
    '/events/by-slug/%2564raft',
    '/events/by-slug/',
  ],
  ...['/events/by-slug/%c4raft', '/events/by-slug/%e4%bd', '/events/by-slug/%ff%fe', '/events/by-slug/%'],
  ...['/EVENTS/1', '/events/[1]', '/events/{id}', '/events/:id', '/events/*', '/events/$1', '/events/1/1'],
]
const outside = [
  ...[
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/..%5c..%5cwin.ini',
  ],
  ...['/....//....//etc/passwd', '/%252e%252e/etc/passwd', '/..%c0%afetc%c0%afpasswd', '/.%00./etc/passwd'],
  ...[
    '/data/fasti.db',
    '/.env',
    '/.git/config',
    '/package.json',
    '/dist/main.js',
    '/node_modules',
    '/server-status',
  ],
  ...[
    '//evil.example/',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
  ],
  ...[
    '/https://evil.example/',
    '/%0d%0aLocation:%20//evil.example',
    '/;@evil.example',
    '/.evil.example',
    '/@x',
  ],
  ...[
    '/healthz/../cal',
    '/healthz%00',
    '/HEALTHZ',
    '/healthz;x',
    '/de/../cal/events/v1/events',
    '/de/de/cal/events/v1',
  ],
]

for (const { name } of anyDialects()) {
  describe(`unusual URLs on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let port: number

    beforeAll(async () => {
      service = await testService(name, {
        FASTI_BASE_URL: base,
        FASTI_CORS_ORIGINS: 'https://friend.example',
      })
      admin = (await service.user('administrator')).headers
      await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }), admin)
      port = await listening(service)
    })
    afterAll(() => service.close())

    const raw = (line: string, more: readonly string[] = [], body = '') =>
      rawly(
        port,
        [`${line} HTTP/1.1`, 'Host: evil.example', 'Connection: close', ...more, '', body].join('\r\n'),
      )
    const signed = () => `Authorization: ${admin.authorization}`

    it('§6 no notation of a path bypasses access rights or reaches anything but a route', async () => {
      const targets = [...tricks.map((path) => `${ns}${path}`), ...outside]
      for (const target of targets) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const { status, body } = await raw(`${method} ${target}`)
          expect([400, 401, 404, 405], `${method} ${target}: ${status}`).toContain(status)
          expect(body, target).not.toMatch(/Draft|root:|sqlite|node_modules\//)
        }
      }
      expect((await service.get('/events/1', admin)).body.title).toBe('Draft')
    })

    it('§6 a path is decoded once: other notations find nothing, even for a signed-in user', async () => {
      for (const path of tricks) {
        const { status, body } = await raw(`GET ${ns}${path}`, [signed()])
        if (status === 200) expect(JSON.parse(body), path).not.toHaveProperty('id')
        else expect([400, 404], `${path}: ${status}`).toContain(status)
      }
      const once = await raw(`GET ${ns}/events/by-slug/%44raft`, [signed()])
      expect([once.status, JSON.parse(once.body).id]).toEqual([200, 1])
    })

    it('§0 a root with percent-encoded letters is the same root, with the same URLs', async () => {
      const expected = (await service.get('//de/cal/events/v1/venues')).body
      expect(expected.rest_url).toContain(`${base}/de/`)
      for (const target of [
        `/%64e${ns}/venues`,
        `/d%65/%63al/events/v1/venues/`,
        `http://evil.example/de${ns}/venues`,
        `https://calendar.example/%64%65${ns}/venues`,
      ]) {
        const heard = await raw(`GET ${target}`)
        expect([heard.status, JSON.parse(heard.body)], target).toEqual([200, expected])
        expect(headersIn(heard).get('link')?.join(), target).toContain(`<${base}/de/>`)
      }
    })

    it('§0 no response contains a host from the request', async () => {
      for (const target of [
        `${ns}/events`,
        ns,
        `${ns}/doc`,
        '/',
        `http://evil.example${ns}/venues`,
        '/x',
        '//evil.example/',
      ]) {
        const more = [
          'X-Forwarded-Host: evil.example',
          'Forwarded: host=evil.example',
          'Origin: https://evil.example',
        ]
        const { head, body } = await raw(`GET ${target}`, more)
        expect(`${head}${body}`, target).not.toContain('evil')
      }
      const { body } = await raw(
        `POST ${ns}/venues`,
        [signed(), 'Content-Type: application/json', 'Content-Length: 13'],
        '{"venue":"V"}',
      )
      expect(body).toContain(base)
      expect(body).not.toContain('evil')
    })

    it('§8 line breaks in a request inject no header', async () => {
      const known = headersIn(await raw(`GET ${ns}/events?per_page=1`))
      const names = [
        ...known.keys(),
        'allow',
        'access-control-allow-methods',
        'www-authenticate',
        'location',
        'x-fasti-result',
        'x-fasti-revision',
        'last-modified',
      ]
      const targets = injected.flatMap((text) => [
        `GET /${text}`,
        `GET ${ns}/${text}`,
        `GET ${ns}/events/${text}`,
        `GET ${ns}/events/by-slug/${text}`,
        `GET ${ns}/events?search=${text}`,
        `GET ${ns}/events?search=${text}&per_page=1&_fields=${text}&context=${text}&_envelope=${text}`,
        `GET ${ns}/events?${text}=1`,
        `GET ${ns}?namespace=${text}`,
        `OPTIONS ${ns}/events/by-slug/${text}`,
        `POST ${ns}/events/by-slug/${text}?_method=${text}`,
        `POST ${ns}/venues?venue=${text}`,
        `POST ${ns}/events?title=${text}&slug=${text}&start_date=2027-01-01&end_date=2027-01-01`,
        `DELETE ${ns}/events/by-slug/${text}?password=${text}`,
      ])
      for (const target of targets) {
        const heard = await raw(target, [signed(), 'Content-Length: 0', 'Origin: https://friend.example'])
        expect(heard.status, target).toBeLessThan(500)
        const headers = headersIn(heard)
        for (const [header, values] of headers) {
          expect(
            [...names, 'vary', 'access-control-allow-origin', 'access-control-allow-credentials'],
            target,
          ).toContain(header)
          expect(values, `${target} ${header}`).toHaveLength(1)
        }
        expect(heard.head, target).not.toMatch(/[\n\r](?:set-cookie|x-injected)/i)
      }
    })

    it('§8 line breaks in the fields of an item inject no header', async () => {
      const text = 'x\r\nX-Injected: yes\r\n\r\n<script>'
      for (const [path, sent] of [
        ['/events', anEvent({ title: text, slug: text, excerpt: text })],
        ['/venues', { venue: text, slug: text, address: text }],
        ['/organizers', { organizer: text, slug: text }],
        ['/categories', { name: text, slug: text }],
        ['/tags', { name: text, slug: text }],
      ] as const) {
        const payload = JSON.stringify(sent)
        const more = [signed(), 'Content-Type: application/json', `Content-Length: ${payload.length}`]
        const made = await raw(`POST ${ns}${path}`, more, payload)
        expect(made.status, path).toBe(201)
        const { slug, id } = JSON.parse(made.body)
        expect(slug).toMatch(/^[a-z0-9-]+$/)
        expect(headersIn(made).get('location')).toEqual([`${base}${ns}${path}/${id}`])
        for (const heard of [
          made,
          await raw(`GET ${ns}${path}/${id}`),
          await raw(`GET ${ns}${path}?per_page=1`),
        ])
          expect(heard.head).not.toMatch(/x-injected/i)
      }
    })

    it('§8 a request with ambiguous framing is refused, and nothing after it is read', async () => {
      const inner = `GET ${ns}/events HTTP/1.1\r\nHost: x\r\n\r\n`
      const chunk = `0\r\n\r\n${inner}`
      const requests = {
        'two hosts': `Host: calendar.example\r\nContent-Length: 0\r\n\r\n${inner}`,
        'both lengths': `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
        'both lengths, turned': `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${chunk}`,
        'two lengths': `Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
        'a list of lengths': `Content-Length: 0, ${inner.length}\r\n\r\n${inner}`,
        'a signed length': `Content-Length: +0\r\n\r\n${inner}`,
        'a length in hexadecimals': `Content-Length: 0x0\r\n\r\n${inner}`,
        'an unknown coding': `Transfer-Encoding: xchunked\r\n\r\n${chunk}`,
        'chunked not last': `Transfer-Encoding: chunked, identity\r\n\r\n${chunk}`,
        'a name before a space': `Transfer-Encoding : chunked\r\n\r\n${chunk}`,
        'a folded line': `X: a\r\n Transfer-Encoding: chunked\r\n\r\n${chunk}`,
        'a bare line feed': `X: a\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
        'a bare return': `X: a\rTransfer-Encoding: chunked\r\n\r\n${chunk}`,
        'a NUL': `X: a\0b\r\nContent-Length: 0\r\n\r\n${inner}`,
        'a size too large': `Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n${inner}`,
        'a size that is none': `Transfer-Encoding: chunked\r\n\r\nzz\r\n${inner}`,
      }
      for (const [kind, rest] of Object.entries(requests)) {
        const heard = await rawly(port, `POST ${ns}/session HTTP/1.1\r\nHost: x\r\n${rest}`)
        expect(heard.status, kind).toBe(400)
        expect(`${heard.head}${heard.body}`.match(/HTTP\/1\.1 \d/g), kind).toHaveLength(1)
      }
    })
  })
}
