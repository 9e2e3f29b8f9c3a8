import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import type { Scope } from '../support/inside/api.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of anyDialects()) {
  describe(`tools for assistants on ${name}`, () => {
    let service: TestService
    let admin: Headers
    let eventId: number
    const clients: Client[] = []

    /** A client of the SDK whose requests go to the service without a network. */
    const connected = async (headers: Headers, query = '') => {
      const client = new Client({ name: 'test', version: '1' })
      const fetch = async (url: string | URL, init: RequestInit = {}) => {
        const { pathname, search } = new URL(url)
        const response = await service.app.inject({
          method: (init.method ?? 'GET') as 'GET',
          url: pathname + search,
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(typeof init.body === 'string' && { payload: init.body }),
        })
        const isEmpty = response.body === ''
        return new Response(isEmpty ? null : response.body, {
          status: response.statusCode,
          headers: { 'content-type': String(response.headers['content-type'] ?? 'application/json') },
        })
      }
      const url = new URL(`http://127.0.0.1:3000/cal/events/v1/mcp${query}`)
      const transport = new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers } })
      await client.connect(transport as Parameters<Client['connect']>[0])
      clients.push(client)
      return client
    }
    const token = async (...scopes: readonly Scope[]): Promise<Headers> => {
      const { body } = await service.post('/users/1/tokens', { name: 'assistant', scopes }, admin)
      return { authorization: `Bearer ${body.token}` }
    }
    const names = async (client: Client) => (await client.listTools()).tools.map((one) => one.name)
    const call = async (client: Client, tool: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name: tool, arguments: args })
      const [first] = content as readonly { readonly text: string }[]
      return { isError, body: JSON.parse(first?.text ?? 'null') }
    }

    beforeAll(async () => {
      service = await testService(name)
      admin = (await service.user('administrator')).headers
      eventId = (await service.post('/events', anEvent({ title: 'Concert' }), admin)).body.id
      await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }), admin)
    })
    afterAll(async () => {
      for (const client of clients) await client.close()
      await service.close()
    })

    it('§13 are the operations, with the schemas and descriptions of their args', async () => {
      const client = await connected(admin)
      const { tools } = await client.listTools()
      const create = tools.find((one) => one.name === 'create_event')
      expect(create?.description).toBe('Create an event')
      // Not end_date: an event may have no end time.
      expect(create?.inputSchema.required).toEqual(['title', 'start_date'])
      expect(create?.inputSchema.properties).toMatchObject({
        title: { type: 'string', maxLength: 500 },
        dry_run: { type: 'boolean' },
      })
      expect(tools.find((one) => one.name === 'list_events')?.annotations).toMatchObject({
        readOnlyHint: true,
      })
      expect(JSON.stringify(tools)).not.toContain('$ref')
      const offered = tools.map((one) => one.name)
      for (const known of ['read_event', 'update_event', 'remove_event', 'put_event', 'list_venues', 'batch'])
        expect(offered).toContain(known)
      for (const other of offered) expect(other).not.toMatch(/token|session|password|import|webhook|mcp/)
    })

    it('§13 read and write with the rights of the token', async () => {
      const client = await connected(admin)
      const list = await call(client, 'list_events', { status: 'any', _fields: 'events.title,total' })
      expect(list.body).toEqual({ events: [{ title: 'Concert' }, { title: 'Draft' }], total: 2 })
      const made = await call(client, 'create_event', anEvent({ title: 'Made', venue: { venue: 'Hall' } }))
      expect([made.isError, made.body.title, made.body.venue.venue]).toEqual([false, 'Made', 'Hall'])
      const changed = await call(client, 'update_event', {
        id: made.body.id,
        title: 'Changed',
        website: null,
      })
      expect(changed.body.title).toBe('Changed')
      expect((await call(client, 'read_event', { id: made.body.id })).body.title).toBe('Changed')
      const removed = await call(client, 'remove_event', { id: made.body.id, force: true })
      expect(removed.body.deleted).toBe(true)
      const wrong = await call(client, 'create_event', { title: 'No dates' })
      expect([wrong.isError, wrong.body.code]).toEqual([true, 'rest_missing_callback_param'])
    })

    it('§13 are named in the audit of their writes', async () => {
      const client = await connected(admin)
      const { body } = await call(client, 'create_tag', { name: 'by assistant' })
      await call(client, 'batch', {
        operations: [{ method: 'PATCH', path: `/tags/${body.id}`, body: { description: 'x' } }],
      })
      const log = await service.get(`/audit?resource=tag&item=${body.id}`, admin)
      expect(log.body.changes).toMatchObject([
        { verb: 'update', via: 'mcp', login: 'administrator' },
        { verb: 'create', via: 'mcp', login: 'administrator' },
      ])
      await service.patch(`/tags/${body.id}`, { description: 'y' }, admin)
      const [newest] = (await service.get(`/audit?resource=tag&item=${body.id}`, admin)).body.changes
      expect(newest.via).toBe('')
    })

    it('§13 support dry runs', async () => {
      const client = await connected(admin)
      const dry = await call(client, 'remove_event', { id: eventId, force: true, dry_run: true })
      expect(dry.body).toMatchObject({ deleted: true, dry_run: true })
      const made = await call(client, 'create_tag', { name: 'rehearsed', dry_run: true })
      expect(made.body.dry_run).toBe(true)
      expect((await service.get('/tags?hide_empty=false&search=rehearsed')).body.total).toBe(0)
      expect((await service.get(`/events/${eventId}`)).status).toBe(200)
    })

    it('§13 only read if the request says so, or without the right to write', async () => {
      for (const [headers, query] of [
        [admin, '?read_only=true'],
        [await token('read'), ''],
        [{}, ''],
      ] as const) {
        const client = await connected(headers, query)
        const offered = await names(client)
        expect(offered).toContain('list_events')
        expect(offered.filter((one) => /create|update|remove|put|batch|undo/.test(one))).toEqual([])
        await expect(call(client, 'create_tag', { name: 'x' })).rejects.toThrow('There is no tool create_tag')
      }
      const writing = await connected(await token('write:terms'))
      expect((await names(writing)).filter((one) => !/category|tag|batch|undo/.test(one))).toEqual([])
    })

    it('§13 show items as resources', async () => {
      const client = await connected({})
      const { resources } = await client.listResources()
      expect(resources).toMatchObject([{ name: 'Concert', mimeType: 'application/json' }])
      const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' })
      expect(JSON.parse(String(Object(contents[0]).text))).toMatchObject({ id: eventId, title: 'Concert' })
      const { resourceTemplates } = await client.listResourceTemplates()
      expect(resourceTemplates.map((one) => one.uriTemplate)).toContain(
        'http://127.0.0.1:3000/cal/events/v1/events/{id}',
      )
      const base = 'http://127.0.0.1:3000/cal/events/v1'
      for (const uri of [`${base}/events/2`, `${base}/users`, `${base}/../x`, 'file:///etc/passwd'])
        await expect(client.readResource({ uri })).rejects.toThrow('There is no resource')
    })

    describe('against bad input', () => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const send = (body: unknown, headers: Headers = {}) => service.post('/mcp', body, headers)

      it('refuse pages of other sites, other names of this host, and wrong credentials', async () => {
        expect((await send(message, { origin: 'https://evil.example' })).status).toBe(403)
        expect((await send(message, { origin: 'null' })).status).toBe(403)
        expect((await send(message, { host: 'evil.example' })).status).toBe(403)
        expect((await send(message, { host: 'localhost:3000' })).status).toBe(200)
        expect((await send(message, { host: 'fasti:3000' })).status).toBe(200)
        expect((await send(message, { authorization: 'Bearer nothing' })).status).toBe(401)
      })

      it('refuse bodies that are no message', async () => {
        for (const body of [
          {},
          { jsonrpc: '1.0' },
          { ...message, method: 7 },
          { ...message, id: {} },
          [message],
        ])
          expect((await send(body)).status).toBe(400)
        expect((await service.get('/mcp')).status).toBe(405)
        const unknown = await send({ ...message, method: 'nothing/known' })
        expect([unknown.status, unknown.body.error.code]).toEqual([200, -32_601])
        expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
        expect((await send(message, { 'mcp-protocol-version': '1.0' })).status).toBe(400)
      })

      it('refuse invalid args, and inherited property names', async () => {
        const client = await connected(admin)
        for (const id of ['1/../2', '1?force=true', {}, [], -1, '', 1e99, null])
          expect(await call(client, 'read_event', { id })).toMatchObject({ isError: true })
        expect((await call(client, 'list_events', { per_page: { a: 1 } })).isError).toBe(true)
        expect((await call(client, 'list_events', { search: 'x'.repeat(9000) })).body.code).toBe(
          'rest_uri_too_long',
        )
        for (const tool of [
          '__proto__',
          'constructor',
          'toString',
          'sign_in',
          'create_token',
          'import',
          'mcp',
        ])
          await expect(call(client, tool, {})).rejects.toThrow('There is no tool')
        const odd = await call(client, 'create_tag', { name: 'odd', __proto__: { id: 1 }, _method: 'DELETE' })
        expect(odd.body.name).toBe('odd')
      })

      it('count each message against the rate limit', async () => {
        const limited = await testService(name, { FASTI_RATE_LIMIT: '3/minute' })
        try {
          const statuses = []
          for (let at = 0; at < 5; at += 1) statuses.push((await limited.post('/mcp', message)).status)
          expect(statuses).toEqual([200, 200, 200, 429, 429])
        } finally {
          await limited.close()
        }
      })
    })
  })
}
