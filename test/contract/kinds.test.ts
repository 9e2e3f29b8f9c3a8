/** Parsing of each kind, without a service. */
import { describe, expect, it } from 'vitest'
import {
  type ArgSpecs,
  type ArgsMode,
  defaulted,
  notClearable,
  optional,
  readArgs,
  required,
} from '../../src/contract/arg.ts'
import { image, linkTargets, references, upload } from '../../src/contract/kinds/items.ts'
import { eventDraftChanges, templateFields, webhookFilter } from '../../src/contract/kinds/of-one-room.ts'
import {
  boolean,
  choice,
  choiceList,
  cost,
  date,
  email,
  html,
  integer,
  integers,
  type Kind,
  MAX_MEMBERS,
  number,
  password,
  searchWords,
  slug,
  text,
  title,
  webUrl,
  zone,
} from '../../src/contract/kinds/values.ts'
import { because, faultBecause } from '../../src/problem.ts'

const LARGEST = 2 ** 53
const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const hall = linkTargets('a venue', 'VenueNew', (raw) =>
  'venue' in raw ? { value: raw.venue } : { faults: { venue: faultBecause(because('missing')) } },
)
const file = upload({ mediaTypes: ['image/*', 'text/csv'], mostBytes: 10 })
const picture = { name: '', bytes: new Uint8Array([1]) }

