/** Calendars whose components don't begin or end as they should. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { imageHost } from '../support/image-host.ts'
import { leaveOut } from '../support/left-out.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'

const reports = resolve('../shared/data/reports')
const hasReports = existsSync(reports)
if (!hasReports) leaveOut(`Calendars of public reports: ${reports} is missing`)
const report = (name: string) => readFileSync(`${reports}/${name}`, 'utf8')

const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')
const open = (title: string, ...lines: readonly string[]) =>
  ['BEGIN:VEVENT', `UID:${title}`, `SUMMARY:${title}`, 'DTSTART:20270504T180000Z', ...lines].join('\r\n')
const event = (title: string, ...lines: readonly string[]) => `${open(title, ...lines)}\r\nEND:VEVENT`

for (const { name: dialect } of anyDialects()) {
  describe(`damaged calendars on ${dialect}`, () => {
    let service: TestService
    let admin: Record<string, string>
    beforeEach(async () => {
      service = await testService(dialect, { FASTI_IMAGE_HOSTS: '127.0.0.1' })
      service.at('2027-01-10T11:00:00Z')
      admin = (await service.user('administrator', 'administrator')).headers
    })
    afterEach(() => service.close())

    const send = async (text: string, options = '') => {
      const headers = { ...admin, 'content-type': 'text/calendar; charset=utf-8' }
      return service.ask('POST', `/import?source=a${options}`, text, headers)
    }
    const notesOf = ({ body }: Answered) => body.notes.map(({ what }: Json) => what)
    const titles = async () => {
      const { body } = await service.get('/events?starts_after=2027-01-01&orderby=title&per_page=50')
      return body.events.map(({ title }: Json) => title)
    }

    it('have all events where none has an end, also with alarms in them', async () => {
      const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM'
      const text = calendarOf(
        open('A'),
        open('B', alarm),
        open('C', 'BEGIN:VALARM', 'ACTION:DISPLAY'),
        event('D'),
      )
      const sent = await send(text)
      expect(sent.body).toMatchObject({ created: 4, refused: 0 })
      expect(notesOf(sent)).toContain('line 2: this VEVENT has no end')
      expect(await titles()).toEqual(['A', 'B', 'C', 'D'])
      expect((await send(text)).body).toMatchObject({ unchanged: 4 })
      const tasks = Array.from({ length: 30 }, () => 'BEGIN:VTODO\r\nSUMMARY:x').join('\r\n')
      expect((await send(calendarOf(tasks, event('E')))).body).toMatchObject({ created: 1 })
    })

    it.skipIf(!hasReports)('of a public report without END:VEVENT have all events', async () => {
      expect((await send(report('06-missing-ends.ics'))).body).toMatchObject({ created: 3, refused: 0 })
    })

    it('lose the component with a misspelt END, and take nothing else away', async () => {
      const task = 'BEGIN:VTODO\r\nSUMMARY:Task\r\nEND:VTOOD'
      const many = Array.from({ length: 12 }, () => task)
      expect((await send(calendarOf(event('A'), ...many, event('B')))).body).toMatchObject({ created: 2 })
      await send(calendarOf(event('C'), event('D')), '&prune=true')
      const sent = await send(calendarOf(`${open('C')}\r\nEND:VEVNET`, event('D')), '&prune=true')
      expect(sent.body).toMatchObject({ unchanged: 1, removed: 0, refused: 0 })
      expect(await titles()).toEqual(['C', 'D'])
    })

    it('are whole with text behind their end or without it, and prune nothing then', async () => {
      const whole = calendarOf(event('A'), event('B'))
      await send(whole, '&prune=true')
      const glued = calendarOf(event('A', 'LOCATION:Hall')).trimEnd()
      for (const text of [
        `${glued}<!-- Dynamic page generated in 0.2 seconds. -->`,
        `${glued}<!DOCTYPE html>\n<html>\n  <title>Oops</title>\n</html>\n`,
        glued.replace('END:VCALENDAR', ''),
      ]) {
        const sent = await send(text, '&prune=true')
        expect(sent.body).toMatchObject({ refused: 0, removed: 0 })
        expect(notesOf(sent).join('\n')).toMatch(/nothing moved to the trash/)
        expect(notesOf(sent).length).toBeLessThan(3)
      }
      expect(await titles()).toEqual(['A', 'B'])
      expect((await send(glued, '&prune=true')).body).toMatchObject({ removed: 1 })
    })

    it('are read by another spelling of VCALENDAR, with a note', async () => {
      const text = calendarOf('X-WR-TIMEZONE:Europe/Rome', event('A').replace('00Z', '00'))
      const sent = await send(text.replaceAll('VCALENDAR', 'VALENDAR'))
      expect(sent.body).toMatchObject({ created: 1 })
      expect(notesOf(sent)).toEqual([
        'line 1: VALENDAR is read as VCALENDAR',
        'line 8: VALENDAR is read as VCALENDAR',
      ])
      const { body } = await service.get('/events?starts_after=2027-01-01')
      expect(body.events[0].timezone).toBe('Europe/Rome')
      expect((await send(text.replaceAll('VCALENDAR', 'VCLAENDAR'), '&prune=true')).body).toMatchObject({
        unchanged: 1,
      })
    })

    it('stay subscribed to as failing if they are cut off, publish nothing, and are read when they are whole', async () => {
      const host = await imageHost()
      try {
        const whole = calendarOf(event('A'), event('B'))
        const address = host.put('/a.ics', Buffer.from(whole.slice(0, whole.indexOf('UID:B'))))
        const added = await service.post('/subscriptions', { address, prune: true }, admin)
        expect([added.status, added.body]).toMatchObject([
          201,
          { id: 1, failures: 1, reason: 'calendar_cut_off', read_utc: '' },
        ])
        expect(await titles()).toEqual([])
        expect((await service.post('/subscriptions', { address }, admin)).status).toBe(409)
        expect((await service.get('/subscriptions', admin)).body.subscriptions).toHaveLength(1)
        host.put('/a.ics', Buffer.from(whole))
        service.at(Temporal.Instant.from('2027-01-10T12:00:00Z').toString())
        const run = await service.post('/subscriptions/1/run', {}, admin)
        expect(run.body).toMatchObject({ failures: 0, reason: 'calendar_read' })
        expect(await titles()).toEqual(['A', 'B'])
        const refused = host.put('/b.ics', Buffer.from(calendarOf('BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT')))
        expect((await service.post('/subscriptions', { address: refused }, admin)).body).toMatchObject({
          failures: 1,
          reason: 'no_event_imported',
        })
        const glued = host.put('/c.ics', Buffer.from(`${calendarOf(event('C')).trimEnd()}<!-- x -->`))
        expect(
          (await service.post('/subscriptions', { address: glued, prune: true }, admin)).body,
        ).toMatchObject({
          failures: 0,
          reason: 'calendar_read_in_part',
        })
      } finally {
        await host.close()
      }
    })
  })
}
