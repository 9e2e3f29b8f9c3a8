/** The code that V8 compiled is kept in the data folder. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import module from 'node:module'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useCompiledCode } from '../../src/commands/serve.ts'
import { scratch } from '../support/scratch.ts'

describe('compiled code', () => {
  let folder: string
  let given: string[]
  const enableCompileCache = (path: string) => void given.push(path)
  const withCache = Object.assign(Object.create(module), { enableCompileCache })
  beforeEach(async () => {
    folder = join(await scratch('fasti-compiled'), 'data')
    given = []
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is kept in a folder of this version below the data folder, which only its owner may read', async () => {
    useCompiledCode(folder, withCache)
    expect(given).toEqual([expect.stringMatching(/\/compiled\/[\w.-]+$/)])
    expect((await stat(join(folder, 'compiled'))).mode & 0o777).toBe(0o700)
  })

  it('is removed with the next version', async () => {
    await mkdir(join(folder, 'compiled/0.0.9/code'), { recursive: true })
    useCompiledCode(folder, withCache)
    await mkdir(given[0] ?? '')
    useCompiledCode(folder, withCache)
    expect(await readdir(join(folder, 'compiled'))).toEqual([basename(given[0] ?? '')])
  })

  it('is not kept where the folder cannot be written, or by versions of Node.js that cannot keep it', async () => {
    useCompiledCode(folder, Object.assign(Object.create(module), { enableCompileCache: undefined }))
    await expect(stat(folder)).rejects.toThrow('ENOENT')
    await writeFile(folder, 'a file')
    useCompiledCode(folder, withCache)
    expect(given).toEqual([])
  })
})