/** Kind → sent values and their parsed values. */
const read: readonly (readonly [string, Kind<unknown>, readonly (readonly [unknown, unknown])[]])[] = [
  ['boolean', boolean, [...['true', '1', 'yes', 'on', ' ON ', true, 1].map((sent) => [sent, true] as const)]],
  ['boolean', boolean, [...['false', '0', 'no', 'off', false, 0].map((sent) => [sent, false] as const)]],
  [
    'integer',
    integer(),
    [
      ...([
        [1, 1],
        ['1', 1],
        [' +1 ', 1],
        ['-7', -7],
        ['1.0', 1],
        ['1.00', 1],
        ['2.', 2],
        [-0, 0],
      ] as const),
      ...([
        [LARGEST, LARGEST],
        ['9007199254740992', LARGEST],
        [-LARGEST, -LARGEST],
      ] as const),
    ],
  ],
  [
    'integer from 1 to 3',
    integer(1, 3),
    [
      [1, 1],
      [3, 3],
    ],
  ],
  [
    'number from -2 to 2.5',
    number(-2, 2.5),
    [
      [2.5, 2.5],
      [-2, -2],
      ['-1.5', -1.5],
      [' +1 ', 1],
      ['.5', 0.5],
      ['1.', 1],
      ['1E-1', 0.1],
      ['12e-1', 1.2],
      ['.25e+001', 2.5],
    ],
  ],
  [
    'integers',
    integers,
    [
      [
        [1, 2],
        [1, 2],
      ],
      ['1, 2,,1', [1, 2]],
      [3, [3]],
      [
        ['1,2', 3, 1],
        [1, 2, 3],
      ],
      [[], []],
      [many(MAX_MEMBERS), many(MAX_MEMBERS)],
    ],
  ],
  [
    'choice',
    choice(['asc', 'desc']),
    [
      ['asc', 'asc'],
      ['desc', 'desc'],
    ],
  ],
  [
    'choice in any case',
    choice(['asc', 'desc'], true),
    [
      ['ASC', 'asc'],
      ['Desc', 'desc'],
    ],
  ],
  [
    'choices',
    choiceList(['a', 'b', 'c']),
    [
      ['c,a', ['a', 'c']],
      [' c , ,a ', ['a', 'c']],
      [['b'], ['b']],
      ['a', ['a']],
    ],
  ],
  [
    'references',
    references(false),
    [
      ...([
        [1, [{ id: 1 }]],
        ['jazz', [{ text: 'jazz' }]],
        ['a,b', [{ text: 'a' }, { text: 'b' }]],
      ] as const),
      ...([
        [['a,b'], [{ text: 'a,b' }]],
        [
          [{ id: 2 }, { id: '3' }],
          [{ id: 2 }, { id: 3 }],
        ],
      ] as const),
      ...([
        [['<b>x</b> y'], [{ text: 'x y' }]],
        [['e\u0301'], [{ text: 'é' }]],
      ] as const),
      [['x'.repeat(200)], [{ text: 'x'.repeat(200) }]],
      [many(MAX_MEMBERS), many(MAX_MEMBERS).map((id) => ({ id }))],
    ],
  ],
  [
    'references in a filter',
    references(true),
    [
      [
        ['a,b', 1],
        [{ text: 'a' }, { text: 'b' }, { id: 1 }],
      ],
    ],
  ],
  [
    'image',
    image,
    [
      ...[false, 0, '0', 'false'].map((sent) => [sent, { none: true }] as const),
      ...([
        [7, { id: 7 }],
        ['7', { id: 7 }],
        [{ id: 7 }, { id: 7 }],
      ] as const),
      ['https://a.example/b.png', { url: 'https://a.example/b.png' }],
      [`https://a.example/${'x'.repeat(1982)}`, { url: `https://a.example/${'x'.repeat(1982)}` }],
    ],
  ],
  [
    'links',
    hall,
    [
      ...([
        [0, []],
        ['0', []],
        [false, []],
        [7, [{ id: 7 }]],
        ['1,2', [{ id: 1 }, { id: 2 }]],
      ] as const),
      ...([
        [{ id: 3 }, [{ id: 3 }]],
        [{ venue: 'Hall' }, [{ inline: 'Hall' }]],
      ] as const),
      [
        [{ id: null, venue: 'Hall' }, '4'],
        [{ inline: 'Hall' }, { id: 4 }],
      ],
      [many(MAX_MEMBERS), many(MAX_MEMBERS).map((id) => ({ id }))],
    ],
  ],
  [
    'text',
    text(3),
    [
      ['abc', 'abc'],
      [12, '12'],
      [1.5, '1.5'],
      ['🎉🎉🎉', '🎉🎉🎉'],
      ['e\u0301', 'é'],
    ],
  ],
  ['title', title(20), [['<b>A</b>  b\nc', 'A b c']]],
  ['html', html(50), [['<p>A<script>x</script></p>', '<p>A</p>']]],
  [
    'long text',
    text(),
    [
      [true, 'true'],
      [false, 'false'],
      ['x'.repeat(2000), 'x'.repeat(2000)],
    ],
  ],
  ['slug', slug, [['Straße 1', 'strasse-1']]],
  [
    'zone',
    zone,
    [
      [' Europe/Rome ', 'Europe/Rome'],
      ['UTC+2', 'UTC+2'],
    ],
  ],
  [
    'web',
    webUrl,
    [
      ['https://a.example/', 'https://a.example/'],
      ['mailto:a@b.example', 'mailto:a@b.example'],
    ],
  ],
  ['email', email, [[' a@b.example ', 'a@b.example']]],
  [
    'password',
    password,
    [
      ['  A b ', '  A b '],
      ['x'.repeat(255), 'x'.repeat(255)],
    ],
  ],
  ['file', file, [[picture, picture]]],
]

