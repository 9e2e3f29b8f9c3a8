import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { renderQueues } from '../support/inside/service.ts'
import {
  alikeWordsLooker,
  connectDatabase,
  databaseFaults,
  indexCoversWordTest,
  MAX_WAITING_SCANS,
  type ReadOnNewestDatabaseState,
  runBySlicesOfIds,
  SEARCH_LIMIT_MILLISECONDS,
  SearchRefusedError,
  sql,
  textScanner,
  unavailabilityReason,
} from '../support/inside/store.ts'
import { onDatabase } from '../support/on-database.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const columns = `version, modified_utc, origins, author, status, date_utc, date_set, description, website, title, title_key,
  excerpt, all_day, start_date, end_date, start_utc, end_utc, timezone, cost, show_map, show_map_link, hide_from_listings,
  sticky, featured, ticketed, tickets, custom_fields`
const EVENTS = 3000

describe('work in slices', () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => at + 1)

  it('keeps each slice within its target time, and pauses between slices', async () => {
    let clock = 0
    const lengths: number[] = []
    const pauses: number[] = []
    const pace = {
      target: 8,
      first: 500,
      most: 100_000,
      now: () => clock,
      async pause(took: number) {
        pauses.push(took)
      },
    }
    const made = await runBySlicesOfIds(
      ids,
      async (slice) => {
        lengths.push(slice.length)
        clock += slice.length / 100
        return slice
      },
      () => {},
      pace,
    )
    expect(made).toEqual(ids)
    expect(lengths.slice(0, 3)).toEqual([500, 800, 800])
    expect(pauses).toHaveLength(lengths.length - 1)
    expect(Math.max(...pauses)).toBe(8)
  })

  it('stops before a slice that is not allowed', async () => {
    let slices = 0
    const allow = () => {
      if (slices === 3) throw new SearchRefusedError()
    }
    const act = async () => {
      slices += 1
      return []
    }
    const pace = { target: 8, first: 10, most: 10, now: () => 0, pause: async () => {} }
    await expect(runBySlicesOfIds(ids, act, allow, pace)).rejects.toThrow(SearchRefusedError)
    expect(slices).toBe(3)
  })
})

/** Reads of a database whose statements find nothing once `held` is over. No index covers a word. */
const readWith =
  (held: () => Promise<void>): ReadOnNewestDatabaseState =>
  async (act) => {
    if ((act as unknown) === indexCoversWordTest) return (() => false) as never
    return act({
      dialect: 'postgres',
      run: async () => {
        await held()
        return { rows: [], changes: 0 }
      },
    })
  }

/** What is told once. */
function signal() {
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  return { told, tell }
}

describe('a full-text scan', () => {
  const wanted = (word: string) => ({
    words: { include: [word], exclude: [] },
    allIds: () => new Float64Array(2),
    protectedIds: new Float64Array(),
    take: () => {},
    kept: async () => undefined,
  })

  it('is refused if too many wait, or if its time is over before its turn', async () => {
    let clock = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const search = textScanner(
      'postgres',
      readWith(() => held),
      () => clock,
    )
    const results = Promise.allSettled(
      Array.from({ length: MAX_WAITING_SCANS + 3 }, (_, at) => search(wanted(`w${at}`))),
    )
    await new Promise((resolve) => setImmediate(resolve))
    clock = SEARCH_LIMIT_MILLISECONDS + 1
    release()
    const reasons = (await results).map((one) => (one.status === 'rejected' ? one.reason : 'found'))
    expect(reasons.filter((reason) => reason === 'found')).toHaveLength(1)
    const others = reasons.filter((reason) => reason !== 'found')
    expect(others.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(others.filter((reason) => unavailabilityReason(reason) === 'busy')).toHaveLength(MAX_WAITING_SCANS)
  })

  it('shares its time with the other searches of its request', async () => {
    let clock = 0
    const read = readWith(async () => {
      clock += SEARCH_LIMIT_MILLISECONDS + 1
    })
    const search = textScanner('postgres', read, () => clock)
    const { searches } = renderQueues()
    const both = async () => {
      const first = await search(wanted('a'))
      const second = await search(wanted('b')).catch(unavailabilityReason)
      return [first, second]
    }
    expect(await searches('a', both)).toEqual([{ whole: [], titles: [] }, 'busy'])
    expect(await searches('a', () => search(wanted('b')))).toEqual({ whole: [], titles: [] })
  })

  it('does not end with the time of another request that searches for the same', async () => {
    let clock = 0
    let onRead = async () => {
      clock = SEARCH_LIMIT_MILLISECONDS - 1
    }
    const search = textScanner(
      'postgres',
      readWith(() => onRead()),
      () => clock,
    )
    const { searches } = renderQueues()
    const [begun, blocked, held, joined, waits] = [signal(), signal(), signal(), signal(), signal()]
    const late = searches('a', async () => {
      await search(wanted('a'))
      begun.tell()
      await blocked.told
      const found = search(wanted('same'))
      joined.tell()
      return found.catch(unavailabilityReason)
    })
    await begun.told
    onRead = () => {
      blocked.tell()
      return held.told
    }
    const before = search(wanted('before'))
    await joined.told
    const other = searches('b', () => {
      const found = search(wanted('same'))
      waits.tell()
      return found
    })
    await waits.told
    clock += 2
    held.tell()
    await before
    expect([await late, await other]).toEqual(['busy', { whole: [], titles: [] }])
  })

  it('waits for its turn outside of the places of searches, and callers take turns', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { searches } = renderQueues()
    const search = textScanner(
      'postgres',
      readWith(() => held),
      () => 0,
    )
    const found: string[] = []
    let otherBegins = () => {}
    const otherBegun = new Promise<void>((resolve) => {
      otherBegins = resolve
    })
    const scan = (caller: string, word: string) =>
      searches(caller, async () => {
        if (caller === 'b') otherBegins()
        await search(wanted(word))
        found.push(word)
      })
    const flood = Array.from({ length: 10 }, (_, at) => scan('a', `a${at}`))
    await new Promise((resolve) => setImmediate(resolve))
    expect(await searches('b', async () => 'found')).toBe('found')
    const other = scan('b', 'b')
    await otherBegun
    release()
    await other
    // Those that had a place before come first.
    expect(found.length).toBeLessThan(7)
    await Promise.all(flood)
    expect(found).toHaveLength(11)
  })
})

describe('a scan of few texts', () => {
  it('does not wait for one of all texts', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let reads = 0
    const read = readWith(async () => {
      reads += 1
      if (reads === 1) await held
    })
    const search = textScanner('postgres', read, () => 0)
    const scanOf = (word: string, texts: number) =>
      search({
        words: { include: [word], exclude: [] },
        allIds: () => new Float64Array(texts),
        protectedIds: new Float64Array(),
        take: () => {},
        kept: async () => undefined,
      })
    const long = scanOf('aa', 100_000)
    await scanOf('bb', 20_000)
    expect(reads).toBeLessThan(50)
    release()
    await long
  })
})

describe('a look-up of words that were meant', () => {
  it('waits for its turn outside of the places of searches, and callers take turns', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { searches } = renderQueues()
    const look = alikeWordsLooker('postgres', () => Promise.reject(new Error('Nothing is read here.')))
    const found: string[] = []
    let otherBegins = () => {}
    const otherBegun = new Promise<void>((resolve) => {
      otherBegins = resolve
    })
    const search = (caller: string, word: string) =>
      searches(caller, async () => {
        if (caller === 'b') otherBegins()
        await look(() => held)
        found.push(word)
      })
    const flood = Array.from({ length: 10 }, (_, at) => search('a', `a${at}`))
    await new Promise((resolve) => setImmediate(resolve))
    expect(await searches('b', async () => 'found')).toBe('found')
    const other = search('b', 'b')
    await otherBegun
    release()
    await other
    // Those that had a place before come first.
    expect(found.length).toBeLessThan(7)
    await Promise.all(flood)
    expect(found).toHaveLength(11)
  })

  it('is refused if too many of one caller wait', async () => {
    const look = alikeWordsLooker('postgres', () => Promise.reject(new Error('Nothing is read here.')))
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const all = Array.from({ length: MAX_WAITING_SCANS + 3 }, () => look(() => held))
    const results = Promise.allSettled(all)
    release()
    const reasons = (await results).map((one) => (one.status === 'rejected' ? one.reason.status : 'found'))
    expect(reasons.filter((reason) => reason === 'found')).toHaveLength(MAX_WAITING_SCANS + 1)
    expect(reasons.filter((reason) => reason === 429)).toHaveLength(2)
  })
})

for (const { name, freshUrl } of dialects) {
  describe(`a search for words that no index covers on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    beforeEach(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
      service = await testService(name, { DATABASE_URL: database.url })
      await service.post('/events', anEvent({ title: 'Rock & roll' }))
      await onDatabase(
        database.url,
        `insert into events (slug, uid, search_text, ${columns})
          with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n <= ${EVENTS})
          select 'event-' || n, 'uid-' || n, 'text ' || n || case n % 3 when 0 then ' bbb' else ' c' end, ${columns} from events cross join numbers where events.id = 1`,
      )
      await onDatabase(database.url, 'update revision set value = value + 1')
      expect((await service.get('/events?_fields=total')).body.total).toBe(EVENTS + 1)
      return async () => {
        await service.close()
        await database.drop()
      }
    })
    const asked = async (words: string, more = '') => {
      const before = service.store.measures().queries
      const path = `/events?_fields=total${more}&search=${encodeURIComponent(words)}`
      const { status, body } = await service.get(path)
      return { status, total: body.total, queries: service.store.measures().queries - before }
    }

    it('§3.3 reads each text once, for any number of words', async () => {
      const one = await asked('7')
      const five = await asked('7 8 -b -q -z')
      const numbers = Array.from({ length: EVENTS }, (_, at) => at + 2)
      const having = (n: number, ...digits: readonly string[]) =>
        digits.every((one) => String(n).includes(one))
      expect(one.total).toBe(numbers.filter((n) => having(n, '7')).length)
      expect(five.total).toBe(numbers.filter((n) => having(n, '7', '8') && n % 3 !== 0).length)
      // The slices depend on their duration. One statement for each word would be four times as many.
      expect(five.queries).toBeLessThan(one.queries * 2)
    })

    it('§3.3 excludes words by the index, if the index covers only those', async () => {
      expect((await asked('7 -text')).total).toBe(0)
      expect((await asked('te -bbb -nowhere')).total).toBe((EVENTS / 3) * 2)
    })

    // PostgreSQL reads texts in its own process, so the order in which two requests end proves nothing about this process.
    it.runIf(name === 'sqlite')('§3.3 lets other requests run while the texts are read', async () => {
      const order: string[] = []
      const searching = asked('zz').then(() => order.push('search'))
      await new Promise((resolve) => setImmediate(resolve))
      for (let at = 0; at < 3; at += 1) {
        await service.get(`/venues?xx=${at}`)
        order.push('venues')
      }
      await searching
      expect(order[0]).toBe('venues')
    })

    it('§3.3 finds what was written while it was running', async () => {
      const searching = asked('q9')
      await service.post('/events', anEvent({ title: 'Room q9' }))
      await searching
      expect((await asked('q9')).total).toBe(1)
      await service.patch('/events/1', { title: 'Also q9' })
      expect((await asked('q9')).total).toBe(2)
    })

    it('§3.3 refuses more than five short words, with a message', async () => {
      const path = (words: string) => `/events?search=${encodeURIComponent(words)}`
      expect((await service.get(path('a b c d e longer words'))).status).toBe(200)
      const refused = await service.get(path('a -b -c -d -e -f'))
      expect([refused.status, refused.body.data.params]).toEqual([
        400,
        { search: 'must have at most 5 words of fewer than 3 letters' },
      ])
    })
  })
}

