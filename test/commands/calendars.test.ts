import { readdir, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { command } from '../support/command.ts'
import { type ImageHost, imageHost } from '../support/image-host.ts'
import { madeCalendar } from '../support/made-calendar.ts'
import { scratch } from '../support/scratch.ts'

const text = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:a',
  'DTSTART:20270504T180000Z',
  'SUMMARY:A',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

describe('calendars at an address', () => {
  let host: ImageHost
  let folder: string
  beforeEach(async () => {
    host = await imageHost()
    folder = await scratch('fasti-calendars-')
    await madeCalendar({ FASTI_DATA_DIR: folder })
  })
  afterEach(async () => {
    await host.close()
    await rm(folder, { recursive: true, force: true })
  })
  const fasti = (args: readonly string[], more = {}) =>
    command(args, { FASTI_DATA_DIR: folder, FASTI_IMAGE_HOSTS: '127.0.0.1', ...more })
  const fastiWithInput = async (args: readonly string[], input: string) => {
    const stdin = Object.assign(Readable.from([Buffer.from(input)]), { fd: 0 as const })
    const replaced = vi
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue(stdin as unknown as typeof process.stdin)
    try {
      return await fasti(args)
    } finally {
      replaced.mockRestore()
    }
  }

  it('are imported, and updated by a second import from the same address', async () => {
    const address = host.put('/season.ics', Buffer.from(text))
    const first = await fasti(['import', address])
    expect([first.code, first.stderr]).toEqual([0, expect.stringMatching(/1 created, 0 updated/)])
    expect((await fasti(['import', address])).stderr).toMatch(/0 created, 0 updated, 1 unchanged/)
    const gone = await fasti(['import', `${host.address}/none.ics`])
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringMatching(/it returned 404/)])
  })

  it('are refused at private addresses and above the size limit', async () => {
    const inside = host.put('/inside', (_request, reply) =>
      reply.writeHead(302, { Location: 'http://localhost:1/season.ics' }).end(),
    )
    expect((await fasti(['import', inside])).stderr).toMatch(/localhost has no public address/)
    const endless = host.put('/endless', (_request, reply) =>
      reply.writeHead(200, { 'Content-Length': String(60 * 1024 * 1024) }).flushHeaders(),
    )
    expect((await fasti(['import', endless])).stderr).toMatch(/larger than 52428800 bytes/)
  })

  it('can be subscribed to, listed, and unsubscribed from', async () => {
    const address = host.put('/season.ics', Buffer.from(text))
    const added = await fasti(['subscribe', 'add', address, '--every', '2h', '--category', 'Opera'])
    expect([added.code, added.stderr]).toEqual([
      0,
      `1 ${address}: 1 created, 0 updated, 0 unchanged, 0 removed, 0 refused\n`,
    ])
    const twice = await fasti(['subscribe', 'add', address])
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringMatching(/already has a subscription/)])
    const [listed] = (await fasti(['subscribe', 'list'])).stdout.split('\n')
    expect(listed).toMatch(/^1\thttp.*\tevery 2h\tOpera\t20.*\t20.*\t1 created/)
    const json = JSON.parse((await fasti(['subscribe', 'list', '--json'])).stdout)
    expect(json).toMatchObject({ id: 1, address, every_seconds: 7200, prunes: false, failures: 0 })
    expect((await fasti(['subscribe', 'run'])).stderr).toBe('Nothing is due.\n')
    expect((await fasti(['subscribe', 'run', '1'])).stderr).toMatch(/1 unchanged/)
    expect((await fasti(['subscribe', 'remove', '1'])).stderr).toMatch(/has ended; its events stay/)
    expect((await fasti(['subscribe', 'remove', '1'])).code).toBe(1)
  })

  it('exit with 1 when they are cut off, and nothing is pruned', async () => {
    const two = text.replace(
      'END:VCALENDAR',
      'BEGIN:VEVENT\r\nUID:b\r\nDTSTART:20270505T180000Z\r\nSUMMARY:B\r\nEND:VEVENT\r\nEND:VCALENDAR',
    )
    const address = host.put('/season.ics', Buffer.from(two))
    await fasti(['import', address])
    host.put('/season.ics', Buffer.from(two.slice(0, two.indexOf('SUMMARY:B'))))
    const cut = await fasti(['import', address, '--prune'])
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringMatching(/cut off/)])
    const added = await fasti(['subscribe', 'add', address, '--prune'])
    expect([added.code, added.stderr]).toEqual([
      1,
      expect.stringMatching(/Subscription 1 was added and reads the calendar again/),
    ])
    host.put('/season.ics', Buffer.from(two))
    expect((await fasti(['import', address])).stderr).toMatch(/0 created, 0 updated, 2 unchanged/)
  })

  it('keep their events when the address, interval, categories or login of a subscription changes', async () => {
    const first = host.put('/first.ics', Buffer.from(text))
    const sent: (string | undefined)[] = []
    const second = host.put('/second.ics', (request, reply) => {
      sent.push(request.headers.authorization)
      reply.writeHead(200, { 'Content-Type': 'text/calendar' }).end(text)
    })
    await fasti(['subscribe', 'add', first])
    const moved = await fasti([
      'subscribe',
      'change',
      '1',
      '--url',
      second,
      '--every',
      '3h',
      '--category',
      'Opera',
    ])
    expect([moved.code, moved.stderr]).toEqual([
      0,
      expect.stringMatching(/0 created, 1 updated, 0 unchanged/),
    ])
    expect(await fastiWithInput(['subscribe', 'change', '1', '--login-stdin'], 'ada:secret\n')).toMatchObject(
      { code: 0 },
    )
    const json = (await fasti(['subscribe', 'list', '--json'])).stdout
    expect(JSON.parse(json)).toMatchObject({
      address: second,
      every_seconds: 10_800,
      categories: ['Opera'],
      has_login: true,
    })
    expect(json).not.toContain('secret')
    await fasti(['subscribe', 'change', '1', '--no-login', '--no-category'])
    const basic = `Basic ${Buffer.from('ada:secret').toString('base64')}`
    expect(sent).toEqual([undefined, basic, undefined])
  })

  it('have the name that a subscription is given, and that of the calendar again without one', async () => {
    const named = text.replace('BEGIN:VEVENT', 'X-WR-CALNAME:Opera\r\nBEGIN:VEVENT')
    const nameNow = async () => {
      const [text, json] = [await fasti(['subscribe', 'list']), await fasti(['subscribe', 'list', '--json'])]
      const { name } = JSON.parse(json.stdout)
      expect(text.stdout.split('\t').at(-1)).toBe(`${name}\n`)
      return name
    }
    await fasti([
      'subscribe',
      'add',
      host.put('/season.ics', Buffer.from(named)),
      '--name',
      'The opera house',
    ])
    expect(await nameNow()).toBe('The opera house')
    expect(await fasti(['subscribe', 'change', '1', '--name', 'Opera <b>2027</b>'])).toMatchObject({
      code: 0,
    })
    expect(await nameNow()).toBe('Opera 2027')
    expect(await fasti(['subscribe', 'change', '1', '--no-name'])).toMatchObject({ code: 0 })
    expect(await nameNow()).toBe('Opera')
    const empty = await fasti(['subscribe', 'change', '1', '--name', ' '])
    expect([empty.code, empty.stderr]).toEqual([
      1,
      expect.stringMatching(/--name must be a text of 1 to 200/),
    ])
  })

  it('are read by https where their address has no scheme', async () => {
    const { code, stderr } = await fasti(['subscribe', 'add', 'nowhere.invalid/season.ics'])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^1 https:\/\/nowhere\.invalid\/season\.ics: /)])
    expect((await fasti(['subscribe', 'add', 'season'])).stderr).toContain(
      'such as https://example.org/season.ics',
    )
  })

  it('stay as they are when a change of a subscription is not valid', async () => {
    await fasti(['subscribe', 'add', host.put('/season.ics', Buffer.from(text))])
    const before = (await fasti(['subscribe', 'list'])).stdout
    for (const [args, message] of [
      [['7', '--every', '3h'], /no calendar subscription|no such|There is no/],
      [['1'], /Name what to change/],
      [[], /Name a subscription/],
      [['1', '--prune', '--no-prune'], /--prune or --no-prune, not both/],
      [['x', '--every', '3h'], /"x" is not an id/],
    ] as const) {
      const { code, stderr } = await fasti(['subscribe', 'change', ...args])
      expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
    }
    const wrong = await fastiWithInput(['subscribe', 'change', '1', '--login-stdin'], 'no colon')
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/separated by a colon/)])
    expect((await fasti(['subscribe', 'list'])).stdout).toBe(before)
  })

  it('are exported to files with a known extension only', async () => {
    const { code, stderr } = await fasti(['export', `${folder}/calendar.xls`])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/writes \.jsonl \(or \.ndjson\), \.csv and \.ics/),
    ])
    await expect(readdir(folder)).resolves.not.toContain('calendar.xls')
  })

  it('are not imported from a table whose columns are mapped to unknown ones', async () => {
    await writeFile(`${folder}/talks.csv`, 'Event name,When\nTalk,2027-05-04\n')
    const args = ['import', `${folder}/talks.csv`, '--columns', 'Event name=title,When=start']
    expect(await fasti(args)).toMatchObject({
      code: 1,
      stderr: '--columns is not valid (no column of events is called "start").',
    })
  })

  it('are not subscribed to if they are no calendar or private', async () => {
    const page = host.put('/page.html', Buffer.from('<html></html>'))
    const refused = await fasti(['subscribe', 'add', page])
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/not an iCalendar text[\s\S]*No subscription was added/),
    ])
    const address = host.put('/season.ics', Buffer.from(text))
    const guarded = await fasti(['subscribe', 'add', address], { FASTI_IMAGE_HOSTS: '' })
    expect(guarded.stderr).toMatch(/has no public address/)
    expect((await fasti(['subscribe', 'list'])).stdout).toBe('')
    await expect(fasti(['subscribe', 'add', address, '--every', '1s'])).resolves.toMatchObject({
      stderr: expect.stringMatching(/from 5m to 30d/),
    })
    await expect(fasti(['subscribe', 'add', 'ftp://x/y.ics'])).resolves.toMatchObject({ code: 1 })
  })
})

