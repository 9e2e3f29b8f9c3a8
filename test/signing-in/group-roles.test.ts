import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { parseRoleRules } from '../support/inside/service.ts'
import { type TestIssuer, testBrowser, testIssuer } from '../support/issuer.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`roles in groups through an organisation on ${name}`, () => {
    let issuer: TestIssuer
    let service: TestService
    let admin: Record<string, string>
    const groups = new Map<string, number>()

    const open = async (more: Record<string, string>) => {
      await service?.close()
      service = await testService(name, { ...issuer.env, ...more })
      ;({ headers: admin } = await service.user('administrator', 'root'))
      for (const slug of ['museum', 'library', 'pool'])
        groups.set(slug, (await service.post('/groups', { name: slug }, admin)).body.id)
    }
    const signIn = async (sub: string, claims: Json) => {
      issuer.people.set(sub, { preferred_username: sub, ...claims })
      issuer.person = sub
      const browser = testBrowser(service)
      return { browser, status: (await browser.signIn()).status }
    }
    const roleOf = async (login: string) =>
      (await service.get('/users', admin)).body.users.find((user: Json) => user.login === login)?.role
    const membersOf = async (slug: string) => {
      const { members } = (await service.get(`/groups/${groups.get(slug)}/members`, admin)).body
      return members.map(({ login, role }: Json) => `${login} ${role}`)
    }
    const setMember = (slug: string, login: string, role: string) =>
      service.ask('PUT', `/groups/${groups.get(slug)}/members/${login}`, { role }, admin)

    beforeAll(async () => {
      issuer = await testIssuer()
      await open({
        FASTI_OIDC_ROLES:
          'groups:press=author,groups:curators=editor@museum,groups:guides=contributor@Museum,groups:books=author@library,groups:old=manager@gone',
      })
    })
    afterAll(async () => {
      await service.close()
      await issuer.close()
    })

    it('§17 gives the highest role in each group, apart from that of the site', async () => {
      const both = await signIn('ann', { groups: ['guides', 'curators', 'books', 'press'] })
      expect([both.status, await roleOf('ann')]).toEqual([303, 'author'])
      expect(await membersOf('museum')).toEqual(['ann editor'])
      expect(await membersOf('library')).toEqual(['ann author'])
    })

    it('§17 a role in a group alone lets one in as subscriber, who writes there', async () => {
      const { browser, status } = await signIn('ben', { groups: ['books'] })
      expect([status, await roleOf('ben')]).toEqual([303, 'subscriber'])
      const session = (await service.get('/session', browser.cookie())).body
      const headers = { ...browser.cookie(), 'x-csrf-token': session.csrf_token ?? '' }
      const event = { title: 'Reading', start_date: '2027-02-01 10:00:00', end_date: '2027-02-01 11:00:00' }
      const made = await service.post('/events', event, headers)
      expect([made.status, made.body.group?.slug, made.body.status]).toEqual([201, 'library', 'publish'])
    })

    it('§17 follows the organisation at each sign-in, and leaves memberships that no rule names', async () => {
      await signIn('cleo', { groups: ['curators', 'books'] })
      await setMember('pool', 'cleo', 'manager')
      await setMember('library', 'cleo', 'manager')
      await signIn('cleo', { groups: ['guides', 'books'] })
      expect(await membersOf('museum')).toContain('cleo contributor')
      expect(await membersOf('library')).toContain('cleo author')
      expect(await membersOf('pool')).toEqual(['cleo manager'])
      await signIn('cleo', { groups: ['books'] })
      expect(await membersOf('museum')).not.toContainEqual(expect.stringContaining('cleo'))
    })

    it('§17 what a rule gave stays the organisation’s where a change of it is undone', async () => {
      const undo = async ({ headers }: { readonly headers: Record<string, string> }) =>
        (await service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, admin)).status
      await signIn('gil', { groups: ['curators', 'press'] })
      const removed = await service.remove(`/groups/${groups.get('museum')}/members/gil`, admin)
      expect([await undo(removed), await membersOf('museum')]).toEqual([
        200,
        expect.arrayContaining(['gil editor']),
      ])
      const changed = await setMember('museum', 'gil', 'manager')
      expect([await undo(changed), await membersOf('museum')]).toEqual([
        200,
        expect.arrayContaining(['gil editor']),
      ])
      // It is a rule's still, so that it goes with the rule.
      await signIn('gil', { groups: ['press'] })
      expect(await membersOf('museum')).not.toContainEqual(expect.stringContaining('gil'))
      // What the organisation decided since is refused.
      const added = await setMember('museum', 'gil', 'editor')
      await signIn('gil', { groups: ['curators', 'press'] })
      expect([await undo(added), await membersOf('museum')]).toEqual([
        409,
        expect.arrayContaining(['gil editor']),
      ])
    })

    it('§17 who has no role any more is refused, and loses what the rules gave, and the sessions', async () => {
      const before = await signIn('dora', { groups: ['curators'] })
      await setMember('pool', 'dora', 'author')
      const after = await signIn('dora', { groups: ['choir'] })
      expect([before.status, after.status]).toEqual([303, 403])
      expect((await service.get('/session', before.browser.cookie())).status).toBe(401)
      expect(await membersOf('museum')).not.toContainEqual(expect.stringContaining('dora'))
      expect(await membersOf('pool')).toContain('dora author')
    })

    const tokenOf = async (login: string) => {
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      const token = await service.store.accounts.createToken(
        login,
        { name: 'test', expires: null, scopes: [] },
        moment,
      )
      return { authorization: `Bearer ${token}` }
    }
    const writes = async (headers: Record<string, string>) =>
      (await service.post('/events?dry_run=true', anEvent(), headers)).status

    it('§17 a group whose slug changed keeps its rules, and who is refused has no right there by a token', async () => {
      await signIn('kim', { groups: ['books'] })
      const headers = await tokenOf('kim')
      await service.patch(`/groups/${groups.get('library')}`, { slug: 'books-basel' }, admin)
      expect((await signIn('lea', { groups: ['books'] })).status).toBe(303)
      expect(await membersOf('library')).toEqual(expect.arrayContaining(['kim author', 'lea author']))
      expect(await writes(headers)).toBe(201)
      expect((await signIn('kim', { groups: ['choir'] })).status).toBe(403)
      expect(await membersOf('library')).not.toContain('kim author')
      expect(await writes(headers)).toBe(403)
      await service.patch(`/groups/${groups.get('library')}`, { slug: 'library' }, admin)
    })

    it('§17 a slug is that of the group that has it now; what a rule gave in the one before ends', async () => {
      await signIn('mia', { groups: ['curators'] })
      await setMember('pool', 'mia', 'author')
      const headers = await tokenOf('mia')
      await service.patch(`/groups/${groups.get('museum')}`, { slug: 'museum-basel' }, admin)
      const { id } = (await service.post('/groups', { name: 'New', slug: 'museum' }, admin)).body
      await signIn('mia', { groups: ['curators'] })
      const { members } = (await service.get(`/groups/${id}/members`, admin)).body
      expect(members.map(({ login, role }: Json) => [login, role])).toContainEqual(['mia', 'editor'])
      expect(await membersOf('museum')).not.toContain('mia editor')
      expect((await signIn('mia', { groups: [] })).status).toBe(403)
      // What was given by hand, in a group that no rule names, stays.
      expect([await membersOf('pool'), await writes(headers)]).toEqual([
        expect.arrayContaining(['mia author']),
        201,
      ])
      await service.remove(`/groups/${id}`, admin)
      await service.patch(`/groups/${groups.get('museum')}`, { slug: 'museum' }, admin)
    })

    it('§17 a group that there is not gives nothing, and lets nobody in', async () => {
      expect((await signIn('eli', { groups: ['old'] })).status).toBe(403)
      expect(await roleOf('eli')).toBeUndefined()
      expect((await signIn('ann', { groups: ['old', 'press'] })).status).toBe(303)
    })

    it('§17 notes in the audit of a group who comes and goes by the organisation, and nothing at a sign-in that changes nothing', async () => {
      const entries = async () =>
        (await service.get('/audit?resource=group&per_page=100', admin)).body.changes.filter(
          ({ title }: { title: string }) => title.includes('fay'),
        )
      await signIn('fay', { groups: ['curators'] })
      await signIn('fay', { groups: ['curators'] })
      expect(
        (await entries()).map(({ title, login }: { title: string; login: string }) => [title, login]),
      ).toEqual([['museum: fay editor', '(organisation)']])
    })

    it('§17 where no rule names a role of the site, roles of the site are kept by hand', async () => {
      await open({ FASTI_OIDC_ROLES: 'groups:curators=editor@museum', FASTI_OIDC_DEFAULT_ROLE: 'none' })
      expect((await signIn('gus', { groups: ['choir'] })).status).toBe(403)
      expect((await signIn('gus', { groups: ['curators'] })).status).toBe(303)
      await service.patch(
        `/users/${(await service.get('/users', admin)).body.users.find((user: Json) => user.login === 'gus').id}`,
        { role: 'editor' },
        admin,
      )
      expect([(await signIn('gus', { groups: [] })).status, await roleOf('gus')]).toEqual([303, 'editor'])
      expect(await membersOf('museum')).toEqual([])
    })

    it('§17 a rule may name a group by its id, and what it gave ends with the rule', async () => {
      await open({ FASTI_OIDC_ROLES: 'groups:swim=author@3,groups:all=subscriber' })
      await signIn('nia', { groups: ['swim'] })
      expect([groups.get('pool'), await membersOf('pool')]).toEqual([3, ['nia author']])
      await service.patch(`/groups/${groups.get('pool')}`, { slug: 'bath' }, admin)
      expect((await signIn('nia', { groups: ['all'] })).status).toBe(303)
      expect(await membersOf('pool')).toEqual([])
    })
  })
}

describe('rules that name groups', () => {
  it('§17 are parted at the first colon, the last equals sign and the first at sign, and %XX is a character', () => {
    expect(parseRoleRules('groups:a=b=editor@museum,c:x%40y=author@m%C3%BCnchen%2C%40')).toEqual([
      { written: 'groups:a=b=editor@museum', claim: 'groups', value: 'a=b', role: 'editor', group: 'museum' },
      {
        ...{ written: 'c:x%40y=author@m%C3%BCnchen%2C%40', claim: 'c', value: 'x@y' },
        ...{ role: 'author', group: 'münchen,@' },
      },
    ])
  })

  it('§17 have a role of groups, and a group', () => {
    for (const wrong of [
      'a:b=administrator@museum',
      'a:b=manager',
      'a:b=editor@',
      'a:b=@museum',
      'a:b=editor@%00',
      'a:b=editor@%E0',
      'a:b=editor@*',
      'a:*-*=editor@*',
      'a:*=editor@*-*',
    ])
      expect([wrong, parseRoleRules(wrong)]).toEqual([wrong, undefined])
  })
})