const objects = [{}, { a: 1 }, [[]], [{}], [null]]
/** Kind → fault messages for invalid values. */
const refused: readonly (readonly [string, Kind<unknown>, RegExp, readonly unknown[]])[] = [
  ['boolean', boolean, /^must be true or false/, ['yess', 2, 'x', {}, ['true'], ['1']]],
  [
    'integer',
    integer(),
    /^must be an integer$/,
    ['x', '1.5', 1.5, '1.0x', 'x1', '1 2', '', true, '1e3', [1], {}, LARGEST + 2],
  ],
  ['integer', integer(), /^must be an integer$/, ['90071992547409930', Number.NaN, Number.POSITIVE_INFINITY]],
  ['integer from 1 to 3', integer(1, 3), /^must be 1 or more$/, [0, '-1']],
  ['integer from 1 to 3', integer(1, 3), /^must be 3 or less$/, [4]],
  [
    'number',
    number(-2, 2),
    /^must be a number$/,
    ['x', '1x', 'x1', '.', '1e', 'e1', true, [1], {}, Number.NaN, '1.5.', '--1', '0x1', '0b1'],
  ],
  ['number', number(-2, 2), /^must be from -2 to 2$/, [2.01, -2.01, '3', '1e9']],
  ['integers', integers, /^must be a list of integers$/, ['1,x', [1.5], [{}], ['a'], [true], [[1]], [null]]],
  [
    'integers',
    integers,
    /^must have at most 500 members$/,
    [many(MAX_MEMBERS + 1), many(MAX_MEMBERS + 1).join()],
  ],
  ['choice', choice(['asc', 'desc']), /^must be one of asc, desc$/, ['ASC', 'x', 1, ['asc'], {}]],
  ['choice in any case', choice(['asc', 'desc'], true), /^must be one of asc, desc$/, ['ascc', 1, ['asc']]],
  ['choices', choiceList(['a', 'b']), /^must be one or more of a, b$/, ['a,x', [], ',', ['x'], 1]],
  [
    'references',
    references(false),
    /^must be a list of ids, slugs or names$/,
    [1.5, true, ...objects, [[1]], { id: 'x' }],
  ],
  ['references', references(false), /^must not have an empty member$/, [[''], ['<b></b>']]],
  ['references', references(false), /^must not have a member longer than 200/, [['x'.repeat(201)]]],
  ['references', references(false), /^must have at most 500 members$/, [many(MAX_MEMBERS + 1)]],
  [
    'image',
    image,
    /^must be the id of a media item or an http\(s\) address$/,
    ['x', 'ftp://a.example/', 1.5, true, ...objects],
  ],
  ['image', image, /^must be the id/, [`https://a.example/${'x'.repeat(1983)}`]],
  ['links', hall, /^must have at most 500 members$/, [many(MAX_MEMBERS + 1)]],
  ['text', text(3), /^must be text$/, [[], {}, ['x'], Number.POSITIVE_INFINITY, Number.NaN]],
  ['text', text(3), /^must be at most 3 characters long$/, ['abcd', 1234, '🎉🎉🎉🎉']],
  ['text', text(), /^must be at most 2000 characters long$/, ['x'.repeat(2001)]],
  ['text', text(), /^must not contain the control character U\+0000$/, ['a\u0000b']],
  ['title', title(20), /^must not be empty$/, ['<b></b>', ' \n ']],
  ['zone', zone, /^must be a time zone such as/, ['Europe/Nowhere', 'UTC+15']],
  ['web', webUrl, /^must be a URL/, ['javascript:x', 'a.example']],
  ['email', email, /^must be an e-mail address/, ['a', 'a@', 'a b@c.example']],
  ['date', date, /^must be a date such as/, ['2027-02-30', {}, ['2027-01-01'], true]],
  ['cost', cost, /./, [{}, [{}], true]],
  ['search', searchWords, /./, ['x '.repeat(21)]],
  ['password', password, /^must be at most 255 characters long$/, ['x'.repeat(256)]],
  ['file', file, /^must be a file: .*\(image\/\*, text\/csv\)$/, ['x', {}, null, { bytes: 'x' }]],
]