describe('secret addresses of feeds', () => {
  let folder: string
  beforeEach(async () => {
    folder = await scratch('fasti-feeds-')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const fasti = (...args: readonly string[]) => command(args, { FASTI_DATA_DIR: folder })

  it('are created, listed without the secret, and revoked', async () => {
    await fasti('user', 'add', 'ada', '--role', 'editor')
    const { stdout: address } = await fasti(
      'feed',
      'create',
      'Ada',
      '--name',
      'Phone',
      '--status',
      'draft, publish',
    )
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:3000\/cal\/events\/v1\/feeds\/[\w-]{43}\/events\.ics\n$/)
    const { stdout: listed } = await fasti('feed', 'list')
    expect(listed).toMatch(/^1\tada\tPhone\tpublish,draft\t2.*\tnever used\n$/)
    expect((await fasti('feed', 'revoke', '1')).stderr).toBe('Feed 1 is revoked.\n')
    expect((await fasti('feed', 'revoke', '1')).code).toBe(1)
    expect((await fasti('feed', 'create', 'eve', '--name', 'x')).stderr).toMatch(/There is no user eve/)
    expect((await fasti('feed', 'create', 'ada', '--name', 'x', '--status', 'trash')).stderr).toMatch(
      /--status takes publish/,
    )
    expect((await fasti('feed', 'create', 'ada')).stderr).toMatch(/A login and a name/)
  })
})
