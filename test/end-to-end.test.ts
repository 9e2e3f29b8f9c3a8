import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../src/commands/command.ts'
import { loadCommandNamed } from '../src/commands/run.ts'
import { startBanner } from '../src/commands/serving.ts'
import { VERSION } from '../src/contract/version.ts'
import { command } from './support/command.ts'
import { isLong } from './support/dialect-names.ts'
import { leaveOut } from './support/left-out.ts'
import { madeCalendar } from './support/made-calendar.ts'
import { run, type Serving, serve } from './support/process.ts'
import { scratch } from './support/scratch.ts'
import type { Answered } from './support/service.ts'

const conferences = resolve(import.meta.dirname, '../../shared/data/conferences.jsonl')
const hasConferences = existsSync(conferences)
if (!hasConferences) leaveOut(`A large import: ${conferences} is missing`)
else if (!isLong()) leaveOut('Fifteen sixteenths of a large import: FASTI_TEST_LONG=1 imports all')

const TIMEOUT = 120_000
/** A window that contains all events. */
const always = 'start_date=1970-01-01&end_date=2200-01-01'

let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await scratch('fasti-process-')
  env = { FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error' }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const event = (title: string) =>
  JSON.stringify({ title, start_date: '2027-05-04', end_date: '2027-05-05', venue: { venue: 'Hall' } })

describe('the command line', () => {
  it('documents its commands and environment', async () => {
    const [{ code, stdout }, env, help] = await Promise.all([
      run(['--help'], {}),
      run(['--help', 'env'], {}),
      run(['import', '--help'], {}),
    ])
    expect([code, env.code]).toEqual([0, 0])
    for (const word of ['serve', 'import', 'export', 'FASTI_DATA_DIR', 'DATABASE_URL', 'fasti --help env'])
      expect(stdout).toContain(word)
    expect(stdout).not.toContain('FASTI_TIME_ZONE')
    for (const word of ['FASTI_DATA_DIR', 'DATABASE_URL', 'FASTI_TIME_ZONE'])
      expect(env.stdout).toContain(word)
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('Usage: fasti import')])
    for (const name of ['serve', 'import', 'export'])
      expect((await loadCommandNamed(name))?.help).toContain(`Usage: fasti ${name}`)
  })

  it('refuses unknown commands and options, and refers to the help', async () => {
    const [unknown, serving, fast] = await Promise.all([
      run(['imprt'], env),
      run(['serve', '3000'], env),
      run(['import', '--fast', 'x'], env),
    ])
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'There is no command "imprt"; did you mean import?\nSee fasti --help.\n',
    })
    expect([serving.code, serving.stderr]).toEqual([1, expect.stringMatching(/See fasti serve --help\.\n$/)])
    // The program refers to the help of the command after each error of this class.
    for (const [name = '', ...args] of [['import'], ['import', 'a', 'b'], ['export']])
      await expect((await loadCommandNamed(name))?.run(args, env)).rejects.toThrow(UsageError)
    expect(fast.stderr).toBe("Unknown option '--fast'.\nSee fasti import --help.\n")
  })

  it('prints its version', async () => {
    // The tests may run outside of a repository.
    const { stdout, ...ended } = await run(['--version'], {})
    const [released, dev] = [VERSION, VERSION.replace(/-.*|$/, '-dev')].map((one) =>
      one.replaceAll('.', '\\.'),
    )
    expect([stdout, ended]).toEqual([
      expect.stringMatching(new RegExp(`^fasti (${released}|${dev})(\\+[0-9a-f]{8,}(\\.modified)?)?\\n$`)),
      { code: 0, stderr: '' },
    ])
  })

  it('names the variable and the server if PostgreSQL does not respond, but no password', async () => {
    const { code, stderr } = await run(['check'], {
      DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/calendar',
    })
    expect([code, stderr]).toEqual([
      1,
      'DATABASE_URL: cannot use the database 127.0.0.1:1/calendar: connect ECONNREFUSED 127.0.0.1:1\n',
    ])
  })

  it('reports all invalid variables at once', async () => {
    const { code, stderr } = await run(['serve'], { ...env, PORT: 'abc', FASTI_TIME_ZONE: 'Mars/X' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/PORT is "abc"[\s\S]*FASTI_TIME_ZONE is "Mars\/X"/)
  })

  it('names the file that it cannot read or write', async () => {
    await madeCalendar(env)
    const missing = await command(['import', join(folder, 'none.jsonl')], env)
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringContaining('none.jsonl: there is no such file'),
    ])
    expect((await command(['import', folder], env)).stderr).toContain('it is a folder')
    expect((await command(['export', folder], env)).stderr).toContain('it is not a file')
    const nowhere = join(folder, 'no', 'calendar.jsonl')
    expect(await command(['export', nowhere], env)).toMatchObject({
      code: 1,
      stderr: `Can't write ${nowhere}: there is no folder ${join(folder, 'no')}.`,
    })
    for (const [name, reason] of [
      ['empty.ics', 'This is not an iCalendar text.'],
      ['empty.csv', 'The file is empty.'],
    ] as const) {
      const empty = join(folder, name)
      await writeFile(empty, '')
      expect(await command(['import', empty], env)).toMatchObject({
        code: 1,
        stderr: `Can't import ${empty}: ${reason}`,
      })
    }
  })

  it('imports from standard input, and exports to standard output for another calendar', async () => {
    const other = await madeCalendar({ ...env, FASTI_DATA_DIR: join(folder, 'other') })
    const mine = await madeCalendar({ ...env, FASTI_DATA_DIR: join(folder, 'mine') })
    const imported = await run(['import', '-'], mine, `${event('A')}\n{"title":"No dates"}\n${event('B')}\n`)
    expect(imported.code).toBe(1)
    expect(imported.stderr).toMatch(
      /2 created, 0 updated, 0 unchanged, 1 refused[\s\S]*line 2: Missing: start_date, end_date/,
    )
    const file = join(folder, 'other.jsonl')
    await writeFile(file, `${event('C')}\n{}\n${event('D')}\n`)
    const strict = await command(['import', '--strict', file], mine)
    expect([strict.code, strict.stderr]).toEqual([
      1,
      expect.stringMatching(/1 created[\s\S]*The lines before it stay/),
    ])
    const exported = await run(['export', '-'], mine)
    expect([exported.code, exported.stdout.trim().split('\n').length]).toEqual([0, 4])
    await writeFile(file, exported.stdout)
    expect((await command(['import', file], other)).code).toBe(0)
    await writeFile(file, 'what was here before')
    expect((await command(['export', file], other)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(exported.stdout)
  })
})

