import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { servedOperations } from '../support/inside/api.ts'
import { federated } from '../support/remote-server.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'

/** Where and what an update sends that changes nothing. */
interface Update {
  readonly path: string
  readonly body?: Json
}

const keyOf = ({ methods, path }: { readonly methods: readonly string[]; readonly path: string }) =>
  `${methods.at(-1)} ${path}`

/** All operations that change what is there. */
const updates = servedOperations('cal/events/v1', 'open', 'on').filter(({ methods }) =>
  methods.some((method) => method === 'PUT' || method === 'PATCH'),
)

/** Operations of which equal values are an act, too. */
const actsInThemselves = {
  'PUT /events/{id}/draft': 'keeps a version of the draft of its own',
  'PATCH /submissions/{secret}': 'answers a question of a reviewer',
}

for (const { name } of dialects) {
  describe(`an update to the values that are there, on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let sent: Readonly<Record<string, Update>>

    beforeAll(async () => {
      service = await testService(
        name,
        federated([], { FASTI_SUBMISSIONS: 'open', FASTI_CONTENT_LANGUAGES: 'en,de' }),
      )
      await service.user('administrator', 'root')
      admin = await sessionOf(service, 'root')
      sent = await equalUpdates()
    })
    afterAll(() => service.close())

    const made = async (path: string, body: unknown, more: Record<string, string> = {}) => {
      const { status, body: answer } = await service.post(path, body, { ...admin, ...more })
      expect([path, Math.floor(status / 100), answer]).toEqual([path, 2, answer])
      return answer
    }
    /** What is shown at a path, as far as an update takes it. */
    const shownAgain = async (key: string, path: string): Promise<Update> => {
      const { args = {} } = updates.find((one) => keyOf(one) === key) ?? {}
      const { status, body } = await service.get(path, admin)
      expect([path, status]).toEqual([path, 200])
      const shown = Object.entries<unknown>(body).filter(([arg]) => arg in args)
      return { path, body: Object.fromEntries(shown) }
    }

    async function equalUpdates(): Promise<Readonly<Record<string, Update>>> {
      const image = (
        await made('/media?title=Poster', await anImage(40, 30), { 'content-type': 'image/png' })
      ).id
      const venue = await made('/venues', { venue: 'Hall', city: 'Turin', image })
      const organizer = await made('/organizers', { organizer: 'Choir', email: 'choir@example.org' })
      const category = await made('/categories', { name: 'Music', color: '#aa3300' })
      const tag = await made('/tags', { name: 'outdoors', description: '<p>In the park.</p>' })
      const group = await made('/groups', { name: 'Museum', description: 'Old things' })
      const page = await made('/pages', { title: 'Contact', content: '<p>Here.</p>', in_footer: true })
      const whole = {
        ...{ venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id], image },
        ...{ group: group.id, cost: '8 €', note: 'Ring the hall', assignee: 'root', featured: true },
        custom_fields: { seats: { label: 'Seats', value: 40 } },
        tickets: [{ name: 'Seat', price: '8', currency: 'EUR', url: 'https://tickets.example.org/' }],
        translations: { de: { title: 'Konzert' } },
      }
      const shop = anEvent({ title: 'Concert', ...whole })
      const { body: event } = await service.ask('PUT', '/events/by-uid/shop-1', shop, admin)
      const { series } = await made('/events', anEvent({ recurrence: 'FREQ=DAILY;COUNT=3', ...whole }))
      const template = await made('/templates', { name: 'Reading', fields: { title: 'Reading' } })
      const webhook = await made('/webhooks', {
        url: 'https://hooks.example.org/',
        types: ['event.created'],
        filter: { featured: true },
      })
      const { id: user } = await service.user('author', 'ann')
      await service.patch(`/users/${user}`, { display_name: 'Ann', email: 'ann@example.org' }, admin)
      await service.ask('PUT', `/groups/${group.id}/members/ann`, { role: 'editor' }, admin)
      await service.patch('/settings', { name: 'Town', logo: image, accent_color: '#aa3300' }, admin)
      await service.ask('PUT', '/federation/blocks/spam.example', undefined, admin)
      const address = 'https://opera.example.org/season.ics'
      const subscription = await service.store.subscriptions.add(
        {
          address,
          name: 'Opera',
          every_seconds: 21_600,
          categories: ['Opera'],
          prunes: true,
        },
        { actor: { id: 0, login: '' }, moment: { now: Temporal.Now.instant(), zone: 'UTC' } },
      )
      const items: Readonly<Record<string, Json>> = {
        ...{ events: event, venues: venue, organizers: organizer, categories: category, tags: tag },
        ...{ groups: group, pages: page, media: { id: image }, series, webhooks: webhook },
        users: { id: user },
      }
      const shown = updates.flatMap(({ methods, path }) => {
        const [, collection = '', by] = /^\/(\w+)\/(?:\{id\}|by-slug\/\{(slug)\})$/.exec(path) ?? []
        const item = items[collection]
        if (item === undefined) return []
        return [[keyOf({ methods, path }), path.replace(/\{\w+\}/, String(item[by ?? 'id']))] as const]
      })
      return {
        ...Object.fromEntries(
          await Promise.all(shown.map(async ([key, path]) => [key, await shownAgain(key, path)] as const)),
        ),
        'PATCH /events/by-uid/{uid}': await shownAgain('PATCH /events/by-uid/{uid}', '/events/by-uid/shop-1'),
        'PUT /events/by-uid/{uid}': { path: '/events/by-uid/shop-1', body: shop },
        'PATCH /settings': {
          path: '/settings',
          body: { name: 'Town', logo: image, accent_color: '#aa3300' },
        },
        'PATCH /subscriptions/{id}': {
          path: `/subscriptions/${subscription}`,
          body: { address, name: 'Opera', every: '6h', categories: ['Opera'], group: null, prune: true },
        },
        'PATCH /sign-in': { path: '/sign-in', body: { rules: '' } },
        'PATCH /templates/{id}': { path: `/templates/${template.id}`, body: { name: 'Reading' } },
        'PUT /groups/{id}/members/{user}': {
          path: `/groups/${group.id}/members/ann`,
          body: { role: 'editor' },
        },
        'PUT /federation/blocks/{domain}': { path: '/federation/blocks/spam.example' },
      }
    }

    it('is tried of every operation that changes what is there', () => {
      expect([...Object.keys(sent), ...Object.keys(actsInThemselves)].toSorted()).toEqual(
        updates.map(keyOf).toSorted(),
      )
    })

    it.each(updates.map(keyOf).filter((key) => !(key in actsInThemselves)))(
      'takes no revision and no line of the log, and says so: %s',
      async (key) => {
        const { path = '', body } = sent[key] ?? {}
        const written = async () => [
          await service.store.revision(),
          (await service.store.auditPage({ page: 1, per_page: 1 })).total,
        ]
        const before = await written()
        const answer = await service.ask(key.split(' ')[0] ?? '', path, body, admin)
        expect([answer.status, await written()], answer.body.message).toEqual([200, before])
        expect(answer.headers['x-fasti-result']).toBe('unchanged')
      },
    )

    it.each([
      ['PATCH /users/{id}', { role: 'editor' }, 'updated'],
      ['PATCH /users/{id}', { password: 'correct horse battery' }, 'updated'],
      ['PATCH /users/{id}', { display_name: 'Anna' }, 'updated'],
      ['PATCH /webhooks/{id}', { active: false }, 'updated'],
      ['PATCH /subscriptions/{id}', { every: '1d' }, 'updated'],
      ['PATCH /sign-in', { rules: 'groups:admins=administrator' }, 'updated'],
      ['PATCH /settings', { name: 'City' }, 'updated'],
      ['PATCH /templates/{id}', { name: 'Reading aloud' }, 'updated'],
      ['PUT /federation/blocks/{domain}', undefined, 'created'],
    ])('is told from a write that changes something: %s %j', async (key, body, result) => {
      const { path = '' } = sent[key] ?? {}
      const at = path.replace('spam.example', 'scam.example')
      const answer = await service.ask(key.split(' ')[0] ?? '', at, body, admin)
      expect([answer.status, answer.headers['x-fasti-result']], answer.body.message).toEqual([200, result])
    })
  })
}
