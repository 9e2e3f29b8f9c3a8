import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeVersionFault, OLDEST_NODE } from '../../src/node-version.ts'
import { smallDisk } from '../../trials/faults/run.ts'
import { leaveOut } from '../support/left-out.ts'
import { run, serve } from '../support/process.ts'
import { hasProgram, runProgram } from '../support/programs.ts'
import { scratch } from '../support/scratch.ts'

const root = resolve(import.meta.dirname, '../..')

describe('the program', () => {
  it('needs the version of Node that package.json names', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(engines.node).toBe(`>=${OLDEST_NODE}`)
    for (const version of ['20.19.0', '20.20.2', '21.0.0', '22.4.1', '100.0.0'])
      expect([version, nodeVersionFault(version)]).toEqual([version, undefined])
    for (const version of ['20.18.3', '20.9.0', '18.20.4', '6.0.0'])
      expect(nodeVersionFault(version)).toBe(
        `Fasti needs Node ${OLDEST_NODE} or newer, and this is Node ${version}. Install a newer one: https://nodejs.org`,
      )
  })

  it('says in a sentence that Node is too old, before it loads what an old one can not read', async () => {
    const folder = await scratch('fasti-node-')
    const older = join(folder, 'older.cjs')
    await writeFile(
      older,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`,
    )
    const main = join(root, 'dist/main.js')
    const started = runProgram(process.execPath, ['--require', older, main, 'serve'], { cwd: folder })
    await expect(started).rejects.toThrow(
      /ended with 1:\nFasti needs Node 20\.19 or newer, and this is Node 18/,
    )
    expect(readFileSync(main, 'utf8')).not.toMatch(/^import .* from "\./m)
    await rm(folder, { recursive: true })
  })

  it('warns at the start of variables that it does not know', async () => {
    const folder = await scratch('fasti-names-')
    const env = {
      FASTI_DATA_DIR: folder,
      FASTI_LOG_LEVEL: 'error',
      FASTI_BASEURL: 'https://calendar.example',
      FASTI_NOTHING_LIKE_IT: '1',
    }
    const { child, ended } = await serve(env)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({
      code: 0,
      stderr: `FASTI_BASEURL is not a known variable; did you mean FASTI_BASE_URL? See fasti --help env.
FASTI_NOTHING_LIKE_IT is not a known variable; is it misspelt? See fasti --help env.
`,
    })
    await rm(folder, { recursive: true })
  })

  it('says where to go with a folder that is read-only', async ({ skip }) => {
    const disk = await smallDisk(16)
    if (typeof disk === 'string') {
      leaveOut(`A folder that is read-only: ${disk}`)
      return skip(disk)
    }
    try {
      const env = { FASTI_DATA_DIR: disk.folder, FASTI_LOG_LEVEL: 'error' }
      expect((await run(['user', 'add', 'ada', '--role', 'editor'], env)).code).toBe(0)
      execFileSync('mount', ['-o', 'remount,ro', disk.folder])
      for (const args of [['serve'], ['export', '-']])
        expect(await run(args, env)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('the folder is read-only. SQLite writes beside the file'),
        })
    } finally {
      await disk.remove().catch(() => {})
    }
  })

  it('says that the disk is full if SQLite can not even open its file', async ({ skip }) => {
    const disk = await smallDisk(8)
    if (typeof disk === 'string') {
      leaveOut(`A check on a full disk: ${disk}`)
      return skip(disk)
    }
    const env = { FASTI_DATA_DIR: join(disk.folder, 'data') }
    // A process of its own: the files beside the database are gone when it ends.
    await run(['user', 'add', 'ada', '--role', 'administrator'], env)
    expect(await hasProgram('sh', ['-c', `cat /dev/zero > ${disk.folder}/filler`])).toBe(false)
    for (const args of [['check'], ['user', 'list'], ['serve']])
      expect([args, await run(args, { ...env, PORT: '0' })]).toEqual([
        args,
        { code: 1, stdout: '', stderr: expect.stringMatching(/cannot open .*fasti\.db: the disk is full\./) },
      ])
    await disk.remove()
  })

  it('reports that the disk is full on which it backs up, and leaves no file there', async ({ skip }) => {
    const disk = await smallDisk(8)
    if (typeof disk === 'string') {
      leaveOut(`A back-up on a full disk: ${disk}`)
      return skip(disk)
    }
    const folder = await scratch('fasti-beside-')
    const env = { FASTI_DATA_DIR: folder }
    await run(['user', 'add', 'ada', '--role', 'administrator'], env)
    expect(await hasProgram('sh', ['-c', `cat /dev/zero > ${disk.folder}/filler`])).toBe(false)
    const file = join(disk.folder, 'town.backup')
    const child = spawn(process.execPath, [join(root, 'dist/main.js'), 'backup', file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const [[reported], [code]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
    expect([code, reported]).toEqual([1, { isDiskFull: true }])
    expect(await readdir(disk.folder)).not.toContain('town.backup')
    await disk.remove()
    await rm(folder, { recursive: true })
  })
})
