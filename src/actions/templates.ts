/** Templates of events (contract §16, ext.): those who may create in the group use them, its editors keep them. */
import { isDeepStrictEqual } from 'node:util'
import type { Revised } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import {
  type Actor,
  refusalProblem,
  requireMayWriteSomeItems,
  rightsByRole,
  rightsOnItemsOfGroup,
} from '../api/policy.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { because, invalidParam, overtaken, Problem } from '../problem.ts'
import type { AuditRow, EventTemplate, ResultAndRevision, Writing } from '../store/store.ts'
import { writeWhatChanges } from './writing/preparing.ts'

/** The most templates of one group, and of the site. */
export const MAX_TEMPLATES_PER_GROUP_OR_SITE = 100

type Place = Pick<EventTemplate, 'group_id'>

/** Whether the actor may create events where the template belongs: as a member of the group or an editor of the site, or on the site. */
function mayUse(actor: Actor, { group_id }: Place): boolean {
  const { creates, edits } = rightsByRole[actor.role]
  if (group_id === null) return creates !== 'none'
  return edits === 'all' || actor.groups?.get(group_id) !== undefined
}

/** Throws 401 or 403 unless the actor edits all events where the template belongs. */
function allowKeeping({ actor }: Pick<Context, 'actor'>, { group_id }: Place): void {
  if (rightsOnItemsOfGroup(actor, group_id).edits !== 'all') throw refusalProblem(actor)
}

/** Returns the templates that the actor may use, by name. */
export async function usableTemplates({
  store,
  actor,
}: Pick<Context, 'actor'> & { readonly store: Pick<Context['store'], 'templates'> }): Promise<
  readonly EventTemplate[]
> {
  return (await store.templates.all()).filter((template) => mayUse(actor, template))
}

/** Returns the template with an id. Throws 404, also for one of a group that the actor does not write in, and 401 or 403. */
async function keptTemplate(store: Writing, id: number, context: Context): Promise<EventTemplate> {
  const template = await store.template(id)
  if (template === undefined || !mayUse(context.actor, template)) throw new Problem('template-not-found')
  allowKeeping(context, template)
  return template
}

/** Throws 400 on `arg` where the group, or the site, has as many templates as it may. */
async function requireRoomForAnother(store: Writing, { group_id }: Place, arg: string): Promise<void> {
  if ((await store.templatesOf(group_id)) >= MAX_TEMPLATES_PER_GROUP_OR_SITE)
    throw invalidParam(arg, because('too_many_templates', { most: MAX_TEMPLATES_PER_GROUP_OR_SITE }))
}

/** A template as sent. */
interface NewTemplate {
  readonly name: string
  /** The id of its group; absent or 0 for the site. */
  readonly group?: number | null | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

/** Keeps a template, and returns it. Throws 400 for an unknown group and beyond the most, 401 or 403. */
export async function addTemplate(
  { name, group, fields }: NewTemplate,
  context: Context,
): Promise<ResultAndRevision<EventTemplate>> {
  const { store, moment } = context
  const group_id = group || null
  allowKeeping(context, { group_id })
  return store.write(context, async (tx) => {
    if (group_id !== null && (await tx.find('group', { id: group_id }, moment)) === undefined)
      throw invalidParam('group', because('no_such_item', { kind: 'group', id: group_id }))
    await requireRoomForAnother(tx, { group_id }, 'name')
    const template = { group_id, name, fields: JSON.stringify(fields) }
    return tx.putTemplate(undefined, template, epochOfInstant(moment.now))
  })
}

/** Gives a template another name, and returns it. Throws 401, 403 or 404. */
export async function renameTemplate(
  id: number,
  name: string,
  context: Context,
): Promise<Revised<EventTemplate>> {
  const { result, revision } = await writeWhatChanges(
    context,
    async (tx) => {
      const before = await keptTemplate(tx, id, context)
      const now = epochOfInstant(context.moment.now)
      return { before, template: await tx.putTemplate(id, { ...before, name }, now) }
    },
    ({ before }) => before.name !== name,
  )
  return { result: result.template, revision }
}

/** Deletes a template, and returns it as it stood. Throws 401, 403 or 404. */
export const removeTemplate = (id: number, context: Context): Promise<ResultAndRevision<EventTemplate>> =>
  context.store.write(context, async (tx) => {
    const template = await keptTemplate(tx, id, context)
    await tx.removeTemplate(template)
    return template
  })

// Undoes what a write did to a template (ext.).

/** Whether a row of the audit is of a template. */
export const isOfTemplate = ({ act }: AuditRow): boolean =>
  act === 'template_added' || act === 'template_renamed' || act === 'template_removed'

/**
 * Deletes a template that a write added, gives one its name back, or brings one back. A write changes one at most. Throws 401 or
 * 403 for who may not keep templates there, 400 beyond the most, 404 where the group is gone, and 409 where the template was changed since.
 */
export async function undoChangeOfTemplate(
  store: Writing,
  { act, resource, item_id, title }: AuditRow,
  parts: readonly AuditRow[],
  context: Context,
): Promise<void> {
  const { moment } = context
  const group_id = resource === 'group' ? item_id : null
  requireMayWriteSomeItems(context.actor, 'event')
  allowKeeping(context, { group_id })
  const part = parts.find((one) => one.resource === 'template')
  const changed = Object.entries(part?.changes ?? {})
  if (part === undefined || changed.length === 0) throw new Problem('change-not-recorded')
  if (group_id !== null && (await store.find('group', { id: group_id }, moment)) === undefined)
    throw new Problem('group-not-found')
  const { item_id: id } = part
  const current = await store.template(id)
  const isRemoved = act === 'template_removed'
  const isStill = changed.every(([column, [, after]]) =>
    isDeepStrictEqual(Reflect.get(current ?? {}, column), after),
  )
  if (isRemoved ? current !== undefined : current === undefined || !isStill) throw overtaken({ title })
  if (current !== undefined && act === 'template_added') return store.removeTemplate(current)
  if (isRemoved) await requireRoomForAnother(store, { group_id }, 'revision')
  const before = Object.fromEntries(changed.map(([column, [was]]) => [column, was]))
  await store.putTemplate(
    id,
    { group_id, name: '', fields: '{}', ...current, ...before },
    epochOfInstant(moment.now),
  )
}
