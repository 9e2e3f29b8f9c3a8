/** Writes the templates of groups and of the site, for which the log of the group, or of the settings, has a line (contract §16). */
import { countRowsFrom, type Db, insertRow, sql, updateRow } from '../database/sql.ts'
import { notedAct } from '../log/log.ts'
import type { BeforeAndAfterByField, EventTemplate, TemplateValues } from '../types/index.ts'

export const templateIn = (db: Db, id: number): Promise<EventTemplate | undefined> =>
  sql<EventTemplate>`select * from event_templates where id = ${id}`.first(db)

/** Counts the templates of a group, or of the site (null). */
export const countTemplates = (db: Db, group: number | null): Promise<number> =>
  countRowsFrom(db, sql`event_templates where coalesce(group_id, 0) = ${group ?? 0}`)

/** Inserts a template, with this id if one is given, or changes the one that is there. Returns it. */
export async function storeTemplate(
  db: Db,
  id: number | undefined,
  { group_id, name, fields }: TemplateValues,
  { before, now }: { readonly before: EventTemplate | undefined; readonly now: number },
): Promise<EventTemplate> {
  const values = { group_id, name, fields, modified_utc: now }
  if (before === undefined) {
    const own = id === undefined ? values : { id, ...values }
    return { ...values, id: await insertRow(db, 'event_templates', own) }
  }
  await updateRow(db, 'event_templates', before.id, values)
  return { ...values, id: before.id }
}

/** Returns what differs between a template before and after a change; undefined for one that is not there. */
export const changesOfTemplate = (
  before: TemplateValues | undefined,
  after: TemplateValues | undefined,
): BeforeAndAfterByField =>
  Object.fromEntries(
    (['group_id', 'name', 'fields'] as const).flatMap((column) =>
      before?.[column] === after?.[column]
        ? []
        : [[column, [before?.[column] ?? null, after?.[column] ?? null]] as const],
    ),
  )

/** Returns the line of the log that says what became of a template. */
export async function lineOfTemplate(
  db: Db,
  { group_id, name }: TemplateValues,
  act: 'template_added' | 'template_renamed' | 'template_removed',
) {
  if (group_id === null) return notedAct({ resource: 'settings', item_id: 0, act, values: { name } })
  const row = sql<{
    readonly name: string
    readonly slug: string
  }>`select name, slug from groups where id = ${group_id}`
  const { name: group = '', slug = '' } = (await row.first(db)) ?? {}
  return notedAct({ resource: 'group', item_id: group_id, slug, act, values: { group, name } })
}
