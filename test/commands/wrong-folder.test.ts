import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { command } from '../support/command.ts'
import { anyDialects, dialects, freshSqliteFile } from '../support/dialects.ts'
import { commands, databaseExistsOrMayBeMade } from '../support/inside/service.ts'
import { onServer } from '../support/on-server.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent } from '../support/service.ts'

/** Every command that reads or changes a calendar that exists, with operands that are valid. */
const needsCalendar: readonly (readonly [name: keyof typeof commands, ...args: readonly string[]])[] = [
  ['demo', '--remove'],
  ['import', 'events.jsonl'],
  ['subscribe', 'list'],
  ['subscribe', 'run'],
  ['export', 'export.jsonl'],
  ['export', '-'],
  ['user', 'list'],
  ['user', 'role', 'ada', 'editor'],
  ['user', 'password', 'ada', '--remove'],
  ['user', 'remove', 'ada'],
  ['feed', 'list'],
  ['token', 'create', 'ada', '--name', 'x'],
  ['token', 'list'],
  ['token', 'revoke', '1'],
  ['audit'],
  ['person', 'export', 'ada', 'ada.jsonl'],
  ['person', 'erase', 'ada', '--dry-run'],
  ['mcp'],
  ['media', 'prune'],
  ['check'],
  ['backup', 'x.backup'],
]
/** Commands that make a calendar; doctor reports that there is none. */
const others = ['serve', 'restore', 'doctor']

describe('in a folder without a calendar', () => {
  let folder: string
  let env: Record<string, string>
  const inside = (args: readonly string[]) =>
    args.map((arg) => (/\.(jsonl|backup)$/.test(arg) ? join(folder, arg) : arg))
  beforeEach(async () => {
    folder = await scratch('fasti-wrong-')
    env = { FASTI_DATA_DIR: join(folder, 'data'), FASTI_LOG_LEVEL: 'error' }
    await writeFile(join(folder, 'events.jsonl'), `${JSON.stringify(anEvent())}\n`)
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('every command is tried that needs one', () => {
    expect([...new Set([...needsCalendar.map(([name]) => name), ...others])].sort()).toEqual(
      Object.keys(commands).sort(),
    )
  })

  it('a folder that can not be made is refused at once', { timeout: 30_000 }, async () => {
    const ended = await command(
      ['user', 'add', 'ada', '--role', 'editor'],
      { ...env, FASTI_DATA_DIR: '/proc/fasti/data' },
      '',
    )
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("ENOENT: no such file or directory, mkdir '/proc/fasti'"),
    })
  })

  it('commands end with code 1 and say where they looked, and make nothing', async () => {
    for (const [name, ...args] of needsCalendar) {
      const ended = await command([name, ...inside(args)], env, '')
      expect([name, args, ended]).toEqual([
        name,
        args,
        {
          code: 1,
          stdout: '',
          stderr: expect.stringContaining(`There is no database at ${join(folder, 'data/fasti.db')}.`),
        },
      ])
      expect([name, await readdir(folder)]).toEqual([name, ['events.jsonl']])
    }
  })

  it('an empty file of SQLite is no calendar either, and stays empty', async () => {
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data/fasti.db'), '')
    expect(await command(['token', 'list'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no database at'),
    })
    expect(await readdir(join(folder, 'data'))).toEqual(['fasti.db'])
    expect(await readFile(join(folder, 'data/fasti.db'), 'utf8')).toBe('')
  })

  it('an import says that --new makes a calendar, and it does', async () => {
    const file = join(folder, 'events.jsonl')
    const refused = await command(['import', file], env, '')
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('With --new, fasti import makes one.'),
    })
    expect(await readdir(folder)).toEqual(['events.jsonl'])
    const made = await command(['import', '--new', file], env, '')
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('1 created') })
    expect((await command(['export', '-'], env)).stdout).toContain('"resource":"event"')
    // Where there is a calendar, it changes nothing.
    const again = await command(['import', '--new', file], env, '')
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('0 created') })
  })

  it('without a terminal, user add makes the calendar and says where', async () => {
    const { code, stdout, stderr } = await command(['user', 'add', 'ada', '--role', 'administrator'], env, '')
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain(`There was no calendar yet: ${join(folder, 'data/fasti.db')} is new.`)
    const token = await command(['token', 'create', 'ada', '--name', 'x'], env)
    expect(token).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/), stderr: '' })
    expect((await command(['user', 'add', 'bea', '--role', 'editor'], env, '')).stderr).not.toContain(
      'is new',
    )
  })

  it('at a terminal, user add asks first, and makes one only after yes', async () => {
    const answered = async (text: string) => {
      const input = Object.assign(new PassThrough(), { isTTY: true })
      const output = Object.assign(new PassThrough(), { isTTY: true })
      input.end(text)
      const may = await databaseExistsOrMayBeMade(`sqlite:${join(folder, 'data/fasti.db')}`, {
        input,
        output,
      })
      return [may, String(output.read())]
    }
    const question = expect.stringContaining(`There is no calendar at ${join(folder, 'data/fasti.db')} yet.`)
    for (const text of ['y\n', 'YES\n']) expect(await answered(text)).toEqual([true, question])
    for (const text of ['n\n', '\n', 'yesterday\n', ''])
      expect(await answered(text)).toEqual([false, question])
    expect(await readdir(folder)).toEqual(['events.jsonl'])
  })

  it('demo makes one', async () => {
    expect((await command(['demo'], env)).code).toBe(0)
    expect((await command(['demo', '--remove'], env)).code).toBe(0)
  })
})

describe.runIf(dialects.some(({ name }) => name === 'postgres'))('in an empty PostgreSQL database', () => {
  it('commands end with code 1 and name the database without its login, and make no tables', async () => {
    const [server, name] = [inject('postgresUrl'), `fasti_test_${randomUUID().replaceAll('-', '')}`]
    await onServer(server, `create database ${name}`)
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
    for (const args of [['token', 'list'], ['export', '-'], ['backup', 'x.backup'], ['mcp']]) {
      const { code, stderr } = await command(args, { DATABASE_URL: url }, '')
      expect([args, code, stderr]).toEqual([
        args,
        1,
        expect.stringContaining(`/${name} contains no calendar.`),
      ])
      expect(stderr).not.toContain('@')
    }
    expect((await command(['user', 'add', 'ada', '--role', 'editor'], { DATABASE_URL: url })).code).toBe(0)
    await onServer(server, `drop database ${name} with (force)`)
  })
})

for (const { name, freshUrl } of anyDialects()) {
  describe(`an export of an empty calendar on ${name}`, () => {
    it('does not replace a file with content, and replaces an empty one', async () => {
      const [database, folder] = [
        name === 'sqlite' ? await freshSqliteFile() : await freshUrl(),
        await scratch('fasti-export-'),
      ]
      const env = { DATABASE_URL: database.url, FASTI_DATA_DIR: folder }
      for (const ending of ['jsonl', 'csv', 'ics']) {
        const file = join(folder, `calendar.${ending}`)
        await writeFile(file, 'good')
        expect(await command(['export', file], env)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining(`This calendar is empty, and ${file} is not: it stays as it is.`),
        })
        expect(await readFile(file, 'utf8')).toBe('good')
        await writeFile(file, '')
        expect((await command(['export', file], env)).code).toBe(0)
      }
      expect((await readdir(folder)).filter((one) => one.endsWith('.part'))).toEqual([])
      await rm(folder, { recursive: true })
      await database.drop()
    })
  })
}
