import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'

for (const { name } of dialects) {
  describe(`the data of persons over HTTP on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let pia: Record<string, string>
    beforeAll(async () => {
      service = await testService(name)
      await service.user('administrator', 'root')
      admin = await sessionOf(service, 'root')
      ;({ headers: pia } = await service.user('author', 'pia'))
    })
    afterAll(() => service.close())

    const titles = async () =>
      (await service.get('/audit?resource=user', admin)).body.changes.map(({ title }: Json) => title)

    it('§22 administrators export everybody, which the audit says, others themselves alone', async () => {
      const own = await service.get('/persons/pia', pia)
      expect([own.status, own.body.account.login, own.headers['cache-control']]).toEqual([
        200,
        'pia',
        'private, no-store',
      ])
      expect(await titles()).not.toContain('pia: data exported')
      expect((await service.get('/persons/PIA', admin)).body.account.login).toBe('pia')
      expect(await titles()).toContain('pia: data exported')
      const refused = async (who: string, by: Record<string, string>) =>
        (await service.get(`/persons/${who}`, by)).status
      // Whoever is kept here or not, others learn nothing of it.
      expect([await refused('root', pia), await refused('nobody', pia), await refused('pia', {})]).toEqual([
        403, 403, 401,
      ])
      expect([await refused('nobody', admin), await refused('nobody%40example.org', admin)]).toEqual([
        404, 404,
      ])
    })

    it('§22 an export has no secrets', async () => {
      const text = JSON.stringify((await service.get('/persons/root', admin)).body)
      expect(text).not.toMatch(/hash|secret|"password/)
    })

    it('§22 administrators erase after a dry run, which erases nothing', async () => {
      const { id } = (await service.post('/events', anEvent(), pia)).body
      const dry = await service.remove('/persons/pia?dry_run=true', admin)
      expect([dry.status, dry.body.items, dry.body.dry_run]).toEqual([200, 1, true])
      expect((await service.get('/persons/pia', pia)).status).toBe(200)
      expect([
        (await service.remove('/persons/pia', pia)).status,
        (await service.remove('/persons/pia')).status,
        (await service.remove('/persons/root', admin)).body.code,
      ]).toEqual([403, 401, 'last_administrator'])
      const erased = await service.remove('/persons/pia', admin)
      expect(erased.body).toEqual({
        items: 1,
        images: 0,
        named_images: 0,
        organizers: 0,
        submissions: 0,
        follows: 0,
        name: expect.stringMatching(/^deleted-\d+$/),
      })
      expect((await service.get('/persons/pia', admin)).status).toBe(404)
      expect((await service.get(`/events/${id}`)).body.author).toBe(0)
      expect(await titles()).toContain(`${erased.body.name}: data exported`)
      expect(JSON.stringify(await titles())).not.toContain('pia')
    })

    it('§22 a person without an account is found by the address', async () => {
      await service.post('/organizers', { organizer: 'Choir', email: 'kim@example.org' }, admin)
      expect((await service.get('/persons/kim%40example.org', admin)).body).toMatchObject({
        account: null,
        organizers: [{ organizer: 'Choir', email: 'kim@example.org' }],
      })
      expect((await service.remove('/persons/kim@example.org', admin)).body).toMatchObject({
        organizers: 1,
        name: '',
      })
      expect((await service.get('/persons/kim@example.org', admin)).status).toBe(404)
    })
  })
}