describe('a running service', () => {
  let service: Serving
  const ask = async (address: string, init?: RequestInit): Promise<Pick<Answered, 'status' | 'body'>> => {
    const response = await fetch(address.startsWith('http') ? address : `${service.address}${address}`, init)
    return { status: response.status, body: await response.json() }
  }
  const send = (method: string, path: string, body: object) =>
    ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  beforeAll(async () => {
    service = await serve({ ...env, FASTI_ALIASES: '/wp-json:tribe/events/v1' })
  }, TIMEOUT)
  afterAll(async () => {
    service.child.kill('SIGKILL')
    await service.ended
  })

  it('explains local mode and how to end it, and names its aliases, in one line of JSON before the first request', () => {
    const [first = ''] = service
      .output()
      .split('\n')
      .filter((line) => line.includes('Fasti is ready at'))
    expect(JSON.parse(first)).toMatchObject({
      level: 30,
      msg: expect.stringMatching(/^Fasti is ready at http:/),
      interface: service.address,
      site_zone: expect.any(String),
      alias: expect.stringMatching(
        /http:\S+\/wp-json\/tribe\/events\/v1, with tec\/v1 and wp\/v2 beside it$/,
      ),
      mode: expect.stringMatching(/^local: there are no users.*fasti user add LOGIN --role administrator/),
    })
  })

  it('shows the same at a terminal as a table', () => {
    const facts = [
      ['interface', 'http://a/b'],
      ['site zone', 'UTC'],
    ] as const
    expect(startBanner('http://a', facts, true)).toBe(
      'Fasti is ready at http://a\n  interface  http://a/b\n  site zone  UTC',
    )
  })

  it('is healthy, and responds at the printed address', async () => {
    expect((await ask(new URL('/healthz', service.address).href)).status).toBe(200)
    const { body } = await ask('/events')
    expect([body.total, body.rest_url.startsWith(service.address)]).toEqual([0, true])
  })

  it('makes a second one report that the port is in use', async () => {
    const { code, stderr } = await run(['serve'], { ...env, PORT: new URL(service.address).port })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Port \d+ of 127.0.0.1 is in use/)])
  })

  describe.runIf(hasConferences)('with the conferences of a decade', () => {
    const all = hasConferences ? readFileSync(conferences, 'utf8').split('\n') : []
    // One of these events is not valid.
    const lines = all.filter((line, at) => line !== '' && (isLong() || at % 16 === 10))
    const fromFile = async () => {
      const file = join(folder, 'conferences.jsonl')
      await writeFile(file, lines.join('\n'))
      const { stderr } = await command(['import', file], env)
      const [created, updated, unchanged, refused] = (
        stderr.match(/\d+(?= (created|updated|unchanged|refused))/g) ?? []
      ).map(Number)
      return { created, updated, unchanged, refused, stderr }
    }
    let total = 0

    it(
      'imports them while it runs, except the few that are not valid',
      async () => {
        const { created = 0, updated, unchanged, refused = 0, stderr } = await fromFile()
        expect(created + (unchanged ?? 0) + refused).toBe(lines.length)
        expect([updated, refused > 0 && refused < 10], stderr).toEqual([0, true])
        total = created
        expect((await ask(`/events?${always}`)).body.total).toBe(total)
      },
      TIMEOUT,
    )

    it(
      'changes nothing when they come again',
      async () => {
        expect(await fromFile()).toMatchObject({ created: 0, updated: 0, unchanged: total })
      },
      TIMEOUT,
    )

    it(
      'pages to the end by next_rest_url, with each event once and in order',
      async () => {
        const ids: number[] = []
        const starts: string[] = []
        let next: string | undefined = `${service.address}/events?${always}&per_page=100`
        while (next !== undefined) {
          const { status, body } = await ask(next)
          expect([status, body.total]).toEqual([200, total])
          for (const { id, utc_start_date } of body.events) {
            ids.push(id)
            starts.push(utc_start_date)
          }
          next = body.next_rest_url
        }
        expect([ids.length, new Set(ids).size]).toEqual([total, total])
        expect(starts).toEqual([...starts].sort())
      },
      TIMEOUT,
    )

    it(
      'filters by category, by the venues of a country, and by words',
      async () => {
        const { body: categories } = await ask('/categories?orderby=count&order=desc&per_page=1')
        const [{ id, count }] = categories.categories
        const inCategory = (await ask(`/events?${always}&categories=${id}&per_page=5`)).body
        expect(inCategory.total).toBe(count)
        for (const one of inCategory.events)
          expect(one.categories.map((term: { id: number }) => term.id)).toContain(id)
        const { venues } = (await ask('/venues?search=Germany&per_page=100')).body
        expect(venues.length).toBeGreaterThan(5)
        const ids = venues.map((venue: { id: number }) => venue.id)
        const inGermany = (await ask(`/events?${always}&venue=${ids.join(',')}&per_page=100`)).body
        expect(inGermany.total).toBeGreaterThanOrEqual(ids.length)
        for (const one of inGermany.events) expect(ids).toContain(one.venue.id)
        const found = (await ask(`/events?${always}&search=ruby&per_page=100`)).body
        expect(found.total).toBeGreaterThan(10)
        for (const { title, description } of found.events) expect(`${title} ${description}`).toMatch(/ruby/i)
      },
      TIMEOUT,
    )

    it('reads one by its slug, changes it, trashes it and deletes it', async () => {
      const [{ id, slug }] = (await ask(`/events?${always}&per_page=1`)).body.events
      const { body } = await ask(`/events/by-slug/${encodeURIComponent(slug)}`)
      expect([body.id, body.json_ld['@type']]).toEqual([id, 'Event'])
      const changed = await send('PATCH', `/events/by-slug/${encodeURIComponent(slug)}`, { title: 'Changed' })
      expect([changed.status, changed.body.title, changed.body.slug]).toEqual([200, 'Changed', slug])
      expect((await ask(`/events/${id}`, { method: 'DELETE' })).body.status).toBe('trash')
      expect((await ask(`/events/by-slug/${encodeURIComponent(slug)}`)).status).toBe(404)
      expect((await ask(`/events/${id}?force=true`, { method: 'DELETE' })).body.deleted).toBe(true)
      expect((await ask(`/events?${always}`)).body.total).toBe(total - 1)
    })

    it(
      'exports everything while it runs, and the import into an empty calendar gives the same',
      async () => {
        const [first, second] = [join(folder, 'first.jsonl'), join(folder, 'second.jsonl')]
        const empty = await madeCalendar({ ...env, FASTI_DATA_DIR: join(folder, 'empty') })
        expect((await command(['export', first], env)).code).toBe(0)
        expect((await command(['import', first], empty)).code).toBe(0)
        expect((await command(['export', second], empty)).code).toBe(0)
        expect((await readFile(second)).equals(await readFile(first))).toBe(true)
        expect((await stat(first)).mode & 0o077, 'readable by others').toBe(0)
      },
      TIMEOUT,
    )
  })

  it('exits with code 0 on SIGTERM', async () => {
    service.child.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)
  })
})
