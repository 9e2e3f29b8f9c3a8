import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'

const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const objects = (text: string) => lines(text).map((line): Record<string, unknown> => JSON.parse(line))

for (const { name, freshUrl } of dialects) {
  describe(`fasti audit on ${name}`, () => {
    let database: FreshDatabase
    const fasti = (args: string) =>
      command(args.split(' '), { DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'silent' })
    beforeAll(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
    })
    afterAll(() => database.drop())

    it('§5 lists writes of commands to users and tokens, as text or JSON, from a date on', async () => {
      for (const args of [
        'user add Ada --role administrator',
        'user add bob --role author',
        'user role bob administrator',
        'user role ada author',
        'token create Ada --name laptop',
        'token revoke 1',
        'user remove ada',
      ])
        expect(await fasti(args), args).toMatchObject({ code: 0 })
      const json = objects((await fasti('audit --json')).stdout)
      expect(json.map(({ login, verb, resource, title }) => `${login} ${verb} ${resource} ${title}`)).toEqual(
        [
          '(command) create user ada',
          '(command) create user bob',
          '(command) update user bob: administrator',
          '(command) update user ada: author',
          '(command) create token ada: laptop',
          '(command) delete token ada: laptop',
          '(command) delete user ada',
        ],
      )
      expect(Object.keys(json[0] ?? {}).join()).toBe(
        'id,at_utc,user_id,login,verb,resource,item_id,title,slug,fields,via',
      )
      const words = lines((await fasti('audit --since yesterday')).stdout)
      expect(words[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t\(command\)\tcreate\tuser 1\tada$/)
      expect(words).toHaveLength(json.length)
      expect(await fasti('audit --since tomorrow --json')).toMatchObject({ code: 0, stdout: '' })
    })
  })
}
