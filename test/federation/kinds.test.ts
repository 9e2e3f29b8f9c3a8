/** The kinds of events × the programs of other servers: what each takes and shows, as `docs/how-to/federation.md` says. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readings } from '../support/inside/desk.ts'
import { kindsOfEvents, otherPrograms, outcomeOf } from '../support/other-programs.ts'
import { federated, type RemoteServer, remoteServer } from '../support/remote-server.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const host = { host: 'cal.example.org' }
const now = Date.parse('2027-01-15T12:00:00Z')

describe('the kinds of events at other servers', () => {
  const programs = Object.entries(otherPrograms(now))
  let servers: readonly RemoteServer[]
  let service: TestService
  let ada: Record<string, string>
  beforeAll(async () => {
    servers = await Promise.all(programs.map(() => remoteServer()))
    service = await testService('sqlite', federated(servers))
    ada = (await service.user('administrator', 'ada')).headers
    for (const [at, server] of servers.entries()) {
      const actor = server.actor('reader')
      const object = 'https://cal.example.org/ap/calendar'
      await server.send(service, 'reader', { id: server.address('/follow'), type: 'Follow', actor, object })
      const program = programs[at]?.[1]
      server.answer((body) => program?.receive(body) ?? 500)
    }
    await service.federation?.deliver()
  })
  afterAll(async () => {
    await service.close()
    for (const server of servers) await server.close()
  })

  const table: string[] = []
  const kinds = Object.entries(kindsOfEvents)

  it.each(kinds)('§19 are taken by all %s, new and changed, but as documented', async (name, kind) => {
    const { id } = (await service.post('/events', anEvent({ title: 'Market', ...kind }), ada)).body
    const object = `https://cal.example.org/ap/events/${id}`
    const seen = async () => {
      await service.federation?.deliver()
      return programs.map(([, program]) => program.shown().get(object))
    }
    const created = await seen()
    const title = 'title' in kind ? 'No' : 'Fair'
    await service.patch(`/events/${id}`, { title }, ada)
    const changed = await seen()
    const cells = programs.map((_, at) =>
      outcomeOf(kind, title, { created: created[at], changed: changed[at] }),
    )
    table.push(`| ${name} | ${cells.join(' | ')} |`)
    const read = JSON.parse(String((await service.get(`//ap/events/${id}`, host)).body))
    const faults = Object.values(readings).map((reading) => reading(read, now).fault)
    // What the desk says beforehand, each in its order.
    const [mastodon, mobilizon, gancio, wordpress] = faults
    expect([gancio, mobilizon, mastodon, wordpress].map((fault) => fault ?? 'taken')).toEqual(
      cells.map((cell, at) =>
        cell === 'no'
          ? 'federation.preview.title'
          : /no changes/.test(cell) && at === 0
            ? 'federation.preview.changes'
            : 'taken',
      ),
    )
    expect(cells[0]).not.toBe('no')
    expect(created.map((one) => one?.image?.slice(-9))).toContain('share.png')
    const text = created[programs.findIndex(([program]) => program === 'Mastodon')]?.text
    expect(text).toContain('May 4, 2027')
  })

  it('§19 stand in the documentation as they are', () => {
    const page = readFileSync(new URL('../../docs/how-to/federation.md', import.meta.url), 'utf8')
    for (const row of table) expect(page).toContain(`\n${row}`)
  })
})
