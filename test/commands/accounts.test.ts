import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadCommandNamed } from '../../src/commands/run.ts'
import { roles } from '../../src/contract/operations/account-names.ts'
import { command } from '../support/command.ts'
import { anyDialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { type Ended, run, serve } from '../support/process.ts'

const PASSWORD = 'correct horse battery'
const TIMEOUT = 60_000
const failed = (words: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(words) })

for (const { name, freshUrl } of anyDialects()) {
  describe(`the commands for accounts on ${name}`, () => {
    let database: FreshDatabase
    let env: Record<string, string>

    const fasti = (...args: string[]) => command(args, env)
    const done = async (...args: string[]): Promise<Ended> => {
      const ended = await fasti(...args)
      expect(ended.code, ended.stderr).toBe(0)
      return ended
    }
    const add = (login: string, role: string) => done('user', 'add', login, '--role', role)
    const lines = async (...args: string[]) =>
      (await done(...args)).stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))

    beforeEach(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      env = { DATABASE_URL: database.url, FASTI_TIME_ZONE: 'Europe/Rome', FASTI_LOG_LEVEL: 'error' }
    })
    afterEach(() => database.drop())

    describe('fasti user', () => {
      it('adds a user with any role, treats logins as case-insensitive, and prints the next step', async () => {
        for (const role of roles) {
          const { stdout, stderr } = await add(`A-${role}`, role)
          expect([stdout, stderr]).toEqual(['', expect.stringContaining(`token create a-${role} --name`)])
        }
        const twice = await fasti('user', 'add', 'a-EDITOR', '--role', 'author')
        expect(twice).toEqual(failed('The user a-editor already exists'))
      })

      it('says that the first user ends local mode, and does not say it for later users', async () => {
        const { stderr } = await add('ada', 'administrator')
        expect(stderr).toContain('Local mode has ended')
        expect(stderr).not.toContain('no administrator')
        expect((await add('bea', 'editor')).stderr).not.toMatch(/Local mode|no administrator/)
      })

      it('says that an administrator is missing if the first user is none', async () => {
        expect((await add('bea', 'editor')).stderr).toMatch(
          /Local mode has ended[\s\S]*There is no administrator yet/,
        )
      })

      it('prints users as JSON, without secrets', async () => {
        const [added] = await lines('user', 'add', 'ada', '--role', 'administrator', '--json')
        expect(added).toEqual({ id: 1, login: 'ada', role: 'administrator' })
        await add('Bea', 'editor')
        expect(await lines('user', 'list', '--json')).toEqual([
          { ...added, created_utc: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
          { id: 2, login: 'bea', role: 'editor', created_utc: expect.any(String) },
        ])
        expect(await lines('user', 'role', 'bea', 'author', '--json')).toEqual([
          { id: 2, login: 'bea', role: 'author' },
        ])
        expect(await lines('user', 'password', 'bea', '--remove', '--json')).toEqual([
          { id: 2, login: 'bea', role: 'author' },
        ])
        expect(await lines('user', 'remove', 'bea', '--json')).toEqual([
          { id: 2, login: 'bea', role: 'author' },
        ])
        expect((await done('user', 'list')).stdout).toMatch(/^ada\tadministrator\t\d{4}-.* UTC\n$/)
      })

      it('keeps the last administrator', async () => {
        await add('ada', 'administrator')
        await add('bea', 'editor')
        const last = failed('ada is the last administrator')
        expect(await fasti('user', 'role', 'ada', 'editor')).toEqual(last)
        expect(await fasti('user', 'remove', 'ada')).toEqual(last)
        await done('user', 'role', 'bea', 'administrator')
        await done('user', 'remove', 'ada')
        expect((await lines('user', 'list', '--json')).map(({ login }) => login)).toEqual(['bea'])
        await done('user', 'remove', 'bea')
        expect(await lines('user', 'list', '--json')).toEqual([])
      })

      it('never reuses the id of a removed user', async () => {
        await add('ada', 'administrator')
        await add('bea', 'editor')
        await done('user', 'remove', 'bea')
        expect(await lines('user', 'add', 'carl', '--role', 'editor', '--json')).toEqual([
          { id: 3, login: 'carl', role: 'editor' },
        ])
      })

      it('reports users that do not exist', async () => {
        for (const args of [
          ['role', 'bea', 'editor'],
          ['password', 'bea', '--remove'],
          ['remove', 'bea'],
        ])
          expect(await fasti('user', ...args)).toEqual(failed('There is no user bea'))
      })

      it('refuses what it does not understand, before it does anything', async () => {
        const wrong: readonly (readonly [words: string, args: readonly string[]])[] = [
          ['user add, list, role, password or remove', []],
          ['user add, list, role, password or remove', ['toString', 'ada']],
          ['The role must be one of', ['add', 'ada']],
          ['The role must be one of', ['add', 'ada', '--role', 'king']],
          ['The role must be one of', ['role', 'ada']],
          ['A login has 1 to 60', ['add']],
          ['A login has 1 to 60', ['add', 'a b', '--role', 'editor']],
          ['A login has 1 to 60', ['add', 'a'.repeat(61), '--role', 'editor']],
          ['--loud', ['list', '--loud']],
          ['list takes no --role', ['list', '--role', 'editor']],
          ['list takes no "ada"', ['list', 'ada']],
          ['remove takes no "bea"', ['remove', 'ada', 'bea']],
          ['remove takes no --password-stdin', ['remove', 'ada', '--password-stdin']],
          ['role takes no "now"', ['role', 'ada', 'editor', 'now']],
          ['add takes no --remove', ['add', 'ada', '--role', 'editor', '--remove']],
          ['Use either --password-stdin or --remove', ['password', 'ada']],
          ['Use either --password-stdin or --remove', ['password', 'ada', '--remove', '--password-stdin']],
        ]
        for (const [words, args] of wrong)
          expect(await fasti('user', ...args), args.join(' ')).toEqual(failed(words))
        expect((await done('user', 'list')).stdout).toBe('')
      })
    })

    describe('fasti token', () => {
      const create = (...args: string[]) => done('token', 'create', 'ada', '--name', ...args)
      beforeEach(() => add('ada', 'administrator'))

      it('prints only the token, with 256 bits, and only once', async () => {
        const { stdout, stderr } = await create('laptop')
        expect([stdout, stderr]).toEqual([expect.stringMatching(/^[\w-]{43}\n$/), ''])
        expect((await create('laptop')).stdout).not.toBe(stdout)
        for (const args of [['list'], ['list', '--json']])
          expect((await done('token', ...args)).stdout).not.toContain(stdout.trim())
      })

      it('lists tokens with name, expiry and last use, for all users or for one', async () => {
        await add('bea', 'editor')
        await create('laptop')
        await create('until then', '--expires', '2099-12-31')
        await done('token', 'create', 'BEA', '--name', ' phone ')
        const kept = await lines('token', 'list', '--json')
        expect(kept).toMatchObject([
          { id: 1, login: 'ada', name: 'laptop', expires_utc: '', last_used_utc: '' },
          // Through the day, in the zone of the calendar.
          { id: 2, login: 'ada', name: 'until then', expires_utc: '2099-12-31 23:00:00' },
          { id: 3, login: 'bea', name: 'phone' },
        ])
        expect((await done('token', 'list', 'Bea')).stdout).toMatch(
          /^3\tbea\tphone\t[-\d]{10} [:\d]{8}\tnever expires\tnever used\n$/,
        )
        expect(await fasti('token', 'list', 'carl')).toEqual(failed('There is no user carl'))
      })

      it('prints the created token as JSON', async () => {
        expect(
          await lines('token', 'create', 'ada', '--name', 'x', '--expires', '2099-12-31', '--json'),
        ).toEqual([
          {
            login: 'ada',
            name: 'x',
            expires_utc: '2099-12-31 23:00:00',
            scopes: [],
            token: expect.stringMatching(/^[\w-]{43}$/),
          },
        ])
        expect(await lines('token', 'revoke', '1', '--json')).toEqual([{ id: 1, revoked: true }])
      })

      it('limits a token to scopes', async () => {
        await create('feeds', '--scope', 'write:events', '--scope', 'read')
        expect(await lines('token', 'list', '--json')).toMatchObject([{ scopes: ['read', 'write:events'] }])
        expect((await done('token', 'list')).stdout).toMatch(/\tnever used\tread write:events\n$/)
        expect((await fasti('token', 'create', 'ada', '--name', 'x', '--scope', 'all')).stderr).toContain(
          '--scope must be one of read, write:events',
        )
      })

      it('revokes a token, and reports a token that is already revoked', async () => {
        await create('laptop')
        expect((await done('token', 'revoke', '1')).stderr).toContain('Token 1 is revoked')
        expect(await fasti('token', 'revoke', '1')).toEqual(failed('There is no token 1'))
        expect(await lines('token', 'list', '--json')).toEqual([])
      })

      it('removes the tokens of a removed user', async () => {
        await add('bea', 'editor')
        await done('token', 'create', 'bea', '--name', 'phone')
        await done('user', 'remove', 'bea')
        expect(await lines('token', 'list', '--json')).toEqual([])
      })

      it('refuses what it does not understand, before it does anything', async () => {
        const wrong: readonly (readonly [words: string, args: readonly string[]])[] = [
          ['token create, list or revoke', []],
          ['There is no user bea', ['create', 'bea', '--name', 'x']],
          ['A login and a name of 1 to 200 characters', ['create']],
          ['A login and a name of 1 to 200 characters', ['create', 'ada']],
          ['A login and a name of 1 to 200 characters', ['create', 'ada', '--name', '  ']],
          ['A login and a name of 1 to 200 characters', ['create', 'ada', '--name', 'x'.repeat(201)]],
          ['A login and a name of 1 to 200 characters', ['create', 'ada', '--name', 'two\tcolumns']],
          ['--expires must be a date', ['create', 'ada', '--name', 'x', '--expires', 'never']],
          ['--expires is in the past', ['create', 'ada', '--name', 'x', '--expires', '2020-01-01']],
          ['create takes no "bea"', ['create', 'ada', 'bea', '--name', 'x']],
          ['list takes no --name', ['list', '--name', 'x']],
          ['An ID is required', ['revoke']],
          ['An ID is required', ['revoke', 'laptop']],
          ['revoke takes no "2"', ['revoke', '1', '2']],
        ]
        for (const [words, args] of wrong)
          expect(await fasti('token', ...args), args.join(' ')).toEqual(failed(words))
        expect(await lines('token', 'list', '--json')).toEqual([])
      })
    })

    it(
      'let other machines in after the first user, who ends local mode, authenticate with password and token, and fail once both are removed',
      async () => {
        const everywhere = { ...env, HOST: '0.0.0.0', PORT: '0' }
        const args = ['user', 'add', 'ada', '--role', 'administrator', '--password-stdin']
        const refused = await run(['serve'], everywhere)
        const short = await command(args, env, 'too short\n')
        const controlled = await command(args, env, `${PASSWORD}\u0007\n`)
        const fix = /fasti (user add) LOGIN (--role administrator)$/m.exec(refused.stderr)
        expect([refused.code, refused.stdout, fix?.slice(1)]).toEqual([
          1,
          '',
          ['user add', '--role administrator'],
        ])
        expect(short).toEqual(failed('10 to 1000 characters'))
        expect(controlled).toEqual(failed('control character'))
        expect((await run(args, env, `${PASSWORD}\n`)).code).toBe(0)

        const service = await serve(everywhere)
        try {
          expect(service.output()).toMatch(/"mode":"users: /)
          const signIn = async (password: string) => {
            const response = await fetch(`${service.address}/session`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ login: 'ada', password }),
            })
            return {
              status: response.status,
              cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
            }
          }
          const whoAmI = async (headers: Record<string, string>) =>
            (await fetch(`${service.address}/session`, { headers })).status
          const first = await signIn(PASSWORD)
          expect([first.status, await whoAmI({ cookie: first.cookie })]).toEqual([201, 200])

          const token = (await done('token', 'create', 'ada', '--name', 'x')).stdout.trim()
          const basic = { authorization: `Basic ${Buffer.from(`ada:${token}`).toString('base64')}` }
          expect(await whoAmI(basic)).toBe(200)
          await expect
            .poll(async () => (await lines('token', 'list', '--json'))[0].last_used_utc)
            .toMatch(/^\d{4}-/)

          const change = ['user', 'password', 'ada', '--password-stdin']
          expect((await run(change, env, `${PASSWORD} staple\r\n`)).code).toBe(0)
          expect(await whoAmI({ cookie: first.cookie })).toBe(401)
          expect((await signIn(PASSWORD)).status).toBe(401)
          const second = await signIn(`${PASSWORD} staple`)
          expect(second.status).toBe(201)
          await done('user', 'password', 'ada', '--remove')
          expect([await whoAmI({ cookie: second.cookie }), await whoAmI(basic)]).toEqual([401, 200])
          await done('token', 'revoke', '1')
          expect(await whoAmI(basic)).toBe(401)
        } finally {
          service.child.kill('SIGTERM')
          await service.ended
        }
      },
      TIMEOUT,
    )
  })
}

describe('the help of the commands', () => {
  it('documents every verb and option', async () => {
    const words = {
      user: ['add', 'list', 'role', 'password', 'remove', '--role', '--password-stdin', '--remove', '--json'],
      token: ['create', 'list', 'revoke', '--name', '--expires', '--json'],
    }
    for (const [name, named] of Object.entries(words)) {
      const help = (await loadCommandNamed(name))?.help
      for (const word of named) expect(help, word).toContain(word)
    }
  })
})
