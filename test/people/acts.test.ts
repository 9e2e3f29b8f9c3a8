import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { commandActor, erasePerson, findPersonByLoginEmailOrActor } from '../support/inside/people.ts'
import { actInTitle } from '../support/inside/store.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const writer = {
  moment: { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' },
  actor: commandActor,
}

for (const { name } of dialects) {
  describe(`acts on accounts and groups in the audit on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let nora: { readonly id: number; readonly headers: Record<string, string> }

    const logged = async (query = '') =>
      (await service.get(`/audit?per_page=100${query}`, admin)).body.changes.map(
        ({ act, act_values }: Json) => ({ act, act_values }),
      )

    beforeAll(async () => {
      service = await testService(name)
      ;({ headers: admin } = await service.user('administrator', 'root'))
      nora = await service.user('editor', 'nora')
      const heir = await service.user('author', 'heir')
      const ask = (method: 'PUT' | 'PATCH' | 'DELETE' | 'POST', path: string, body: Json = {}) =>
        service.ask(method, path, body, admin)
      const path = `/users/${nora.id}`
      await ask('PATCH', path, { display_name: 'Nora N.' })
      await ask('PATCH', path, { role: 'author' })
      await ask('PATCH', path, { suspended: true })
      await ask('PATCH', path, { suspended: false })
      await ask('DELETE', `${path}/sessions`)
      const token = (
        await service.post(
          `${path}/tokens`,
          { name: 'nora: a tool', scopes: ['read', 'write:events'] },
          admin,
        )
      ).body
      await ask('DELETE', `/tokens/${token.id}`)
      const group = (await service.post('/groups', { name: 'Museum: east' }, admin)).body
      await ask('PUT', `/groups/${group.id}/members/nora`, { role: 'editor' })
      await ask('DELETE', `/groups/${group.id}/members/nora`)
      await service.post('/events', anEvent({ author: nora.id }), admin)
      await ask('POST', `${path}/transfer`, { to: heir.id })
    })
    afterAll(() => service.close())

    it('name what was done and whom it concerns, by the name of today', async () => {
      const person = { id: nora.id, login: 'nora', display_name: 'Nora N.' }
      expect(await logged()).toEqual(
        expect.arrayContaining([
          { act: 'profile_changed', act_values: { person, fields: ['display_name'] } },
          { act: 'role_given', act_values: { person, role: 'author' } },
          { act: 'suspended', act_values: { person } },
          { act: 'resumed', act_values: { person } },
          { act: 'sessions_ended', act_values: { person } },
          {
            act: 'token_created',
            act_values: { person, name: 'nora: a tool', scopes: ['read', 'write:events'] },
          },
          { act: 'token_revoked', act_values: { person, name: 'nora: a tool' } },
          { act: 'member_role_given', act_values: { person, group: 'Museum: east', role: 'editor' } },
          { act: 'member_removed', act_values: { person, group: 'Museum: east' } },
          {
            act: 'handed_over',
            act_values: { person, to: { id: nora.id + 1, login: 'heir', display_name: 'heir' } },
          },
        ]),
      )
    })

    it('are found by the name of the person', async () => {
      expect((await logged('&search=nora%20n')).length).toBeGreaterThan(4)
      expect(await logged('&search=nora%20_')).toEqual([])
    })

    it('are read from the titles of rows of older versions', async () => {
      const ids = new Map((await service.store.accounts.users()).map(({ login, id }) => [login, id]))
      let read = 0
      for await (const { act, act_values, ...row } of service.store.audit(0)) {
        if (act_values === undefined) continue
        const { person, to, ...rest } = act_values
        const stored = [person, to].map((one) => one && { id: one.id, login: one.login })
        const values = {
          ...rest,
          ...(stored[0] && { person: stored[0] }),
          ...(stored[1] && { to: stored[1] }),
        }
        expect(actInTitle(row, ids)).toEqual({ act, values })
        read += 1
      }
      expect(read).toBeGreaterThan(10)
      const aboutItem = { verb: 'update', resource: 'group', item_id: 1, title: 'Museum: removed things' }
      expect(actInTitle(aboutItem, ids)).toBeUndefined()
    })

    it('no longer name a person who is erased', async () => {
      const { body: session } = await service.get('/session', nora.headers)
      expect(session.user.login).toBe('nora')
      const person = await findPersonByLoginEmailOrActor('nora', service.store)
      if (person === undefined) throw new Error('nora is there')
      await erasePerson(person, service.store, writer, false)
      const values = JSON.stringify((await logged()).map(({ act_values }: Json) => act_values))
      expect(values.replace(/"name":"nora: a tool"/g, '')).not.toMatch(/nora/i)
      expect(values).toContain(
        `{"id":${nora.id},"login":"deleted-${nora.id}","display_name":"deleted-${nora.id}"}`,
      )
    })
  })
}
