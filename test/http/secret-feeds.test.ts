import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readByIcalJs } from '../support/calendars.ts'
import { anyDialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { commandActor } from '../support/inside/people.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const writer = { actor: commandActor, moment }
type Statuses = Parameters<TestService['store']['feedLinks']['create']>[1]['statuses']

for (const { name } of anyDialects()) {
  describe(`secret feeds on ${name}`, () => {
    let service: TestService
    let lines: string[]
    beforeEach(async () => {
      lines = []
      const log = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
      service = await testService(name, { FASTI_LOG_LEVEL: 'debug' })
      return () => log.mockRestore()
    })
    afterEach(() => service.close())
    const linkOf = async (login: string, statuses: Statuses = ['publish', 'draft', 'private']) =>
      `/feeds/${(await service.store.feedLinks.create(login, { name: 'phone', statuses }, writer))?.secret}/events.ics`
    const titles = async (path: string) =>
      readByIcalJs(String((await service.get(path)).body)).map(({ title }) => title)

    it('§5 show what their user may read, with the chosen statuses and the filters of the list', async () => {
      const [editor, author] = [await service.user('editor'), await service.user('author')]
      await service.post('/events', anEvent({ title: 'Public' }), editor.headers)
      await service.post('/events', anEvent({ title: 'Draft of hers', status: 'draft' }), author.headers)
      await service.post('/events', anEvent({ title: 'Private', status: 'private' }), editor.headers)
      const all = await linkOf('editor')
      expect(await titles(all)).toEqual(['Public', 'Draft of hers', 'Private'])
      expect(await titles(`${all}?status=draft`)).toEqual(['Draft of hers'])
      expect(await titles(`${all}?search=public`)).toEqual(['Public'])
      expect(await titles(await linkOf('author'))).toEqual(['Public', 'Draft of hers'])
      const some = await linkOf('editor', ['publish', 'private'])
      expect(await titles(some)).toEqual(['Public', 'Private'])
      expect((await service.get(`${some}?status=draft`)).status).toBe(403)
      expect((await service.get(`${some}?status=trash`)).status).toBe(403)
    })

    it('§5 end when they are revoked or their user is removed', async () => {
      await service.user('editor')
      await service.user('author')
      const [first, second] = [await linkOf('editor'), await linkOf('author')]
      expect((await service.get(first)).status).toBe(200)
      expect(await service.store.feedLinks.revoke(1, writer)).toBe(true)
      const gone = await service.get(first)
      expect([gone.status, gone.body.code]).toEqual([404, 'rest_no_route'])
      expect((await service.get(second)).status).toBe(200)
      await service.store.accounts.removeUser('author', moment)
      expect((await service.get(second)).status).toBe(404)
      expect((await service.get('/feeds/x/events.ics')).status).toBe(404)
    })

    it('§5 grant access to the feed only', async () => {
      await service.user('editor')
      await service.post('/events', anEvent({ status: 'draft' }), (await service.user('author')).headers)
      const path = await linkOf('editor')
      const secret = path.split('/')[2] ?? ''
      for (const authorization of [
        `Bearer ${secret}`,
        `Basic ${Buffer.from(`editor:${secret}`).toString('base64')}`,
      ])
        expect((await service.get('/events?status=draft', { authorization })).status).toBe(401)
      expect((await service.get(`/feeds/${secret}/events`)).status).toBe(404)
      expect((await service.ask('POST', path, {})).status).toBe(405)
      expect((await service.get('/events.ics?status=draft')).status).toBe(401)
    })

    it('§8 are cached privately, and return 304 if nothing has changed', async () => {
      await service.user('editor')
      const path = await linkOf('editor')
      const { headers, body } = await service.get(path)
      expect([headers['cache-control'], headers['referrer-policy']]).toEqual([
        'private, no-cache',
        'no-referrer',
      ])
      expect((await service.get(path, { 'if-none-match': headers.etag ?? '' })).status).toBe(304)
      expect((await service.ask('HEAD', path)).status).toBe(200)
      expect(body).not.toContain(path.split('/')[2])
    })

    it('§5 appear in no log, metric, list or audit log', async () => {
      const { headers } = await service.user('administrator')
      const path = await linkOf('administrator')
      const secret = path.split('/')[2] ?? ''
      for (const odd of [
        path,
        path.replace('/feeds/', '/feeds//'),
        `${path}/x`,
        path.replace('feeds', '%66eeds'),
      ])
        await service.app.inject({ url: `/cal/events/v1${odd}` })
      const metrics = String((await service.get('//metrics', headers)).body)
      expect(metrics).toContain('/feeds/{secret}/events.ics')
      const audit: unknown[] = [await service.store.feedLinks.all()]
      for await (const row of service.store.audit(0)) audit.push(row)
      expect(lines.join('')).toContain('/feeds/…/events.ics')
      expect(metrics + lines.join('') + JSON.stringify(audit)).not.toContain(secret)
    })
  })
}
