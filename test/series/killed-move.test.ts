/** A long series that its source moves, or whose move is undone, in a program that is killed: the next one completes it, or has none of it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { run, type Serving, serve } from '../support/process.ts'
import type { Json } from '../support/service.ts'
import { calendarOf, daily } from './long-calendar.ts'

/** Enough to be killed within: eight transactions. */
const COUNT = 400
/** Enough for several transactions. */
const FEWER = 200

for (const { name, freshUrl } of dialects) {
  describe(`a program that is killed while it moves a series, on ${name}`, () => {
    let database: FreshDatabase
    let folder: string
    let serving: Serving
    const env = () => ({ DATABASE_URL: database.url, FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error' })
    const send = (path: string, type: string, body: string) =>
      fetch(serving.address + path, { method: 'POST', headers: { 'Content-Type': type }, body })
    const imported = (time: string, count = COUNT) =>
      send(
        '/import?source=killed',
        'text/calendar',
        calendarOf(daily('a', `RRULE:FREQ=DAILY;COUNT=${count}`)).replaceAll('T180000', `T${time}`),
      )
    const undo = (revision: number) => send('/undo', 'application/json', JSON.stringify({ revision }))
    const read = async (path: string) => (await (await fetch(serving.address + path)).json()) as Json
    /** The last act on the series. */
    const lastAct = async () => {
      const { series } = await read('/series')
      const { changes } = await read(`/series/${(series as readonly Json[])[0]?.id}/history`)
      return Number((changes as readonly Json[])[0]?.revision)
    }
    const killed = async (unanswered: Promise<unknown>) => {
      serving.child.kill('SIGKILL')
      await Promise.all([unanswered, serving.ended])
      expect((await run(['check'], env())).code).toBe(0)
      serving = await serve(env())
    }
    const events = async (query = '') => {
      const found: Json[] = []
      for (let page = 1; ; page += 1) {
        const body = await read(`/events?starts_after=2000-01-01&per_page=100&page=${page}${query}`)
        found.push(...(body.events as readonly Json[]))
        if (page >= Number(body.total_pages)) return found
      }
    }
    const times = async () => {
      const found = new Map<string, number>()
      for (const { start_date } of await events()) {
        const time = String(start_date).slice(11)
        found.set(time, (found.get(time) ?? 0) + 1)
      }
      return Object.fromEntries(found)
    }
    const dates = async () =>
      (await events()).map(({ id, title, start_date, end_date }) => ({ id, title, start_date, end_date }))
    beforeEach(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      folder = await mkdtemp(join(tmpdir(), 'fasti-killed-'))
      serving = await serve(env())
    })
    afterEach(async () => {
      serving.child.kill('SIGKILL')
      await serving.ended
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })

    it('leaves nothing half moved, and the move can be undone', async () => {
      expect((await imported('180000')).status).toBe(200)
      expect(await times()).toEqual({ '18:00:00': COUNT })
      const before = await dates()
      const moving = imported('183000').catch(() => undefined)
      // One that moves to later times begins with the last date. Reading all of them again and again would hold up what is waited for.
      const isMoved = async (order: 'asc' | 'desc') => {
        const { events } = await read(`/events?starts_after=2000-01-01&order=${order}&per_page=1`)
        return String((events as readonly Json[])[0]?.start_date).endsWith('18:30:00')
      }
      await expect.poll(() => isMoved('desc'), { interval: 5 }).toBe(true)
      await killed(moving)
      await expect.poll(() => isMoved('asc'), { interval: 100 }).toBe(true)
      expect(await times()).toEqual({ '18:30:00': COUNT })
      expect((await run(['check'], env())).code).toBe(0)
      const again = await (await imported('183000')).text()
      expect(again).toContain('"unchanged":1')
      const moved = await dates()
      const undone = await undo(await lastAct())
      expect([undone.status, await dates()]).toEqual([200, before])
      const back = await undo(Number(undone.headers.get('x-fasti-revision')))
      expect([back.status, await dates()]).toEqual([200, moved])
    })

    it('has all of an undo, or none of it', async () => {
      await imported('180000', FEWER)
      const before = await dates()
      await imported('183000', FEWER)
      const moved = await dates()
      const since = performance.now()
      const undone = await undo(await lastAct())
      const took = performance.now() - since
      await undo(Number(undone.headers.get('x-fasti-revision')))
      expect(await dates()).toEqual(moved)
      const answers: (number | undefined)[] = []
      for (const part of [0.1, 0.6]) {
        // The undo of the undo before is the last act.
        const act = await lastAct()
        const [from, to] = (await times())['18:30:00'] === FEWER ? [moved, before] : [before, moved]
        const undoing = undo(act).then(
          ({ status }) => answers.push(status),
          () => answers.push(undefined),
        )
        await after(part * took)
        await killed(undoing)
        const found = await dates()
        if (JSON.stringify(found) === JSON.stringify(from)) expect((await undo(act)).status).toBe(200)
        expect(await dates()).toEqual(to)
      }
      expect(answers).toContain(undefined)
    })

    it('has undone some writes of an import, and undoes the others afterwards', async () => {
      await imported('180000', FEWER)
      const before = await dates()
      const line = (at: number) => `Event ${at},2027-05-04 20:00`
      const table = ['title,start_date', ...Array.from({ length: 150 }, (_, at) => line(at))].join('\r\n')
      const made = (await (await send('/import?source=table', 'text/csv', table)).json()) as Json
      const moved = (await (await imported('183000', FEWER)).json()) as Json
      const revisions = [made.revisions, moved.revisions].flat().map(Number)
      expect(revisions.length).toBeGreaterThan(3)
      const left = revisions.toReversed()
      let undoing: Promise<unknown> = Promise.resolve()
      for (const [at, revision] of left.entries()) {
        undoing = undo(revision).catch(() => undefined)
        if (at === 2) break
        await undoing
      }
      await killed(undoing)
      // Who had no answer asks again.
      for (const revision of left.slice(2)) expect((await undo(revision)).status).toBe(200)
      expect(await dates()).toEqual(before)
      expect(await events('&status=trash')).toHaveLength(150)
    })
  })
}
