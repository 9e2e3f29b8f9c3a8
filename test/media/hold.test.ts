/** Files stay while a back-up runs, and are compared with their media items. */
import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import {
  lastBackUpReader,
  mediaLibraryOf,
  noteTimeOfLastBackUp,
  pauseFileRemovalUntilReleased,
} from '../support/inside/media.ts'
import { readConfig } from '../support/inside/service.ts'
import { type S3Server, s3Server } from '../support/s3-server.ts'
import { scratch } from '../support/scratch.ts'
import { type TestService, testService } from '../support/service.ts'

const dialect = dialects[0]
if (dialect === undefined) throw new Error('no database to test on')

for (const place of ['a folder', 'a bucket'] as const) {
  describe(`the files of images in ${place}`, () => {
    let folder: string
    let bucket: S3Server | undefined
    let database: FreshDatabase
    let service: TestService
    let env: Record<string, string>

    beforeEach(async () => {
      folder = await scratch('fasti-hold-')
      bucket = place === 'a bucket' ? await s3Server() : undefined
      database = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
      env = {
        ...{ FASTI_DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'silent' },
        ...(bucket && { FASTI_MEDIA: bucket.url }),
      }
      service = await testService(dialect.name, env)
    })
    afterEach(async () => {
      await service.close()
      await bucket?.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })
    const upload = async () =>
      (await service.ask('POST', '/media', await anImage(10, 10), { 'content-type': 'image/png' })).body
    const files = async () => {
      const found: string[] = []
      for await (const { file } of mediaLibraryOf(readConfig(env)).all()) found.push(file)
      return found
    }
    const fileOf = ({ url }: { readonly url: string }) => new URL(url).pathname.slice('/media/'.length)

    it('are not held by the note of the last back-up, whose time is read every five minutes', async () => {
      const library = mediaLibraryOf(readConfig(env))
      let elapsed = 0
      const last = lastBackUpReader(library, () => elapsed)
      expect(await last()).toBeUndefined()
      await noteTimeOfLastBackUp(library)
      const image = await upload()
      await service.remove(`/media/${image.id}`)
      expect(await files()).toEqual([])
      elapsed = 299
      expect(await last()).toBeUndefined()
      elapsed = 300
      expect(await last()).toBeGreaterThan(Date.parse('2026-01-01') / 1000)
    })

    it('are removed with their media item unless a back-up holds them', async () => {
      const [first, second] = [await upload(), await upload()]
      const release = await pauseFileRemovalUntilReleased(mediaLibraryOf(readConfig(env)))
      expect((await service.remove(`/media/${first.id}`)).status).toBe(200)
      expect(await files()).toContain(fileOf(first))
      await release()
      await service.remove(`/media/${second.id}`)
      expect(await files()).toEqual([fileOf(first)])
    })

    it('are all in a back-up that runs while every image is deleted', async () => {
      const made = []
      for (let at = 0; at < 12; at += 1) made.push(await upload())
      const file = join(folder, 'all.backup')
      const [ended] = await Promise.all([
        command(['backup', file], env),
        (async () => {
          for (const { id } of made) await service.remove(`/media/${id}`)
        })(),
      ])
      expect(ended).toMatchObject({ code: 0, stdout: '' })
      const restored = { FASTI_DATA_DIR: join(folder, 'restored'), FASTI_LOG_LEVEL: 'silent' }
      expect((await command(['restore', file], restored)).code).toBe(0)
      expect((await command(['check'], restored)).code).toBe(0)
    })

    it('are compared by fasti check, and by a back-up, with the media items that name them', async () => {
      const { id, ...media } = await upload()
      expect((await command(['check'], env)).stderr).toBe('No faults found.\n')
      await mediaLibraryOf(readConfig(env)).remove([fileOf(media)])
      const fault = `media ${id} has a missing file: ${fileOf(media)}\n`
      expect(await command(['check'], env)).toMatchObject({ code: 1, stdout: fault })
      expect(await command(['backup', join(folder, 'all.backup')], env)).toMatchObject({
        code: 1,
        stdout: fault,
      })
    })
  })
}

describe('files that belong to no image', () => {
  it('are no fault: fasti check counts those that are at least an hour old, and refers to fasti media prune', async () => {
    const folder = await scratch('fasti-unnamed-')
    const env = { FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'silent' }
    const service = await testService('sqlite', {
      ...env,
      DATABASE_URL: `sqlite:${join(folder, 'fasti.db')}`,
    })
    await service.ask('POST', '/media', await anImage(10, 10), { 'content-type': 'image/png' })
    await service.close()
    for (const name of ['young.png', 'old.png']) await writeFile(join(folder, 'media', name), 'x')
    await utimes(join(folder, 'media', 'old.png'), 1, 1)
    const { code, stderr } = await command(['check'], env)
    expect([code, stderr]).toEqual([
      0,
      '1 file of no image may be removed: fasti media prune lists them.\nNo faults found.\n',
    ])
    expect(await readdir(join(folder, 'media'))).toHaveLength(3)
    await rm(folder, { recursive: true, force: true })
  })
})
