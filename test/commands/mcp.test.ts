import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { anyDialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { createService, readConfig } from '../support/inside/service.ts'
import { run } from '../support/process.ts'

const main = resolve(import.meta.dirname, '../../dist/main.js')

for (const { name, freshUrl } of anyDialects()) {
  describe(`fasti mcp on ${name}`, () => {
    let database: FreshDatabase
    const env = () => ({
      DATABASE_URL: database.url,
      FASTI_LOG_LEVEL: 'info',
      PATH: String(process.env.PATH),
    })
    /** Runs `act` with the client of the SDK over standard input and output. */
    const withClient = async <T>(
      args: readonly string[],
      token: string | undefined,
      act: (client: Client) => Promise<T>,
    ): Promise<T> => {
      const client = new Client({ name: 'test', version: '1' })
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [main, 'mcp', ...args],
        env: { ...env(), ...(token !== undefined && { FASTI_TOKEN: token }) },
        stderr: 'ignore',
      })
      await client.connect(transport)
      try {
        return await act(client)
      } finally {
        await client.close()
      }
    }
    const names = async (client: Client) => (await client.listTools()).tools.map((one) => one.name)
    const tag = { name: 'create_tag', arguments: { name: 'By stdio' } }

    beforeAll(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
    })
    afterAll(() => database.drop())

    it('§13 offers read tools over standard input and output, and write tools with --write', async () => {
      const reading = withClient([], undefined, async (client) => {
        expect(client.getServerVersion()?.name).toBe('fasti')
        const offered = await names(client)
        expect(offered).toContain('list_events')
        expect(offered).not.toContain('create_tag')
        await expect(client.callTool(tag)).rejects.toThrow('There is no tool')
      })
      const writing = withClient(['--write'], undefined, async (client) => {
        const { isError, content } = await client.callTool(tag)
        expect([isError, JSON.parse(String(Object(content).at(0)?.text)).name]).toEqual([false, 'By stdio'])
      })
      await Promise.all([reading, writing])
      const { stdout } = await command(['audit', '--json'], env())
      expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ title: 'By stdio', via: 'mcp' })
    })

    it('§13 has the rights of the token, and without one reads public items', async () => {
      await command(['user', 'add', 'ada', '--role', 'editor'], env())
      await command(['user', 'add', 'root', '--role', 'administrator'], env())
      const created = await command(
        ['token', 'create', 'ada', '--name', 'x', '--scope', 'write:terms', '--scope', 'read'],
        env(),
      )
      const withToken = withClient(['--write'], created.stdout.trim(), async (client) => {
        const offered = await names(client)
        expect(offered).toContain('create_tag')
        expect(offered).not.toContain('create_event')
      })
      const without = withClient(['--write'], undefined, async (client) => {
        expect(await names(client)).not.toContain('create_tag')
      })
      const withWrong = expect(withClient([], 'wrong', names)).rejects.toThrow(
        'These credentials are not valid',
      )
      await Promise.all([withToken, without, withWrong])
    })

    it('uses another service with --url', async () => {
      const service = await createService(readConfig({ ...env(), FASTI_LOG_LEVEL: 'silent' }))
      const address = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
      try {
        await withClient(['--url', address], undefined, async (client) => {
          expect(await names(client)).toContain('list_events')
        })
      } finally {
        await service.close()
      }
      await expect(withClient(['--url', address], undefined, names)).rejects.toThrow(
        `There was no response from ${address}/mcp?read_only=true: connect ECONNREFUSED`,
      )
    })

    it('responds to all messages before the end of standard input, prints nothing else, and refuses unknown options', async () => {
      const input = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}\nnonsense\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n`
      const { code, stdout } = await run(['mcp'], env(), input)
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id)
      expect([code, answers.sort()]).toEqual([0, [1, 2]])
      expect((await command(['mcp', 'now'], env())).code).toBe(1)
      expect((await command(['mcp', '--url', 'file:///etc/passwd'], env())).stderr).toContain('--url must be')
    })
  })
}
