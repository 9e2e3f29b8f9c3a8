import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { csvRows } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of anyDialects())
  describe(`files with all events of a list on ${name}`, () => {
    let service: TestService
    let editor: Headers
    beforeAll(async () => {
      service = await testService(name, { FASTI_MAX_PER_PAGE: '3' })
      editor = (await service.user('editor')).headers
      for (let number = 1; number <= 9; number += 1)
        await service.post('/events', anEvent({ title: `Choir ${number}`, venue: { venue: 'Hall' } }), editor)
      await service.post(
        '/events',
        anEvent({
          title: '=SUM(A1), "音楽"\n🎺',
          categories: ['Rock, loud', 'Pop'],
          organizer: [{ organizer: 'One' }, { organizer: 'Two', email: 'two@org.test' }],
          tickets: [{ name: 'Adults', price: '12' }],
          sticky: true,
        }),
        editor,
      )
      await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }), editor)
      await service.post('/events', anEvent({ title: 'Unlisted', hide_from_listings: true }), editor)
      const { body } = await service.post(
        '/events',
        anEvent({
          title: 'Locked',
          status: 'draft',
          description: 'Hidden words',
          cost: '7',
          venue: { venue: 'Hall' },
        }),
        editor,
      )
      await service.patch(`/events/${body.id}`, { password: 'sesame', status: 'publish' }, editor)
    })
    afterAll(() => service.close())

    const text = async (path: string, headers?: Headers) => {
      const answered = await service.get(path, headers)
      expect([path, answered.status]).toEqual([path, 200])
      return String(answered.body)
    }
    const table = async (path: string, headers?: Headers): Promise<readonly Record<string, string>[]> => {
      const [head, ...rows] = [...csvRows(await text(path, headers))].map(({ cells }) => cells)
      return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [head?.[at], cell])))
    }
    const lines = async (path: string, headers?: Headers): Promise<readonly Json[]> =>
      (await text(path, headers))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    const titles = (items: readonly Json[]) => items.map(({ title }) => title)
    const listed = async (query: string, headers?: Headers) => {
      const found: string[] = []
      for (let page = 1; ; page += 1) {
        const { body } = await service.get(`/events?${query}&page=${page}&per_page=3`, headers)
        found.push(...titles(body.events ?? []).map(String))
        if (page >= (body.total_pages ?? 0)) return found
      }
    }

    it.each([
      '',
      'orderby=title&order=desc',
      'search=choir&order=desc&orderby=date',
      'categories=pop',
      'starts_after=2100-01-01',
    ])('§3 have the events of all pages of the list in its order: %s', async (query) => {
      const all = await listed(query)
      expect(titles(await table(`/events.csv?${query}`))).toEqual(all)
      expect(titles(await lines(`/events.jsonl?${query}`))).toEqual(all)
    })

    it('§5 show what their reader may read in lists, and nothing else', async () => {
      const subscriber = (await service.user('subscriber')).headers
      for (const path of ['/events.csv', '/events.jsonl']) {
        const seen = await text(path)
        expect(seen).not.toMatch(/Draft|Unlisted|Hidden words|sesame/)
        expect(seen).toContain('Locked')
        expect((await service.get(`${path}?status=draft`)).status).toBe(401)
        expect((await service.get(`${path}?status=any`, subscriber)).status).toBe(403)
      }
      const [locked] = (await table('/events.csv?search=locked')).filter(({ title }) => title === 'Locked')
      expect([locked?.venue, locked?.cost, locked?.description]).toEqual(['', '', ''])
      const [line] = await lines('/events.jsonl?search=locked')
      expect(line).toMatchObject({ title: 'Locked', status: 'draft' })
      expect(line).not.toHaveProperty('venue')
      const all = await table('/events.csv?status=any&hide_from_listings=true', editor)
      expect(titles(all)).toEqual(['Unlisted'])
      expect(titles(await table('/events.csv?status=draft', editor))).toEqual(['Draft'])
    })

    it('§10 make the same events where another calendar imports them, and change nothing here', async () => {
      const other = await testService(name)
      const { headers } = await other.user('administrator')
      for (const [path, type] of [
        ['/events.csv', 'text/csv'],
        ['/events.jsonl', 'application/x-ndjson'],
      ] as const) {
        const file = await text(`${path}?search=choir`)
        const sent = await other.ask('POST', '/import', file, { ...headers, 'content-type': type })
        expect(sent.body).toMatchObject({ refused: 0 })
        const again = await text(`${path}?search=SUM`)
        await other.ask('POST', '/import', again, { ...headers, 'content-type': type })
      }
      const { body } = await other.get('/events?search=SUM')
      expect(body.events[0]).toMatchObject({
        title: expect.stringContaining('=SUM(A1)'),
        sticky: true,
        categories: [{ name: 'Pop' }, { name: 'Rock, loud' }],
        organizer: [{ organizer: 'One' }, { organizer: 'Two' }],
      })
      await other.close()
      const admin = (await service.user('administrator', 'ada')).headers
      const { body: kept } = await service.ask(
        'POST',
        '/import?dry_run=true',
        await text('/events.csv?search=choir'),
        { ...admin, 'content-type': 'text/csv' },
      )
      expect(kept).toMatchObject({ created: 0, updated: 0, refused: 0 })
    })

    it('keep spreadsheets from evaluating a cell, and begin so that they read UTF-8', async () => {
      const file = await text('/events.csv?search=SUM')
      expect(file).toMatch(/^\ufeffuid,title,status,start_date,end_date,/)
      expect(file).toContain(`"'=SUM(A1)`)
      expect(file).not.toMatch(/(^|,)"?=/m)
    })

    it('§8 have a type, a name and an ETag, and no body where the client has it', async () => {
      for (const [path, type] of [
        ['/events.csv', 'text/csv; charset=utf-8'],
        ['/events.jsonl', 'application/x-ndjson; charset=utf-8'],
      ] as const) {
        const { headers } = await service.get(path)
        expect(headers).toMatchObject({
          'content-type': type,
          'content-disposition': `inline; filename="${path.slice(1)}"`,
        })
        const again = await service.get(path, { 'if-none-match': String(headers.etag) })
        expect([again.status, again.body ?? '']).toEqual([304, ''])
        expect((await service.get(`${path}?page=2`)).status).toBe(200)
        expect((await service.get(`${path}?orderby=nothing`)).status).toBe(400)
        const empty = await text(`${path}?search=nothingatall`)
        expect(empty.split('\n').filter((line) => line !== '')).toHaveLength(path === '/events.csv' ? 1 : 0)
      }
    })
  })
