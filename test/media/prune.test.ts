/** Unused images and files in the output of `fasti media prune`. */
import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const dialect of dialects) {
  describe(`fasti media prune on ${dialect.name}`, () => {
    let folder: string
    let database: FreshDatabase
    let service: TestService
    let env: Record<string, string>

    beforeEach(async () => {
      folder = await scratch('fasti-prune-')
      database = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
      env = { FASTI_DATA_DIR: folder, DATABASE_URL: database.url }
      service = await testService(dialect.name, env)
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })
    const upload = async (title: string) => {
      const headers = { 'content-type': 'image/png' }
      return (await service.ask('POST', `/media?title=${title}`, await anImage(10, 10), headers)).body
    }

    it('lists unused images, orphaned files and missing files', async () => {
      const [first, , third, fourth] = [
        await upload('A'),
        await upload('B'),
        await upload('C'),
        await upload('D'),
      ]
      const description = `<p><img src="${third.url}" alt=""></p>`
      await service.post(
        '/events',
        anEvent({ image: first.id, description, venue: { venue: 'V', image: 4 } }),
      )
      const file = (name: string) => join(folder, 'media', name)
      await writeFile(file('young.png'), 'x')
      await writeFile(file('old.png'), 'x')
      await utimes(file('old.png'), 1, 1)
      const lost = new URL(fourth.url).pathname.slice('/media/'.length)
      await rm(file(lost))
      const { code, stdout, stderr } = await command(['media', 'prune'], env)
      expect(stdout.trim().split('\n').sort()).toEqual(['file old.png', `missing 4 ${lost}`, 'unused 2 B'])
      expect([code, stderr]).toEqual([0, '3 lines. Nothing was changed.\n'])
    })

    it('reports if everything is in use, and accepts no other verb', async () => {
      expect(await command(['media', 'prune'], env)).toEqual({
        ...{ code: 0, stdout: '' },
        stderr: 'Everything is in use.\n',
      })
      for (const wrong of [[], ['burn'], ['prune', 'x']])
        expect((await command(['media', ...wrong], env)).stderr).toMatch(/one verb: prune/)
    })
  })
}