describe('the kind', () => {
  for (const [name, kind, rows] of read)
    it(`${name} accepts ${rows.length} notations`, () => {
      for (const [sent, value] of rows) expect(kind.read(sent), JSON.stringify(sent)).toEqual({ value })
    })

  for (const [name, kind, fault, rows] of refused)
    it(`${name} rejects a value with ${fault.source}`, () => {
      for (const sent of rows)
        expect(kind.read(sent), JSON.stringify(sent)).toMatchObject({
          fault: { message: expect.stringMatching(fault) },
        })
    })

  it('links reports the path of the invalid member', () => {
    expect(hall.read(['x'])).toMatchObject({
      faults: { '': { code: 'invalid-linked-id', message: expect.stringMatching(/the id of a venue/) } },
    })
    expect(hall.read([1, { hall: 'x' }])).toEqual({
      faults: { '[1].venue': faultBecause(because('missing')) },
      readable: [{ id: 1, at: 0 }],
    })
    for (const sent of [[[1]], [null], [true], { id: 'x' }])
      expect(hall.read(sent), JSON.stringify(sent)).toHaveProperty('faults')
  })

  it('date, cost and search parse like the domain functions', () => {
    for (const sent of ['2027-05-04', 'tomorrow', 1_800_000_000])
      expect(date.read(sent)).toHaveProperty('value')
    expect(cost.read('10 €')).toHaveProperty('value')
    expect(searchWords.read('jazz night')).toHaveProperty('value')
  })
})

describe('an object of args', () => {
  it.each([webhookFilter, templateFields, eventDraftChanges])(
    'as $name may be JSON text, but not that of anything else than an object',
    ({ read }) => {
      for (const sent of [{ featured: true }, '{"featured":true}'])
        expect(read(sent)).toEqual({ value: { featured: true } })
      for (const sent of ['5', 'true', 'null', '"x"', '[]', 'x', 5, null])
        expect(read(sent), String(sent)).toHaveProperty('fault')
    },
  )
})

describe('args', () => {
  /** Built for each test, so that mutation tests notice changes in the declaration functions. */
  const declared = (): ArgSpecs => ({
    name: required(text()),
    note: optional(text(), 'none'),
    slug: notClearable(text()),
    page: defaulted(integer(1), 1),
  })
  const given = (sent: Record<string, unknown>, mode: ArgsMode) => readArgs(declared(), sent, mode)
  const faultsOf = (sent: Record<string, unknown>, mode: ArgsMode) => Object.keys(given(sent, mode).faults)

  it('that are required may be absent only from updates, and defaults take effect except in updates', () => {
    for (const mode of ['query', 'create'] as const)
      expect(given({}, mode)).toEqual({ values: { page: 1 }, missing: ['name'], faults: {} })
    expect(given({}, 'update')).toEqual({ values: {}, missing: [], faults: {} })
    for (const mode of ['query', 'create', 'update'] as const)
      expect(given({ name: 'A', page: 2, other: 3 }, mode).values).toEqual({ name: 'A', page: 2 })
  })

  it('that are blank count as absent, clear the field, or are a fault', () => {
    for (const blank of [null, '']) {
      const all = { name: blank, note: blank, slug: blank, page: blank }
      expect([faultsOf(all, 'create'), given(all, 'create').values]).toEqual([['name'], { page: 1 }])
      expect([faultsOf(all, 'update'), given(all, 'update').values]).toEqual([
        ['name', 'slug', 'page'],
        { note: null },
      ])
    }
    expect(given({ name: '', note: '' }, 'query')).toEqual({
      values: { page: 1 },
      missing: ['name'],
      faults: {},
    })
    for (const mode of ['create', 'update'] as const)
      expect(given({ name: '', slug: 'a' }, mode).faults).toEqual({
        name: faultBecause(because('empty')),
      })
    expect(given({ slug: null }, 'update').faults.slug?.message).toBe('must not be empty')
  })

  it('that are invalid are all reported at once, members by path', () => {
    expect(given({ name: {}, page: 0 }, 'create').faults).toEqual({
      name: faultBecause(because('not_a_text')),
      page: faultBecause(because('too_small', { least: 1 })),
    })
    expect(Object.keys(readArgs({ venue: optional(hall) }, { venue: [{}] }, 'create').faults)).toEqual([
      'venue[0].venue',
    ])
  })
})
