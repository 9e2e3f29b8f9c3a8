/** The tables of the calendar: items and their links, the groups that keep them, and the long texts that events share. */
import { cascadingReferenceType, primaryKeyConstraint, setNullForeignKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumnSql,
  bigintDefaultZero,
  type ColumnGroup,
  type DialectTypes,
  flagDefaultFalseSqlForColumn,
  flagSqlForColumn,
  integerColumnSql,
  languageColumns,
  nullableBigintColumnSql,
  textDefaultEmpty,
} from './columns.ts'
import { makeLongTextTables } from './long-texts.ts'

const setNull = (of: string, column: string, table: string) =>
  setNullForeignKeyConstraint(`${of}_${column}`, column, table)

const linksTo = (targets: string): BaselineTable => ({
  name: `event_${targets}`,
  columns: [
    [cascadingReferenceType('events'), 'event_id'],
    [cascadingReferenceType(targets), 'target_id'],
    [integerColumnSql, 'position'],
  ],
  constraints: [primaryKeyConstraint(`event_${targets}_key`, ['event_id', 'target_id'])],
  isTree: true,
})

/** The group of an event or a series, and whether it is in the main calendar; null follows the group. */
const groupColumns: readonly ColumnGroup[] = [
  ['bigint references "groups" ("id") on delete set null', 'group_id'],
  ['smallint check ("in_main" in (0, 1))', 'in_main'],
]

const groupsTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'groups',
  columns: [
    [id, 'id'],
    [bigintColumnSql, 'version modified_utc'],
    [`${exact} default '[]'`, 'origins'],
    [exact, 'name name_key slug description color main'],
    [nullableBigintColumnSql, 'image'],
    [exact, 'search_text'],
    ...languageColumns(exact),
    [flagDefaultFalseSqlForColumn, 'federated'],
  ],
  constraints: [setNull('groups', 'image', 'media')],
})

const seriesTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'series',
  columns: [
    [id, 'id'],
    [bigintColumnSql, 'version modified_utc'],
    [`${exact} default '[]'`, 'origins'],
    [bigintColumnSql, 'author'],
    [exact, 'status'],
    [bigintColumnSql, 'date_utc'],
    [flagSqlForColumn, 'date_set'],
    [exact, 'slug title title_key uid recurrence timezone'],
    [flagSqlForColumn, 'all_day'],
    [exact, 'start_date end_date made_until'],
    [flagSqlForColumn, 'is_complete'],
    [bigintDefaultZero, 'trash_act'],
    [`${exact} default ''`, 'recurrence_before'],
    [nullableBigintColumnSql, 'continues continued_by'],
    [exact, 'pattern'],
    [`${exact} default ''`, 'unspread'],
    [bigintDefaultZero, 'spread_to'],
    ...groupColumns,
    [bigintDefaultZero, 'moved_by'],
    [`${exact} default ''`, 'moved_to'],
  ],
  constraints: ['continues', 'continued_by'].map((column) => setNull('series', column, 'series')),
})

const eventsTable = ({ id, exact, maybeExact }: DialectTypes): BaselineTable => ({
  name: 'events',
  columns: [
    [id, 'id'],
    [exact, 'origins status slug description website search_text title title_key excerpt'],
    [exact, 'start_date end_date timezone cost tickets custom_fields'],
    [bigintColumnSql, 'version modified_utc author date_utc start_utc end_utc'],
    [flagSqlForColumn, 'date_set all_day show_map show_map_link hide_from_listings sticky featured ticketed'],
    [maybeExact, 'password_hash'],
    [nullableBigintColumnSql, 'image post_parent'],
    [textDefaultEmpty, 'uid'],
    ['integer default 0 not null', 'was_public'],
    [textDefaultEmpty, 'pruned_status'],
    ["text default 'scheduled' not null", 'event_status'],
    [textDefaultEmpty, 'previous_start_date'],
    ["text default 'offline' not null", 'attendance_mode'],
    [textDefaultEmpty, 'online_url'],
    ['smallint default 0 not null', 'free'],
    ['bigint references "series" ("id") on delete set null', 'series'],
    [`${exact} default ''`, 'recurrence_id'],
    [`${exact} default '[]'`, 'own_fields'],
    [bigintDefaultZero, 'trash_act'],
    ['bigint references "long_texts" ("id")', 'long_description long_excerpt long_search'],
    ...languageColumns(exact),
    [`${exact} default ''`, 'status_reason'],
    ...groupColumns,
    [`${exact} default 'null'`, 'origin'],
  ],
  constraints: [setNull('events', 'image', 'media'), setNull('events', 'post_parent', 'events')],
})

const linkedTables = ({ id, exact, maybeExact }: DialectTypes): readonly BaselineTable[] => [
  {
    name: 'venues',
    columns: [
      [id, 'id'],
      [exact, 'origins status slug description website search_text name name_key'],
      [exact, 'address city country province state zip phone'],
      [bigintColumnSql, 'version modified_utc author date_utc'],
      [flagSqlForColumn, 'date_set show_map show_map_link'],
      [maybeExact, 'stateprovince'],
      [nullableBigintColumnSql, 'image'],
      ['double precision', 'geo_lat geo_lng'],
      ...languageColumns(exact),
      [`${exact} default ''`, 'accessibility'],
    ],
    constraints: [setNull('venues', 'image', 'media')],
  },
  {
    name: 'organizers',
    columns: [
      [id, 'id'],
      [exact, 'origins status slug description website search_text name name_key phone email'],
      [bigintColumnSql, 'version modified_utc author date_utc'],
      [flagSqlForColumn, 'date_set'],
      [nullableBigintColumnSql, 'image'],
      ...languageColumns(exact),
      [flagDefaultFalseSqlForColumn, 'federated'],
    ],
    constraints: [setNull('organizers', 'image', 'media')],
  },
]

const termTables = ({ id, exact }: DialectTypes): readonly BaselineTable[] => {
  const columns: BaselineTable['columns'] = [
    [id, 'id'],
    [exact, 'origins name name_key slug description search_text'],
    [bigintColumnSql, 'version modified_utc count'],
  ]
  const languages = languageColumns(exact)
  const more: BaselineTable['columns'] = [
    [nullableBigintColumnSql, 'parent'],
    [textDefaultEmpty, 'color'],
    ...languages,
    ["varchar(40) default 'by_name' not null", 'federated_as'],
  ]
  const constraints = [setNull('categories', 'parent', 'categories')]
  return [
    { name: 'categories', columns: [...columns, ...more], constraints },
    { name: 'tags', columns: [...columns, ...languages] },
  ]
}

const mediaTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'media',
  columns: [
    [id, 'id'],
    [exact, 'title alt_text file extension mime_type sizes source_url'],
    [bigintColumnSql, 'version author date_utc modified_utc width height filesize'],
    [textDefaultEmpty, 'search_text'],
    ['integer default 50 not null', 'focus_x focus_y'],
    [`${exact} default ''`, 'slug widths'],
    ...languageColumns(exact),
    [`${exact} default ''`, 'credit license'],
  ],
})

/** Returns the tables of the calendar, each after those that it references. */
export const makeCalendarTables = (types: DialectTypes): readonly BaselineTable[] => [
  mediaTable(types),
  ...makeLongTextTables(types),
  groupsTable(types),
  seriesTable(types),
  eventsTable(types),
  ...linkedTables(types),
  ...termTables(types),
  ...['venues', 'organizers', 'categories', 'tags'].map(linksTo),
]
