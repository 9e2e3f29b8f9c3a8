import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { aSubmission, easilySolved, pathOf, submitted } from '../support/submitting.ts'

type Headers = Record<string, string>

const described = {
  ...{ title: 'Choir night', start_date: '2027-05-04T08:00', 'submitter[name]': 'Bea' },
  ...{ 'submitter[email]': 'bea@market.example.org' },
}
const formType = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
const formOf = (more: Record<string, string>) => new URLSearchParams({ ...described, ...more }).toString()

for (const { name } of dialects) {
  describe(`submissions to groups on ${name}`, () => {
    let service: TestService
    let administrator: Headers
    let eve: Headers
    let library: Json
    let archive: Json
    let librarian: Headers
    let archivist: Headers
    beforeEach(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open', FASTI_TRUST_PROXY: '127.0.0.1' })
      administrator = (await service.user('administrator')).headers
      eve = (await service.user('editor', 'eve')).headers
      library = await newGroup('Library', { main: 'review' })
      archive = await newGroup('Archive')
      librarian = await member('lina', library, 'editor')
      archivist = await member('olga', archive, 'manager')
    })
    afterEach(() => service.close())

    const newGroup = async (title: string, more: Json = {}): Promise<Json> =>
      (await service.post('/groups', { name: title, ...more }, administrator)).body
    const member = async (login: string, { id }: Json, role: string): Promise<Headers> => {
      const { headers } = await service.user('subscriber', login)
      await service.ask('PUT', `/groups/${id}/members/${login}`, { role }, administrator)
      return headers
    }
    const listed = async (by: Headers) => (await service.get('/submissions', by)).body
    const titles = async (by: Headers) =>
      (await listed(by)).submissions.map((one: Json) => Object(one.event).title)
    const decide = async (id: number, by: Headers, decision = 'approve') =>
      (await service.post(`/submissions/${id}/decision`, { decision, message: 'Thanks' }, by)).status
    const withImage = async (more: Json) => {
      const form = new FormData()
      const { submitter: _, ...fields } = aSubmission({ proof: await easilySolved(service), ...more })
      for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
      form.set('submitter[name]', 'Bea')
      form.set('image', new Blob([new Uint8Array(await anImage(40, 30))], { type: 'image/png' }), 'a.png')
      const whole = new Request('http://localhost', { method: 'POST', body: form })
      const type = whole.headers.get('content-type') ?? ''
      return (
        await service.post('/submissions', Buffer.from(await whole.arrayBuffer()), { 'content-type': type })
      ).body
    }

    it('§14 §16 wait in the group, by id or slug, and an unknown group is refused', async () => {
      for (const group of [library.id, 'library'])
        expect((await submitted(service, { group })).status).toBe(201)
      expect((await submitted(service, { group: null })).status).toBe(201)
      const [one, two, ofSite] = (await listed(eve)).submissions
      expect([one, two].map(({ event }) => [event.group.slug, event.status, event.in_main])).toEqual([
        ['library', 'pending', false],
        ['library', 'pending', false],
      ])
      expect(ofSite.event.group).toBeNull()
      for (const group of ['nowhere', 999, { a: 1 }, ['library']]) {
        const { status, body } = await submitted(service, { group })
        expect([status, Object.keys(body.data.params)], JSON.stringify(group)).toEqual([400, ['group']])
      }
      expect((await listed(eve)).total).toBe(3)
    })

    it('§14 §16 are seen and decided by the editors of their group and of the site, and by nobody else', async () => {
      const one = (await submitted(service, { group: 'library', title: 'Reading' })).body.id
      const two = (await submitted(service, { group: 'archive', title: 'Papers' })).body.id
      const ofSite = (await submitted(service, { title: 'Market' })).body.id
      expect([await titles(librarian), await titles(archivist)]).toEqual([['Reading'], ['Papers']])
      expect((await listed(librarian)).total).toBe(1)
      expect(Object.keys(await listed(librarian))).not.toContain('space_used')
      expect(await titles(eve)).toEqual(['Reading', 'Papers', 'Market'])
      for (const role of ['contributor', 'author'] as const) {
        const weak = await member(`weak-${role}`, library, role)
        expect((await service.get('/submissions', weak)).status).toBe(403)
        expect(await decide(one, weak)).toBe(403)
      }
      for (const decision of ['approve', 'ask', 'reject'])
        expect([await decide(two, librarian, decision), await decide(ofSite, librarian, decision)]).toEqual([
          403, 403,
        ])
      expect(await decide(9999, librarian)).toBe(404)
      expect([await decide(one, librarian), await decide(two, archivist, 'reject')]).toEqual([200, 200])
      expect(await decide(ofSite, eve)).toBe(200)
      expect((await service.get('/events?group=library')).body.events).toMatchObject([{ title: 'Reading' }])
      expect((await service.get('/events')).body.events).toMatchObject([{ title: 'Market' }])
    })

    it('§14 §16 show their picture to those who decide alone, and keep it when their group approves', async () => {
      const { id } = await withImage({ group: 'library' })
      const image = async (by: Headers) => (await service.get(`/submissions/${id}/image`, by)).status
      expect([await image(librarian), await image(eve), await image(archivist), await image({})]).toEqual([
        200, 200, 403, 401,
      ])
      expect(await decide(id, librarian)).toBe(200)
      const [event] = (await service.get('/events?group=library')).body.events
      expect(event.image.width).toBe(40)
    })

    it('§14 §16 keep their group when they are corrected or withdrawn, whatever group is sent with it', async () => {
      const { id, url } = (await submitted(service, { group: 'library' })).body
      const more = { title: 'Corrected', group: 'archive', in_main: true }
      const { status, body } = await service.patch(pathOf(url), more)
      expect([status, Object.keys(body.sent)]).toEqual([200, expect.not.arrayContaining(['group'])])
      const [one] = (await listed(librarian)).submissions
      expect([one.event.title, one.event.group.slug, one.event.in_main]).toEqual([
        'Corrected',
        'library',
        false,
      ])
      const page = `//submit/${pathOf(url).split('/').at(-1)}/`
      const sent = await service.post(page, formOf({ title: 'Again', group: 'archive' }), formType)
      expect(sent.status).toBe(303)
      const [again] = (await listed(librarian)).submissions
      expect([again.event.title, again.event.group.slug]).toEqual(['Again', 'library'])
      expect((await service.get(pathOf(url))).body.sent).not.toHaveProperty('group')
      expect((await service.remove(pathOf(url))).status).toBe(200)
      expect(await titles(librarian)).toEqual([])
      expect(await decide(id, librarian)).toBe(409)
      expect((await service.get(`/events/${again.event.id}`, eve)).body).toMatchObject({
        ...{ status: 'trash', group: { slug: 'library' } },
      })
    })

    it('§14 §16 leave a new place to the editors of the site, and are linked to those that are known by then', async () => {
      const { body } = await submitted(service, {
        ...{ group: 'library', venue: { venue: 'New square', city: 'Turin' } },
        organizer: { organizer: 'Choir' },
      })
      const choir = (await service.post('/organizers', { organizer: 'Choir' }, eve)).body
      expect(await decide(body.id, librarian)).toBe(200)
      const [event] = (await service.get('/events?group=library', eve)).body.events
      expect([event.status, event.organizer.map(({ id }: { id: number }) => id)]).toEqual([
        'publish',
        [choir.id],
      ])
      expect(event.venue).toMatchObject({ venue: 'New square', status: 'pending' })
      expect(JSON.stringify((await service.get('/events?group=library')).body)).not.toContain('New square')
      expect((await service.patch(`/venues/${event.venue.id}`, { status: 'publish' }, eve)).status).toBe(200)
      expect(JSON.stringify((await service.get('/events?group=library')).body)).toContain('New square')
    })

    it('§14 §16 go to the editors of another group when an editor of the site moves the event there', async () => {
      const { id } = (await submitted(service, { group: 'library' })).body
      const [{ event }] = (await listed(eve)).submissions
      expect((await service.patch(`/events/${event.id}`, { group: 'archive' }, eve)).status).toBe(200)
      expect([(await titles(librarian)).length, (await titles(archivist)).length]).toEqual([0, 1])
      expect([await decide(id, librarian), await decide(id, archivist)]).toEqual([403, 200])
    })

    it('§14 §16 come from the page of the group, and the form carries the group through its steps', async () => {
      const html = { accept: 'text/html' }
      const linked = async (path: string) => {
        const { body } = await service.get(path, html)
        return [...body.matchAll(/href="(\/submit\/[^"]*)"/g)].map(([, href]: RegExpMatchArray) => href)
      }
      // In the head (once for telephones), on the page and at its foot; views that stay with the group lead to it, too.
      for (const path of ['//group/library/', '//calendar/agenda/?group=library'])
        expect([path, await linked(path)]).toEqual([path, Array(4).fill('/submit/?group=library')])
      for (const path of [
        '//calendar/agenda/',
        '//calendar/agenda/?group=library,archive',
        '//calendar/agenda/?group=0',
      ])
        expect([path, new Set(await linked(path))]).toEqual([path, new Set(['/submit/'])])
      const first = (await service.get('//submit/?group=library', html)).body
      expect(first).toContain('<input type="hidden" name="group" value="library">')
      expect(first).toContain('href="/group/library/"><bdi>Library</bdi>')
      expect(first).toContain('href="/de/submit/?group=library"')
      const step = await service.post('//submit/', formOf({ group: 'library', step: '1', to: '4' }), formType)
      expect([step.status, step.body.includes('name="group" value="library"')]).toEqual([200, true])
      expect((await service.post('//submit/', formOf({ group: 'library' }), formType)).status).toBe(303)
      const [one] = (await listed(librarian)).submissions
      expect([one.event.title, one.event.group.slug]).toEqual(['Choir night', 'library'])
      expect((await service.get('//submit/?group=nowhere', html)).status).toBe(400)
      expect((await service.post('//submit/', formOf({ group: 'nowhere' }), formType)).status).toBe(400)
      const plain = (await service.get('//submit/', html)).body
      expect(plain).not.toContain('name="group"')
    })
  })
}
