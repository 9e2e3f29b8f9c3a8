/** Unmodified clients of The Events Calendar, over the network. */
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'
import { anImage } from '../support/images.ts'
import { leaveOut } from '../support/left-out.ts'
import { hasProgram, runProgram } from '../support/programs.ts'
import { anEvent, type Json } from '../support/service.ts'
import { type PluginService, pluginService, TRIBE } from './plugin.ts'

const require = createRequire(import.meta.url)

const hasPython = await hasProgram('python3')
if (!hasPython) console.warn('\n*** python3 is missing: THE SCRIPT IN PYTHON IS NOT RUN ***\n')

const hasApiFetch = (() => {
  try {
    return require.resolve('@wordpress/api-fetch') !== ''
  } catch {
    return false
  }
})()
if (!hasApiFetch) leaveOut('Requests of @wordpress/api-fetch: the package is not installed (npm ci)')

// biome-ignore lint/suspicious/noExplicitAny: clients without types
type Client = any

for (const { name } of anyDialects()) {
  describe(`clients of The Events Calendar on ${name}`, () => {
    let service: PluginService
    let site: string
    let token: string
    beforeAll(async () => {
      const port = String(await freePort())
      site = `http://127.0.0.1:${port}`
      service = await pluginService(name, { PORT: port })
      await service.app.listen({ port: Number(port), host: '127.0.0.1' })
      const { headers } = await service.user('administrator', 'ada')
      token = String(headers.authorization).replace('Bearer ', '')
      for (const title of ['Tom & Jerry’s “Show”', 'Fair', 'Late – show'])
        await service.post(
          '/events',
          anEvent({
            title,
            venue: { venue: 'Hall' },
            organizer: { organizer: 'Society' },
            categories: ['Fairs'],
            tags: ['out'],
          }),
          headers,
        )
    })
    afterAll(() => service.close())

    const basic = () => `Basic ${Buffer.from(`ada:${token}`).toString('base64')}`

    it('§12 gatsby-source-tribe-events creates nodes for events, venues, organizers, categories and tags', async () => {
      const { sourceNodes }: Client = require('gatsby-source-tribe-events')
      const nodes: Json[] = []
      await sourceNodes(
        {
          actions: { createNode: (node: Json) => nodes.push(node) },
          createNodeId: (id: string) => id,
          createContentDigest: (value: unknown) => JSON.stringify(value),
        },
        { baseUrl: site },
      )
      expect(nodes.map(({ id }) => id)).toEqual([
        'TribeEvents-1',
        'TribeEvents-2',
        'TribeEvents-3',
        'TribeVenues-1',
        'TribeOrganizers-1',
        'TribeCategories-1',
        'TribeTags-1',
      ])
      expect(nodes[0]?.title).toBe('Tom & Jerry’s “Show”')
    })

    it('§12 wpapi discovers the API from a page, reads, creates, updates and deletes', async () => {
      const WPAPI: Client = require('wpapi')
      const found: Client = await WPAPI.discover(`${site}/calendar/`)
      const client = found.namespace('tribe/events/v1')
      const listed = await client.events().perPage(2)
      expect([listed.events.length, listed.total, listed.events[0].author]).toEqual([2, 3, '1'])
      expect((await client.events().id(1)).title).toBe('Tom & Jerry’s “Show”')
      found.auth({ username: 'ada', password: token })
      for (const front of [site, `${site}/`])
        expect(Object.keys(await WPAPI.discover(front)), front).toEqual(Object.keys(found))
      const signed: Client = await WPAPI.discover(`${site}/event/fair/`)
      const writer = signed.auth({ username: 'ada', password: token }).namespace('tribe/events/v1')
      const created = await writer
        .events()
        .auth({ username: 'ada', password: token })
        .create(anEvent({ title: 'Made' }))
      expect([created.title, created.author]).toEqual(['Made', '1'])
      const one = () => writer.events().id(created.id).auth({ username: 'ada', password: token })
      expect((await one().update({ title: 'Changed' })).title).toBe('Changed')
      expect((await one().delete()).status).toBe('trash')
      expect((await one().delete({ force: true })).deleted).toBe(true)
      const tec = await found.namespace('tec/v1').events().perPage(2)
      expect([tec.length, tec._paging.total, tec._paging.totalPages]).toEqual([2, 3, 2])
      const tags = await found.namespace('wp/v2').tags()
      expect(tags.map(({ slug }: Json) => slug)).toEqual(['out'])
      const written = found.namespace('tec/v1').events().auth({ username: 'ada', password: token })
      const bare = await written.create(anEvent({ title: 'Bare', content: 'Text' }))
      expect([bare.description, bare.link]).toEqual(['Text', `${site}/event/bare/`])
      const posts = found.namespace('wp/v2')
      const post = () => posts.tribe_events().id(bare.id).auth({ username: 'ada', password: token })
      expect((await post().update({ status: 'draft', tags: [tags[0].id] })).tags).toEqual([tags[0].id])
      expect((await post().delete({ force: true })).deleted).toBe(true)
      expect((await posts.tribe_venue().slug('hall')).map(({ title }: Json) => title)).toEqual([
        { raw: 'Hall', rendered: 'Hall' },
      ])
      const media = () => posts.media().auth({ username: 'ada', password: token })
      expect([...(await media())]).toEqual([])
      const image = await media()
        .file(await anImage(8, 6), 'fair.png')
        .create({ title: 'Fair', alt_text: 'A fair' })
      expect([image.title.rendered, image.alt_text]).toEqual(['Fair', 'A fair'])
      expect((await media().id(image.id).update({ alt_text: 'The fair' })).alt_text).toBe('The fair')
    })

    it.skipIf(!hasApiFetch)(
      '§12 @wordpress/api-fetch reads, creates, changes and deletes by both kinds of addresses',
      async () => {
        const { default: apiFetch }: Client = await import('@wordpress/api-fetch')
        // What the module uses stays for the tests on the next database.
        const headers = { Authorization: basic() }
        for (const root of [`${site}/wp-json/`, `${site}/?rest_route=/`]) {
          const asked = (options: Client) =>
            apiFetch.createRootURLMiddleware(root)({ ...options, headers }, (made: Client) =>
              apiFetch({ ...made, path: undefined }),
            )
          const names = (await asked({ path: '/' })).namespaces
          expect(names, root).toEqual(['tribe/events/v1', 'tec/v1', 'wp/v2'])
          const listed = await asked({ path: '/tribe/events/v1/events?per_page=1', parse: false })
          expect([(await listed.json()).events.length, listed.headers.get('X-TEC-Total')]).toEqual([1, '3'])
          const created = await asked({
            path: '/tec/v1/events',
            method: 'POST',
            data: anEvent({ title: 'Fetched', content: 'Text' }),
          })
          expect(created.description).toBe('Text')
          const at = `/wp/v2/tribe_events/${created.id}`
          expect((await asked({ path: `${at}?context=edit` })).title.raw).toBe('Fetched')
          expect((await asked({ path: at, method: 'PUT', data: { title: 'Changed' } })).title.rendered).toBe(
            'Changed',
          )
          expect((await asked({ path: `${at}?force=true`, method: 'DELETE' })).deleted).toBe(true)
          await expect(asked({ path: at })).rejects.toMatchObject({
            code: 'event-not-found',
            data: { status: 404 },
          })
        }
      },
    )

    it('§12 requests as WordPress’s own pages send them use rest_route and a method override', async () => {
      const fetched = async (path: string, method = 'GET', data?: object) => {
        const overridden = ['PUT', 'PATCH', 'DELETE'].includes(method)
        const [route, query] = path.split('?')
        const response = await fetch(
          `${site}/?rest_route=${encodeURIComponent(String(route))}${query === undefined ? '' : `&${query}`}&_locale=user`,
          {
            method: overridden ? 'POST' : method,
            headers: {
              Accept: 'application/json, */*;q=0.1',
              Authorization: basic(),
              'X-WP-Nonce': 'abc',
              ...(overridden && { 'X-HTTP-Method-Override': method }),
              ...(data && { 'Content-Type': 'application/json' }),
            },
            ...(data && { body: JSON.stringify(data) }),
          },
        )
        return { status: response.status, headers: response.headers, body: (await response.json()) as Client }
      }
      const listed = await fetched('/tribe/events/v1/events?per_page=1')
      expect([listed.body.events.length, listed.headers.get('X-TEC-TotalPages')]).toEqual([1, '3'])
      const created = await fetched('/tribe/events/v1/venues', 'POST', { venue: 'Stage' })
      const at = `/tribe/events/v1/venues/${created.body.id}`
      expect((await fetched(at, 'PUT', { city: 'Rome' })).body).toMatchObject({
        venue: 'Stage',
        city: 'Rome',
      })
      expect((await fetched(`${at}?force=true`, 'DELETE')).body.deleted).toBe(true)
      expect((await fetched(at)).status).toBe(404)
      expect((await fetched('/wp/v2/users/me?context=edit')).body.roles).toEqual(['administrator'])
    })

    it('§12 a mobile app pages by x-tec-totalpages, reads author as a string and decodes titles', async () => {
      const titles: string[] = []
      let pages = 1
      for (let page = 1; page <= pages; page += 1) {
        const response = await fetch(`${site}${TRIBE}/events?page=${page}&per_page=2`)
        pages = Number.parseInt(response.headers.get('x-tec-totalpages') ?? '', 10)
        const { events } = (await response.json()) as { events: Json[] }
        for (const event of events) {
          expect([typeof event.author, typeof event.cost, Array.isArray(event.organizer)]).toEqual([
            'string',
            'string',
            true,
          ])
          titles.push(String(event.title).replaceAll('&amp;', '&'))
        }
      }
      expect([pages, titles]).toEqual([2, ['Tom & Jerry’s “Show”', 'Fair', 'Late – show']])
    })

    it('§12 a bot uses rest_route with a date and a time', async () => {
      for (const [date, total] of [
        ['2026/01/02T15:04', 3],
        ['2027-05-04T15:04', 3],
      ] as const) {
        const response = await fetch(
          `${site}/?rest_route=/tribe/events/v1/events&start_date=${date}&end_date=2027-06-01`,
        )
        const { total: found } = (await response.json()) as { total: number }
        expect([response.status, found >= total], date).toEqual([200, true])
      }
    })

    it.skipIf(!hasPython)(
      '§12 a Python script creates a venue, an organizer, tags, an image and an event',
      async () => {
        const picture = join(service.folder, 'fair.png')
        await writeFile(picture, await anImage(8, 6))
        const script = resolve(import.meta.dirname, 'script.py')
        const { stdout } = await runProgram('python3', [script, site, 'ada', token, picture])
        expect(JSON.parse(stdout)).toEqual({
          me: 'ada',
          status: 201,
          title: 'Rock & Roll – live',
          venue: 'Ben & Sons',
          organizer: 'Society',
          tags: ['Open air', 'Rock & Roll'],
          same_tag: true,
          same_image: true,
          image: expect.stringMatching(`^${site}/media/`),
          total: 4,
        })
      },
    )
  })
}
