/** Lists and searches in another language than the site's, of events each of which has texts in three. */
import { openSqlite } from '../../src/store/database/sqlite/database.ts'
import { type Case, type Finding, type Measured, processorRatio } from '../case.ts'
import { alternately, type Medians, ratio } from '../rounds.ts'
import { BASE, databaseIn, fetchOnce, neverAsked, type Stage } from '../stage.ts'

/** The content languages of the calendar; the first is that of the site. */
export const LANGUAGES = ['en', 'fr', 'it'] as const
const OTHERS = LANGUAGES.slice(1)

/** Gives each event of a calendar file a title and a description in the other languages, as the service stores them. */
export async function fillTranslations(file: string): Promise<void> {
  const db = await openSqlite(file)
  const textOf = (language: string) => `'${language} ' || title`
  const facts = `'state', 'published', 'is_outdated', json('false'), 'origin', 'person', 'modified_utc', '2027-01-15 12:00:00'`
  const translation = (language: string) =>
    `'${language}', json_object('title', ${textOf(language)}, 'description', description, ${facts})`
  try {
    db.exec('begin')
    db.exec(
      `update events set translations = json_object(${OTHERS.map(translation).join()}), readable_in = ' ${OTHERS.join(' ')} '`,
    )
    for (const language of OTHERS) {
      const key = `'${language}:' || id`
      db.exec(
        `insert into long_texts (hash, is_searched, text) select ${key}, 1, lower(${textOf(language)}) from events`,
      )
      db.exec(`insert into translated_texts (item_table, item_id, language, field, text_id)
        select 'events', events.id, '${language}', 'title', long_texts.id from events join long_texts on hash = '${language}:' || events.id`)
    }
    db.exec('update revision set value = value + 1')
    db.exec('commit')
  } finally {
    db.close()
  }
}

const findingOf = (what: string, other: Medians, own: Medians): Finding => ({
  what: `${what} in another language: processor time`,
  target: { is: 'at most', value: 1.15, of: '× in the language of the site' },
  measured: 1 / (processorRatio(other, own) ?? ratio(other, own)),
})

async function run(stage: Stage): Promise<Measured> {
  const calendar = stage.small()
  await fillTranslations(databaseIn(calendar.folder))
  const server = await stage.serve(calendar, [], {
    FASTI_LANGUAGE: 'en',
    FASTI_CONTENT_LANGUAGES: LANGUAGES.join(),
  })
  const compare = async (query: string) => {
    for (const lang of ['en', 'fr']) await fetchOnce(server, `${BASE}?${query}&lang=${lang}`)
    const turns = {
      own: neverAsked(server, `${query}&lang=en`),
      other: neverAsked(server, `${query}&lang=fr`),
    }
    return alternately(turns, stage.seconds)
  }
  const list = await compare('start_date=2000-01-01&per_page=10')
  const search = await compare('start_date=2000-01-01&search=concert')
  return {
    findings: [
      findingOf('list, each request new,', list.other, list.own),
      findingOf('search for a known word', search.other, search.own),
    ],
    figures: [
      { what: 'list in the language of the site, each request new', load: list.own },
      { what: 'list in another language, each request new', load: list.other },
    ],
  }
}

export const languages: Case = {
  name: 'languages',
  method:
    'Each of 10,000 events has a title and a description in three languages. The same server is asked alternately for lists in the language of the site and in another one; every request has an ignored arg with a new value.',
  run,
}
