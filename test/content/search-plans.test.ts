/** What many events in several languages cost: searches read no whole table, and memory holds little more (contract §15). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { dialects, type FreshDatabase } from '../support/dialects.ts'
import { type ContentChoice, contentChoiceFor } from '../support/inside/domain.ts'
import { viewerKey } from '../support/inside/service.ts'
import {
  almanacFollower,
  connectDatabase,
  eventIdsByTextIndex,
  indexNewestEventTexts,
  type OpenDatabase,
  rawSql,
  tableShapesOf,
  textMatchesAmongEvents,
} from '../support/inside/store.ts'
import { type Explained, explaining, wholeReadsOf } from '../support/plans.ts'
import { anEvent, testService } from '../support/service.ts'

/** As many as a large site has; few enough by default to be quick, and enough for PostgreSQL to prefer its indexes. */
const EVENTS = isLong() ? 100_000 : 10_000
/** Of so many events one has a rare word in its texts, and of half as many one in a text of its own. */
const EACH = 200
const RARE = EVENTS / EACH
const env = { FASTI_CONTENT_LANGUAGES: 'de,fr,it', FASTI_LANGUAGE: 'de' }
const inLanguage = (asked: string): ContentChoice => ({ languages: ['de', 'fr', 'it'], asked })

const numbers = (dialect: string) =>
  dialect === 'sqlite'
    ? `(with recursive n(n) as (select 2 union all select n + 1 from n where n < ${EVENTS}) select n from n)`
    : `(select n from generate_series(2, ${EVENTS}) as n) as n`

/** The columns of a copy that differ from those of the first event. */
const varied: Readonly<Record<string, string>> = {
  id: 'n',
  slug: `'markt-' || n`,
  uid: `'uid-' || n`,
  title: `'Markt ' || n`,
  title_key: `'markt ' || n`,
  search_text: `'markt ' || n || char_10 || case when n % ${EACH / 2} = 0 then 'gemuse' else 'brot' end`,
}

/** Makes copies of the first event, each with texts in French and Italian, few of which have the words that are searched: a table is rightly read where most of its texts have a word. */
async function fill({ name, writer }: OpenDatabase): Promise<void> {
  const run = (text: string) => rawSql(text).execute(writer)
  const shape = (await tableShapesOf(writer, name)).find((one) => one.name === 'events')
  const columns = shape?.columns ?? []
  const line = name === 'sqlite' ? 'char(10)' : 'chr(10)'
  const copied = (column: string) => (varied[column] ?? `e."${column}"`).replace('char_10', line)
  await run(`insert into events (${columns.map((one) => `"${one}"`)}) select ${columns.map(copied)}
    from events as e cross join ${numbers(name)} where e.id = 1`)
  for (const [language, rare] of [
    ['fr', 'kermesse'],
    ['it', 'sagra'],
  ]) {
    const words = `'${language} ' || id || case when id % ${EACH} = 0 then ' ${rare}' else '' end
      || case when id % ${EACH / 2} = 0 then ' concert' else '' end`
    await run(
      `insert into long_texts (hash, is_searched, text) select '${language}:' || id, 1, ${words} from events`,
    )
    await run(`insert into translated_texts (item_table, item_id, language, field, text_id)
      select 'events', events.id, '${language}', 'title', long_texts.id
      from events join long_texts on hash = '${language}:' || events.id`)
  }
  await indexNewestEventTexts(writer)
  if (name === 'postgres') await run('analyze')
}

const tables = ['events', 'long_texts', 'translated_texts', 'shown', 'asked']

it('§15 keeps the bytes of events by language only where one is asked for', () => {
  const root = { base: 'http://a.example', url: 'http://a.example', namespace: 'v1', language: 'de' } as const
  const scope = { user: undefined, reads: 'none', edits: 'none' } as const
  const keyOf = (content: ContentChoice) => viewerKey(scope, { root: { ...root, content } })
  // The language of the site has one place, whether it is asked for or not.
  expect(keyOf({ languages: ['de', 'fr', 'it'], asked: 'de' })).toBe(
    keyOf(contentChoiceFor('es', ['de', 'fr', 'it'])),
  )
  expect(
    new Set(['de', 'fr', 'fr-CH', 'it', 'es'].map((tag) => keyOf(contentChoiceFor(tag, ['de', 'fr', 'it']))))
      .size,
  ).toBe(3)
  expect(keyOf(contentChoiceFor('fr', ['de']))).toBe(keyOf(contentChoiceFor('de', ['de'])))
})

for (const { name, freshUrl } of dialects)
  describe(`searches of ${EVENTS} events with texts in three languages on ${name}`, () => {
    let database: FreshDatabase
    let connection: OpenDatabase
    beforeAll(async () => {
      database = await freshUrl()
      const service = await testService(name, { ...env, DATABASE_URL: database.url })
      await service.post('/events', anEvent({ title: 'Markt 1' }))
      await service.close()
      connection = await connectDatabase(database.url)
      await fill(connection)
    }, 120_000)
    afterAll(async () => {
      await connection.close()
      await database.drop()
    })

    it.each([
      ['fr', ['kermesse'], [], RARE],
      ['it', ['kermesse'], [], 0],
      ['de', ['kermesse'], [], 0],
      ['fr', ['kermesse', 'concert'], [], RARE],
      ['fr', ['kermesse', 'gemuse'], [], RARE],
      ['it', ['sagra'], ['kermesse'], RARE],
      ['fr', ['concert'], ['kermesse'], RARE],
    ])('§15 find by indexes alone in %s %j without %j', async (asked, include, exclude, total) => {
      const plan: Explained = { statements: [], steps: [] }
      const query = { include, exclude, shown: inLanguage(asked) }
      const found = await eventIdsByTextIndex(explaining(connection.reader, plan), query)
      expect([found.length, plan.steps.length > 0]).toEqual([total, true])
      expect(wholeReadsOf(tables, connection.reader, plan)).toEqual([])
    })

    it('§15 leave the almanac as large as it is without translations: at most a quarter more', async () => {
      const held = async () => {
        const { almanac } = await almanacFollower().follow(connection.reader, undefined)
        const columns = Object.values(almanac.columns).filter((one) => ArrayBuffer.isView(one))
        return [almanac.columns.size, columns.reduce((sum, one) => sum + one.byteLength, 0)] as const
      }
      const [events, before] = await held()
      const both = JSON.stringify({ fr: { title: 'Marché' }, it: { title: 'Mercato' } })
      await rawSql(`update events set translations = '${both}', readable_in = ' fr it '`).execute(
        connection.writer,
      )
      const [again, after] = await held()
      expect([events, again]).toEqual([EVENTS, EVENTS])
      expect(after / before).toBeLessThanOrEqual(1.25)
    })

    it('§15 look among few events at these alone', async () => {
      const plan: Explained = { statements: [], steps: [] }
      const query = { include: ['kermesse'], exclude: [], shown: inLanguage('fr') }
      const few = [EACH, EACH + 1, 2 * EACH, 2 * EACH + 1]
      const { whole } = await textMatchesAmongEvents(explaining(connection.reader, plan), query, few)
      expect(whole).toEqual([EACH, 2 * EACH])
      expect(wholeReadsOf(tables, connection.reader, plan)).toEqual([])
    })
  })
