import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import type { Json } from '../support/service.ts'
import { type TestSite, testSite } from '../support/site.ts'

const evening = { start_date: '2027-01-22 19:00:00', end_date: '2027-01-22 21:00:00' }

for (const { name } of anyDialects()) {
  describe(`the pages of groups on ${name}`, () => {
    let site: TestSite
    let administrator: Record<string, string>
    const shown = async (path: string, headers = {}, expected = 200): Promise<string> => {
      const { status, body } = await site.page(`/${path}`, headers)
      expect([path, status]).toEqual([path, expected])
      return body
    }
    const newGroup = async (called: string, more: Json = {}) =>
      (await site.service.post('/groups', { name: called, ...more }, administrator)).body

    beforeAll(async () => {
      site = await testSite(name)
      administrator = (await site.service.user('administrator')).headers
      expect(await shown('')).not.toContain('href="/groups/"')
      expect(await shown('sitemap.xml')).not.toContain('/groups/')
      expect(await shown('calendar/')).not.toContain('f-group')
      await newGroup('Choir <1>', { main: 'none', color: '#1f6f8b', description: '<p>We sing.</p>' })
      await newGroup('Archive')
      for (const [title, group, more] of [
        ['Rehearsal', 'choir-1', {}],
        ['Secret rehearsal', 'choir-1', { status: 'draft' }],
        ['Last year', 'choir-1', { start_date: '2026-01-22 19:00:00', end_date: '2026-01-22 21:00:00' }],
        ['Papers', 'archive', {}],
      ] as const)
        await site.create({ title, group, ...evening, ...more })
    })
    afterAll(() => site.service.close())

    it('show its events that the main calendar lacks, its text, and what to follow', async () => {
      const body = await shown('group/choir-1/')
      expect(body).toContain('<h1 dir="auto">Choir &lt;1&gt;</h1>')
      expect(body).toContain('We sing.')
      for (const title of ['Rehearsal', 'Last year']) expect(body).toContain(`>${title}<`)
      for (const title of ['Secret rehearsal', 'Papers', 'Market day']) expect(body).not.toContain(title)
      expect(body).toMatch(/href="webcal:[^"]*\/events\.ics\?group=choir-1"/)
      expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:3000/group/choir-1/">')
      // The views that it leads to stay with the group.
      for (const view of ['agenda/', 'map/', '2027-01/', 'day/2027-01-22/', 'search/'])
        expect(body).toContain(`href="/calendar/${view}?group=choir-1"`)
      expect(body).toMatch(/href="\/de\/group\/choir-1\/" hreflang="de"/)
    })

    it('have the colour of the group', async () => {
      const body = await shown('group/choir-1/')
      const [id] = /class="linked group-(\d+)"/.exec(body)?.slice(1) ?? []
      const [style = ''] = /[^"]*\/site-[^"]*\.css/.exec(body) ?? []
      expect((await site.page(style)).body).toContain(`.group-${id}{--hue:#1f6f8b}`)
    })

    it('are linked from events, the foot of pages, their list and the sitemap', async () => {
      expect(await shown('event/rehearsal/')).toContain(
        '<a href="/group/choir-1/" dir="auto">Choir &lt;1&gt;</a>',
      )
      expect(await shown('event/market-day/')).not.toContain('/group/')
      const list = await shown('groups/')
      expect(list).toMatch(/href="\/group\/archive\/".*1 event.*href="\/group\/choir-1\/".*1 event/s)
      expect(await shown('groups/?search=choir')).not.toContain('/group/archive/')
      expect((await site.page('/groups/?page=2')).status).toBe(404)
      const map = await shown('sitemap.xml')
      for (const path of ['groups', 'group/choir-1', 'group/archive'])
        expect(map).toContain(`<loc>http://127.0.0.1:3000/${path}/</loc>`)
      expect(await shown('')).toContain('href="/groups/"')
    })

    const views = [
      ...['calendar/2027-01/', 'calendar/week/2027-W03/', 'calendar/day/2027-01-22/', 'calendar/map/'],
      ...['calendar/weekend/2027-01-23/', 'calendar/agenda/', 'calendar/search/'],
    ]

    it('filter every view, which without the filter shows the main calendar', async () => {
      for (const view of views) {
        const [all, own] = [await shown(view), await shown(`${view}?group=choir-1`)]
        expect([view, all.includes('/event/rehearsal/')]).toEqual([view, false])
        expect([view, /Secret|Papers|Market day/.exec(own)?.[0]]).toEqual([view, undefined])
        if (view.includes('weekend') || view.includes('map')) continue
        expect([view, own.includes('/event/rehearsal/')]).toEqual([view, true])
        expect([view, own.includes('<bdi>Choir &lt;1&gt;</bdi>')]).toEqual([view, true])
      }
      expect(await shown('calendar/programme/?from=2027-01-20&to=2027-01-23&group=choir-1')).toContain(
        'Rehearsal',
      )
      expect(await shown('calendar/agenda/')).toContain('Papers')
      expect(await shown('calendar/agenda/')).toContain('<option value="choir-1">Choir &lt;1&gt;</option>')
    })

    it('filter feeds, where drafts are in none', async () => {
      for (const format of ['ics', 'rss', 'atom', 'feed.json']) {
        const feed = async (query: string) => (await site.service.get(`/events.${format}${query}`)).body
        const [all, own] = [await feed(''), await feed('?group=choir-1')].map((body) => JSON.stringify(body))
        expect([format, all?.includes('Rehearsal'), all?.includes('Papers')]).toEqual([format, false, true])
        expect([format, own?.includes('Rehearsal'), own?.includes('Papers')]).toEqual([format, true, false])
        expect([format, own?.includes('Secret')]).toEqual([format, false])
      }
    })

    it('never show drafts, not even to those who may edit them', async () => {
      expect(await shown('group/choir-1/', site.editor)).not.toContain('Secret rehearsal')
    })

    it('of its events lead those who may edit them to the desk, and others nowhere', async () => {
      const editors = ['editor', 'author'] as const
      const links = new Map<string, boolean>()
      for (const role of editors) {
        const { headers } = await site.service.user('subscriber', `group-${role}`)
        await site.service.ask('PUT', `/groups/2/members/group-${role}`, { role }, administrator)
        links.set(role, (await shown('event/papers/', headers)).includes('href="/desk/events/'))
      }
      links.set('anonymous', (await shown('event/papers/')).includes('href="/desk/events/'))
      expect(Object.fromEntries(links)).toEqual({ editor: true, author: false, anonymous: false })
    })

    it('are 404 for an unknown slug; a view reports an unknown group', async () => {
      for (const slug of ['nobody', '..%2F', '%00', 'CHOIR%3C', '1'])
        expect([slug, (await site.page(`/group/${slug}/`)).status]).toEqual([slug, 404])
      const body = await shown('calendar/agenda/?group=nobody', {}, 400)
      expect(body).toContain('role="alert"')
      expect(body).toContain('nobody')
      expect(await shown('calendar/agenda/?group=%22%3E%3Cu%3E', {}, 400)).not.toContain('"><u>')
    })
  })
}
