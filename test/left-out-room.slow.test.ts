/** Rooms can be left out: the service is compiled and started from sources without each of them. */
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './support/free-port.ts'
import { type Serving, start, whenReady } from './support/process.ts'
import { startProgram } from './support/programs.ts'
import { scratch } from './support/scratch.ts'

const root = resolve(import.meta.dirname, '..')

const api = '/cal/events/v1'

/** A room, what else names it, and addresses that only it serves. */
interface LeftOut {
  readonly room: string
  readonly alone?: string
  readonly lines: readonly (readonly [file: string, pattern: RegExp])[]
  readonly served: readonly string[]
  readonly gone: readonly string[]
}

const leftOut: readonly LeftOut[] = [
  {
    room: 'federation',
    alone: 'federating.ts',
    lines: [
      ['rooms.ts', /^.*federationRoom.*\n/gm],
      ['delivering.ts', /^import .*federating\.ts'\n|federationFor/gm],
    ],
    served: ['/wp-json/tribe/events/v1/events', '/wp-json/tec/v1/events'],
    gone: [`${api}/federation`, '/ap/calendar', '/.well-known/webfinger?resource=acct:a@b'],
  },
  {
    room: 'dialects',
    lines: [['service.ts', /^import .*dialects\/index\.ts'\n|pluginDialects/gm]],
    served: ['/wp-json/tribe/events/v1/events', '/wp-json/', '/ap/calendar'],
    gone: ['/wp-json/tec/v1/events', '/wp-json/wp/v2/tags', '/index.php', '/events/month/'],
  },
]

for (const { room, alone, lines, served, gone } of leftOut)
  describe(`the service without the room of ${room}`, () => {
    let folder: string
    beforeAll(async () => {
      folder = await scratch('fasti-left-out-')
      await cp(join(root, 'src'), join(folder, 'src'), { recursive: true })
      for (const name of ['package.json', 'tsconfig.json', 'node_modules', 'dist', 'clients'])
        await symlink(join(root, name), join(folder, name))
      await rm(join(folder, 'src', room), { recursive: true })
      if (alone !== undefined) await rm(join(folder, 'src', alone))
      for (const [file, pattern] of lines) {
        const path = join(folder, 'src', file)
        await writeFile(path, (await readFile(path, 'utf8')).replaceAll(pattern, ''))
      }
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    it('compiles', async () => {
      await writeFile(
        join(folder, 'tsconfig.src.json'),
        JSON.stringify({ extends: './tsconfig.json', include: ['src'] }),
      )
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      const compiling = startProgram(process.execPath, [compiler, '-p', 'tsconfig.src.json'], { cwd: folder })
      expect(await text(compiling.stdout)).toBe('')
    }, 900_000)

    it('serves everything else, and none of its addresses', async () => {
      const env = {
        NODE_OPTIONS: '--import tsx',
        DATABASE_URL: 'sqlite::memory:',
        FASTI_DATA_DIR: join(folder, 'data'),
        FASTI_BASE_URL: 'https://calendar.example.org',
        FASTI_ALIASES: '/wp-json:tribe/events/v1',
        FASTI_FEDERATION: 'on',
        FASTI_SUBMISSIONS: 'open',
      }
      const main = join(folder, 'src/main.ts')
      const port = String(await freePort())
      let serving: Serving | undefined
      try {
        serving = await whenReady(start(['serve'], { PORT: port, ...env }, undefined, main))
        const statusOf = async (path: string) =>
          (await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })).status
        const everywhere = ['/healthz', `${api}/events`, `${api}/doc`, `${api}/venues`, '/', '/calendar/']
        for (const path of [...everywhere, ...served])
          expect([path, await statusOf(path)]).toEqual([path, 200])
        for (const path of gone) expect([path, await statusOf(path)]).toEqual([path, 404])
        const index = await (await fetch(`http://127.0.0.1:${port}${api}/`)).text()
        expect(index.includes('/federation')).toBe(room !== 'federation')
      } finally {
        serving?.child.kill()
      }
      expect((await serving.ended).code).toBe(0)
    })
  })