describe.runIf(dialects.some(({ name }) => name === 'postgres'))('a search on PostgreSQL', () => {
  const texts = [
    '100 % wool',
    'snake_case',
    'back\\slash',
    'Zürich im Mai',
    '東京都の桜',
    'wool and silk',
    'plain',
  ]
  const searches = [
    ...[
      '100',
      'wool',
      'wool -silk',
      'snake_case',
      'snakexcase',
      'back\\slash',
      'zürich',
      'zuri',
      '東京都',
      '"im mai"',
    ],
    ...['% wool', 'plain -wool', 'lai -東京', 'ool ai', '-wool'],
  ]
  let database: FreshDatabase
  let service: TestService
  beforeEach(async () => {
    const [postgres] = dialects.filter(({ name }) => name === 'postgres')
    if (postgres === undefined) return
    database = await postgres.freshUrl()
    service = await testService('postgres', { DATABASE_URL: database.url })
    for (const title of texts) await service.post('/events', anEvent({ title }))
  })
  afterEach(async () => {
    await service.close()
    await database.drop()
  })
  const found = async (at: number) => {
    // An excluded word that no text contains avoids the cached result of the last search.
    const asked = searches.map(async (words) => {
      const path = `/events?search=${encodeURIComponent(`${words} -n${'o'.repeat(at + 3)}`)}&orderby=id`
      const { body } = await service.get(path)
      return [words, body.events.map(({ title }: { title: string }) => title)]
    })
    return Object.fromEntries(await Promise.all(asked))
  }

  it('§3.3 finds the same with the index of trigrams as without it', async () => {
    const withIndex = await found(1)
    expect(withIndex).toMatchObject({
      wool: ['100 % wool', 'wool and silk'],
      'wool -silk': ['100 % wool'],
      snake_case: ['snake_case'],
      snakexcase: [],
      東京都: ['東京都の桜'],
      zürich: ['Zürich im Mai'],
    })
    await onDatabase(database.url, 'drop index events_trigrams')
    expect(await found(2)).toEqual(withIndex)
  })
})

