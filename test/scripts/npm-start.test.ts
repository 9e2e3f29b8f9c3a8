import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { isBuilt } from '../../scripts/build-if-changed.ts'
import { scratch } from '../support/scratch.ts'
import { within } from '../support/within.ts'

/** Seconds. */
const PATIENCE = 60
/** Seconds since 1970 UTC of a build, of before and of after it. */
const [BEFORE, BUILT, AFTER] = [1_000_000, 2_000_000, 3_000_000]

it('npm start builds where a file is newer than the build, was taken away, or the version differs, and only then', async () => {
  const root = await scratch('fasti-npm-start-')
  const touch = (path: string, at: number) => utimes(join(root, path), at, at)
  await mkdir(join(root, 'src/store'), { recursive: true })
  await mkdir(join(root, 'dist'))
  const files = {
    'package.json': '{ "version": "1.2.3" }',
    'CHANGELOG.md': '## 1.2.3 (2027-01-31)\n',
    'src/store/open.ts': '',
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
  for (const path of ['package.json', 'src/store/open.ts', 'src/store', 'src']) await touch(path, BEFORE)
  expect(isBuilt(root)).toBe(false)
  await writeFile(join(root, 'dist/.built'), '1.2.3')
  await touch('dist/.built', BUILT)
  expect(isBuilt(root)).toBe(true)
  await touch('src/store/open.ts', AFTER)
  expect(isBuilt(root)).toBe(false)
  await touch('src/store/open.ts', BUILT)
  expect(isBuilt(root)).toBe(true)
  await rm(join(root, 'src/store/open.ts'))
  expect(isBuilt(root)).toBe(false)
  await touch('src/store', BEFORE)
  expect(isBuilt(root)).toBe(true)
  await writeFile(join(root, 'dist/.built'), '1.2.2')
  await touch('dist/.built', BUILT)
  expect(isBuilt(root)).toBe(false)
  await rm(root, { recursive: true })
})

it('npm start passes the signal to end on to the service, which ends in order', async () => {
  const folder = await scratch('fasti-npm-start-')
  const child = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', FASTI_DATA_DIR: folder },
  })
  let said = ''
  const listening = new Promise<string>((found) => {
    child.stdout.on('data', (text) => {
      said += text
      const address = /"interface":"([^"]+)"/.exec(said)?.[1]
      if (address !== undefined) found(address)
    })
  })
  const address = await within(PATIENCE, 'the service', listening)
  expect((await fetch(address)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await within(PATIENCE, 'its end', once(child, 'close'))).toEqual([0, null])
  await expect(fetch(address)).rejects.toThrow('fetch failed')
  await rm(folder, { recursive: true })
})
