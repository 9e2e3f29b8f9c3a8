/** The act of a row of the audit and its values, so that each client says them in the language of its reader. Before, only the title said them. */
import { type Db, sql } from '../database/sql.ts'
import { addColumn, type Migration, textType } from './migration.ts'

// The acts that titles of the audit said in English, before rows named them.

/** A row of the audit whose title may say an act. */
interface TitledRow {
  readonly verb: string
  readonly resource: string
  readonly item_id: number
  readonly title: string
}

interface ActInTitle {
  readonly act: string
  readonly values: object
}

/** An act, from the groups of the pattern of its title. */
type Reading = (parts: readonly string[], person: (login: string) => object, row: TitledRow) => ActInTitle

type Pattern = readonly [key: string, pattern: RegExp, read: Reading]

const ofUser =
  (act: string): Reading =>
  ([login = ''], _, { item_id }) => ({ act, values: { person: { id: item_id, login } } })

const ofNamed =
  (act: string): Reading =>
  ([login = '', name = ''], person) => ({ act, values: { person: person(login), name } })

const ofTemplate: Reading = ([group = '', name = '', act = '']) => ({
  act: `template_${act}`,
  values: { group, name },
})

/** Titles had the scopes of a token behind its name. */
const scope = '(?:read|write:[a-z]+|media|import|users|webhooks|federation|audit)'

/** Verb and resource, the pattern of the title, and the act; the first that matches counts. */
const patterns: readonly Pattern[] = [
  ['create user', /^(\S+)$/, ofUser('account_added')],
  ['delete user', /^(\S+)$/, ofUser('account_removed')],
  ['update user', /^(\S+): suspended$/, ofUser('suspended')],
  ['update user', /^(\S+): not suspended$/, ofUser('resumed')],
  ['update user', /^(\S+): password$/, ofUser('password_set')],
  ['update user', /^(\S+): sessions$/, ofUser('sessions_ended')],
  ['update user', /^(\S+): session$/, ofUser('session_ended')],
  ['update user', /^(\S+): second factor on$/, ofUser('second_factor_on')],
  ['update user', /^(\S+): second factor off$/, ofUser('second_factor_off')],
  ['update user', /^\(no account\): data exported$/, () => ({ act: 'data_exported', values: {} })],
  ['update user', /^(\S+): data exported$/, ofUser('data_exported')],
  [
    'update user',
    /^(\S+): transfer to group (.+)$/s,
    ([login = '', slug = ''], _, { item_id }) => ({
      act: 'handed_to_group',
      values: { person: { id: item_id, login }, group: slug, slug },
    }),
  ],
  [
    'update user',
    /^(\S+): transfer to (\S+)$/,
    ([login = '', to = ''], person, { item_id }) => ({
      act: 'handed_over',
      values: { person: { id: item_id, login }, to: person(to) },
    }),
  ],
  [
    'update user',
    /^(\S+): (subscriber|contributor|author|editor|administrator)$/,
    ([login = '', role = ''], _, { item_id }) => ({
      act: 'role_given',
      values: { person: { id: item_id, login }, role },
    }),
  ],
  [
    'update user',
    /^(\S+): ([a-z_]+(?:, [a-z_]+)*)$/,
    ([login = '', fields = ''], _, { item_id }) => ({
      act: 'profile_changed',
      values: { person: { id: item_id, login }, fields: fields.split(', ') },
    }),
  ],
  [
    'create token',
    new RegExp(`^(\\S+): (.*?)((?: ${scope})*)$`, 's'),
    ([login = '', name = '', scopes = ''], person) => ({
      act: 'token_created',
      values: { person: person(login), name, scopes: scopes.split(' ').slice(1) },
    }),
  ],
  ['delete token', /^(\S+): (.*)$/s, ofNamed('token_revoked')],
  ['create feed', /^(\S+): (.*)$/s, ofNamed('feed_created')],
  ['update group', /^(.*): template “(.*)” (added|renamed|removed)$/s, ofTemplate],
  [
    'update group',
    /^(.*): (\S+) removed$/s,
    ([group = '', login = ''], person) => ({
      act: 'member_removed',
      values: { person: person(login), group },
    }),
  ],
  [
    'update group',
    /^(.*): (\S+) (contributor|author|editor|manager)$/s,
    ([group = '', login = '', role = ''], person) => ({
      act: 'member_role_given',
      values: { person: person(login), group, role },
    }),
  ],
  [
    'update settings',
    /^template “(.*)” (added|renamed|removed)$/s,
    ([name = '', act = '']) => ({ act: `template_${act}`, values: { name } }),
  ],
  ['update settings', /^back-up started$/, () => ({ act: 'back_up_started', values: {} })],
  ['update settings', /^everything exported$/, () => ({ act: 'everything_exported', values: {} })],
]

/** Returns the act that a title says, undefined where it names an item alone. `ids` has the ids of today's users by login. */
export function actInTitle(row: TitledRow, ids: ReadonlyMap<string, number>): ActInTitle | undefined {
  const person = (login: string) => ({ id: ids.get(login) ?? 0, login })
  for (const [key, pattern, read] of patterns) {
    const found = key === `${row.verb} ${row.resource}` ? pattern.exec(row.title) : null
    if (found !== null) return read(found.slice(1), person, row)
  }
  return undefined
}

const BATCH = 500

/** Writes the acts that the titles say; a title that says none is shown as it is. */
async function readTitles(db: Db): Promise<void> {
  const users = await sql<{ readonly id: number; readonly login: string }>`select id, login from users`.rows(
    db,
  )
  const ids = new Map(users.map(({ id, login }) => [login, id]))
  for (let after = 0; ; ) {
    const rows = await sql<
      TitledRow & { readonly id: number }
    >`select id, verb, resource, item_id, title from audit
        where id > ${after} and resource in ('user', 'token', 'feed', 'group', 'settings') order by id limit ${BATCH}`.rows(
      db,
    )
    for (const row of rows) {
      const found = actInTitle(row, ids)
      if (found !== undefined)
        await sql`update audit set act = ${found.act}, act_values = ${JSON.stringify(found.values)}
          where id = ${row.id}`.execute(db)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export const acts: Migration = {
  name: '069-acts',
  // Rows that older programs write have only a title.
  forOlder: true,
  async up(db) {
    const text = textType(db.dialect)
    await addColumn(db, 'audit', 'act', `${text} default '' not null`)
    await addColumn(db, 'audit', 'act_values', `${text} default '{}' not null`)
    await readTitles(db)
  },
}