describe('a search that takes too long', () => {
  let service: TestService
  beforeEach(async () => {
    service = await testService('sqlite')
  })
  afterEach(() => service.close())

  it('§6 gets a 503 with Retry-After', async () => {
    service.app.get('/slow', async () => {
      throw new SearchRefusedError()
    })
    const answered = await service.get('//slow')
    expect([answered.status, answered.body.code]).toEqual([503, 'rest_unavailable'])
    expect(answered.headers['retry-after']).toBe('5')
    expect(answered.body.message).toContain('search')
  })
})

describe('the text index of SQLite', () => {
  let database: FreshDatabase
  let service: TestService
  beforeEach(async () => {
    database = await freshSqliteFile()
    service = await testService('sqlite', { DATABASE_URL: database.url })
    return async () => {
      await service.close()
      await database.drop()
    }
  })
  const indexed = async () => {
    const connection = await connectDatabase(database.url)
    try {
      const found = sql<{
        readonly n: number
      }>`select count(*) as n from events_text where events_text match '"rock"'`
      return (await found.first(connection.reader))?.n
    } finally {
      await connection.close()
    }
  }
  const found = async (words: string) =>
    (await service.get(`/events?_fields=total&search=${encodeURIComponent(words)}`)).body.total
  const create = (title: string) => service.post('/events', anEvent({ title }))

  it('takes new events together with the 64th write, and searches find them before', async () => {
    for (let at = 1; at <= 63; at++) await create(at % 2 === 0 ? 'Rock night' : 'Rock and jazz')
    expect(await indexed()).toBe(0)
    expect(await found('rock')).toBe(63)
    expect(await found('rock -jazz')).toBe(31)
    await create('Rock night')
    expect(await indexed()).toBe(64)
    await create('Rock night')
    expect(await indexed()).toBe(64)
    expect(await found('night')).toBe(33)
    expect(await databaseFaults(database.url)).toEqual([])
  })

  it('takes many new events of one write at once, and follows changed and deleted ones', async () => {
    const { body } = await create('Rock night')
    await service.patch(`/events/${body.id}`, { title: 'Jazz night' })
    expect([await found('rock'), await found('jazz')]).toEqual([0, 1])
    expect(await databaseFaults(database.url)).toEqual([])
    const operations = Array.from({ length: 16 }, () => ({
      method: 'POST',
      path: '/events',
      body: anEvent({ title: 'Rock night' }),
    }))
    expect((await service.post('/batch', { operations })).status).toBe(200)
    expect(await indexed()).toBe(16)
    const { body: latest } = await create('Rock night')
    await service.patch(`/events/${latest.id - 1}`, { title: 'Blues night' })
    await service.remove(`/events/${latest.id - 2}?force=true`)
    await service.remove(`/events/${latest.id}?force=true`)
    expect([await found('rock night'), await found('blues')]).toEqual([14, 1])
    expect(await databaseFaults(database.url)).toEqual([])
  })
})
