/** Groups in tables of events: exports and imports have their columns. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import { csvRows, exportedTableChunks, importTable } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

async function exported(service: TestService): Promise<string> {
  let text = ''
  for await (const row of exportedTableChunks(service.store, moment)) text += row
  return text
}

for (const { name } of dialects) {
  describe(`groups in a table of events on ${name}`, () => {
    let service: TestService
    const load = (text: string) => importTable(text, new Map(), importing(service))
    const events = async (): Promise<readonly Json[]> =>
      (await service.get('/events?start_date=1990-01-01&status=publish&orderby=id&group=choir,0')).body.events
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    it('§16 carries the group of events and whether the main calendar shows them', async () => {
      const { headers } = await service.user('administrator')
      for (const [name, main] of [
        ['Choir', 'none'],
        ['Archive', 'all'],
      ])
        expect((await service.post('/groups', { name, main }, headers)).status).toBe(201)
      const made = [
        { title: 'A', group: 'choir' },
        { title: 'B', group: 'choir', in_main: true },
        { title: 'C', group: 'archive', in_main: false },
        { title: 'D' },
        { title: 'E', group: 'choir', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] },
      ]
      for (const more of made)
        expect((await service.post('/events', anEvent(more), headers)).status).toBe(201)
      const table = await exported(service)
      const cellsIn = (text: string) => {
        const [head = [], ...rows] = [...csvRows(text)].map(({ cells }) => cells)
        const at = ['title', 'group', 'in_main'].map((column) => head.indexOf(column))
        return rows.map((cells) => at.map((place) => cells[place])).sort()
      }
      expect(cellsIn(table)).toEqual([
        ['A', 'choir', 'false'],
        ['B', 'choir', 'true'],
        ['C', 'archive', 'false'],
        ['D', '', ''],
        ['E', 'choir', 'false'],
      ])
      expect(await load(table)).toMatchObject({ created: 0, updated: 0, refused: 0 })
      const other = await testService(name)
      try {
        const there = (await other.user('administrator')).headers
        for (const [called, main] of [
          ['Choir', 'none'],
          ['Archive', 'all'],
        ])
          await other.post('/groups', { name: called, main }, there)
        expect(await importTable(table, new Map(), importing(other))).toMatchObject({
          created: 5,
          refused: 0,
        })
        expect(cellsIn(await exported(other))).toEqual(cellsIn(table))
      } finally {
        await other.close()
      }
    })

    it('§16 takes events out of their group by an empty cell, and refuses an unknown group', async () => {
      const { headers } = await service.user('administrator')
      await service.post('/groups', { name: 'Choir' }, headers)
      const head = 'title,start_date,end_date,uid,group,in_main\n'
      const row = (...cells: readonly string[]) => `${head}A,2027-06-01,2027-06-01,u1,${cells.join(',')}\n`
      const shown = async () => {
        const [event] = await events()
        return [Object(event?.group).slug, event?.in_main]
      }
      expect((await load(row('choir', 'false'))).created).toBe(1)
      expect(await shown()).toEqual(['choir', false])
      expect((await load(row('choir', ''))).unchanged).toBe(1)
      expect((await load(row('', ''))).updated).toBe(1)
      expect(await shown()).toEqual([undefined, true])
      const { refused, refusals } = await load(row('nobody', ''))
      expect([refused, refusals[0]?.reason]).toEqual([1, expect.stringContaining('there is no group nobody')])
    })

    it('§16 are columns of lists of events, too', async () => {
      const { headers } = await service.user('administrator')
      await service.post('/groups', { name: 'Choir', main: 'none' }, headers)
      await service.post('/events', anEvent({ title: 'A', group: 'choir' }), headers)
      const [head = [], row = []] = [...csvRows((await service.get('/events.csv?group=choir')).body)].map(
        ({ cells }) => cells,
      )
      expect(['title', 'group', 'in_main'].map((column) => row[head.indexOf(column)])).toEqual([
        ...['A', 'choir', 'false'],
      ])
    })
  })
}
