import { readFile, rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { start, whenReady } from '../support/process.ts'
import { scratch } from '../support/scratch.ts'

describe('fasti demo', () => {
  let folder: string
  beforeEach(async () => {
    folder = await scratch('fasti-demo-')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const fasti = (...args: string[]) => command(args, { FASTI_DATA_DIR: folder })

  it('adds the demo to an empty calendar, and removes it again', async () => {
    const added = await fasti('demo')
    expect([added.code, added.stderr]).toEqual([0, expect.stringMatching(/^The demo has \d{3} items\./)])
    expect((await fasti('demo')).stderr).toBe(added.stderr)
    expect((await fasti('check')).code).toBe(0)
    const removed = await fasti('demo', '--remove')
    expect([removed.code, removed.stderr]).toEqual([
      0,
      expect.stringMatching(/^Removed \d{3} items of the demo\.\n$/),
    ])
    expect((await fasti('check')).code).toBe(0)
    expect((await fasti('demo', '--remove')).stderr).toBe('Removed 0 items of the demo.\n')
  })

  it('§15 adds it in the languages of content', async () => {
    const env = { FASTI_DATA_DIR: folder, FASTI_CONTENT_LANGUAGES: 'fr,de' }
    expect((await command(['demo'], env)).code).toBe(0)
    const file = `${folder}/town.csv`
    expect((await command(['export', file], env)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toMatch(/La Nuit des lanternes.*Nacht der Laternen/)
    expect((await command(['check'], env)).code).toBe(0)
  })

  it('--serve serves it apart, whatever the calendar has and wherever its database is, also a second time', async () => {
    expect((await fasti('user', 'add', 'ada', '--role', 'administrator')).code).toBe(0)
    for (const round of [1, 2]) {
      const env = { PORT: '0', FASTI_DATA_DIR: folder, DATABASE_URL: 'postgres://nowhere.invalid/calendar' }
      const { child, address, ended } = await whenReady(start(['demo', '--serve'], env))
      const answer = await fetch(`${address}/events?_fields=total`)
      expect([round, await answer.text()]).toEqual([round, expect.stringMatching(/^{"total":\d{2,3}}$/)])
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ code: 0, stderr: expect.stringContaining(`${folder}/demo`) })
    }
    expect((await fasti('user', 'list')).stdout).toContain('ada')
    expect((await fasti('demo', '--remove')).stderr).toBe('Removed 0 items of the demo.\n')
  })

  it('refuses to remove what it is to serve', async () => {
    expect(await fasti('demo', '--serve', '--remove')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--remove and --serve exclude each other.'),
    })
  })

  it('refuses operands', async () => {
    const { code, stderr } = await fasti('demo', 'town')
    expect([code, stderr]).toEqual([1, 'fasti demo takes no operands.'])
  })
})
