/** A long series that its source moves, in a program that is killed: the next one completes it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { run, type Serving, serve } from '../support/process.ts'
import type { Json } from '../support/service.ts'
import { calendarOf, daily } from './long-calendar.ts'

const COUNT = 900

for (const { name, freshUrl } of dialects) {
  describe(`a program that is killed while it moves a series, on ${name}`, () => {
    let database: FreshDatabase
    let folder: string
    let serving: Serving
    const env = () => ({ DATABASE_URL: database.url, FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error' })
    const imported = (time: string) =>
      fetch(`${serving.address}/import?source=killed`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/calendar' },
        body: calendarOf(daily('a', `RRULE:FREQ=DAILY;COUNT=${COUNT}`)).replaceAll('T180000', `T${time}`),
      })
    const times = async () => {
      const found = new Map<string, number>()
      for (let page = 1; ; page += 1) {
        const path = `/events?starts_after=2000-01-01&per_page=100&page=${page}`
        const body = (await (await fetch(serving.address + path)).json()) as Json
        for (const { start_date } of body.events as readonly Json[]) {
          const time = String(start_date).slice(11)
          found.set(time, (found.get(time) ?? 0) + 1)
        }
        if (page >= Number(body.total_pages)) return Object.fromEntries(found)
      }
    }
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

    it('leaves nothing half moved', async () => {
      expect((await imported('180000')).status).toBe(200)
      expect(await times()).toEqual({ '18:00:00': COUNT })
      const moving = imported('183000').catch(() => undefined)
      // One that moves to later times begins with the last.
      const address = `${serving.address}/events?starts_after=2000-01-01&order=desc&per_page=1`
      const last = async () => (await (await fetch(address)).text()).includes('18:30:00"')
      await expect.poll(last, { interval: 5 }).toBe(true)
      serving.child.kill('SIGKILL')
      await Promise.all([moving, serving.ended])
      expect((await run(['check'], env())).code).toBe(0)
      serving = await serve(env())
      await expect.poll(times, { interval: 100 }).toEqual({ '18:30:00': COUNT })
      expect((await run(['check'], env())).code).toBe(0)
      const again = await (await imported('183000')).text()
      expect(again).toContain('"unchanged":1')
    })
  })
}
