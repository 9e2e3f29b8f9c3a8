import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { commandActor } from '../support/inside/people.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`who may become a member of a group, on ${name}`, () => {
    let service: TestService
    let manager: Headers
    beforeAll(async () => {
      service = await testService(name)
      const ada = (await service.user('administrator', 'ada')).headers
      await service.post('/groups', { name: 'Museum' }, ada)
      manager = (await service.user('subscriber', 'max')).headers
      await service.ask('PUT', '/groups/1/members/max', { role: 'manager' }, ada)
      for (const [login, display_name] of [
        ['joan', 'Joan Clarke'],
        ['joerg', 'Jörg Müller'],
        ['gone', 'Joan Gone'],
      ] as const) {
        await service.user('subscriber', login)
        const { users } = (await service.get('/users', ada)).body
        const { id } = users.find((one: Json) => one.login === login)
        await service.patch(`/users/${id}`, { display_name, suspended: login === 'gone' }, ada)
        const moment = { now: Temporal.Instant.from('2027-01-01T00:00:00Z'), zone: 'UTC' }
        const email = `${login}@example.org`
        await service.store.accounts.setProfile(login, { email }, { actor: commandActor, moment })
      }
    })
    afterAll(() => service.close())
    const found = async (search: string, headers: Headers | undefined = manager) => {
      const query = `search=${encodeURIComponent(search)}`
      const { status, body } = await service.get(`/groups/1/candidates?${query}`, headers)
      return status === 200 ? body.candidates.map((one: Json) => one.display_name) : status
    }

    it('is found by name or login, without accents too, and by the whole e-mail address, which is not told', async () => {
      expect(await found('clark')).toEqual(['Joan Clarke'])
      expect(await found('muller')).toEqual(['Jörg Müller'])
      expect(await found('JOAN@example.org')).toEqual(['Joan Clarke'])
      expect(await found('example.org')).toEqual([])
      const { body } = await service.get('/groups/1/candidates?search=joan', manager)
      expect(body.candidates).toEqual([
        { id: expect.any(Number), login: 'joan', display_name: 'Joan Clarke' },
      ])
    })

    it('is neither a member nor suspended, and is told to those alone who keep the members', async () => {
      expect(await found('max')).toEqual([])
      expect(await found('gone')).toEqual([])
      expect(await found('joan', (await service.user('author', 'bo')).headers)).toBe(403)
      expect(await found('joan', {})).toBe(401)
    })
  })
}
