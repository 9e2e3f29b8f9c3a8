import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { changedFiles, hasProxy, proxies, tryProxy } from '../trials/proxies/trial.ts'
import { chosenDialects } from './support/dialect-names.ts'
import { leaveOut } from './support/left-out.ts'
import { onServer } from './support/on-server.ts'
import { scratch } from './support/scratch.ts'

describe.each(proxies)('the configuration of $program', (proxy) => {
  it('names both instances, and has nothing left of its address after the changes of a trial', async () => {
    const route = { port: 8080, instances: [8081, 8082], path: '/calendar/', folder: '/tmp/x' } as const
    const text = (await changedFiles(proxy, route)).join('\n').replace(/^\s*#.*$/gm, '')
    for (const port of [8080, 8081, 8082]) expect(text).toContain(`127.0.0.1:${port}`)
    expect(text).toMatch(/\/calendar\b/)
    expect(text).not.toMatch(/443|tls|ssl|300[01]/)
  })

  it.runIf(chosenDialects().includes('postgres'))(
    'passes long bodies, streams and addresses of clients, a path, and writes while an instance ends',
    async ({ skip }) => {
      if (!(await hasProxy(proxy))) {
        leaveOut(`A proxy in front: ${proxy.program} is missing`)
        return skip()
      }
      const [server, name] = [inject('postgresUrl'), `fasti_test_${randomUUID().replaceAll('-', '')}`]
      await onServer(server, `create database ${name}`)
      const folder = await scratch('fasti-proxy-')
      const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
      // It throws where a write failed, or something did not pass.
      expect((await tryProxy(proxy, { databaseUrl, folder })).acknowledged).toBeGreaterThan(0)
      await onServer(server, `drop database ${name} with (force)`)
      await rm(folder, { recursive: true })
    },
  )
})
