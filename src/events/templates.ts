/** Templates of events (contract §16, ext.): those who may create in the group use them, its editors keep them. */

import type { Context } from '../api/context.ts'
import { type Actor, refusalProblem, rightsByRole, rightsOnItemsOfGroup } from '../api/policy.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { EventTemplate } from '../store/store.ts'

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
function allowKeeping({ actor }: Context, { group_id }: Place): void {
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
async function keptTemplate(id: number, context: Context): Promise<EventTemplate> {
  const template = await context.store.templates.find(id)
  if (template === undefined || !mayUse(context.actor, template)) throw new Problem('template-not-found')
  allowKeeping(context, template)
  return template
}

/** A template as sent. */
interface NewTemplate {
  readonly name: string
  /** The id of its group; absent or 0 for the site. */
  readonly group?: number | null | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

/** Keeps a template, and returns it. Throws 400 for an unknown group and beyond the most, 401 or 403. */
export async function addTemplate(sent: NewTemplate, context: Context): Promise<EventTemplate> {
  const { store, moment } = context
  const group_id = sent.group || null
  allowKeeping(context, { group_id })
  if (group_id !== null && (await store.find('group', { id: group_id }, moment)) === undefined)
    throw invalidParam('group', because('no_such_item', { kind: 'group', id: group_id }))
  const template = { group_id, name: sent.name, fields: JSON.stringify(sent.fields) }
  const id = await store.templates.add(template, MAX_TEMPLATES_PER_GROUP_OR_SITE, context)
  const added = id === undefined ? undefined : await store.templates.find(id)
  if (added === undefined)
    throw invalidParam('name', because('too_many_templates', { most: MAX_TEMPLATES_PER_GROUP_OR_SITE }))
  return added
}

/** Gives a template another name, and returns it. Throws 401, 403 or 404. */
export async function renameTemplate(id: number, name: string, context: Context): Promise<EventTemplate> {
  const template = await keptTemplate(id, context)
  await context.store.templates.rename(template, name, context)
  return (await context.store.templates.find(id)) ?? template
}

/** Deletes a template, and returns it as it stood. Throws 401, 403 or 404. */
export async function removeTemplate(id: number, context: Context): Promise<EventTemplate> {
  const template = await keptTemplate(id, context)
  await context.store.templates.remove(template, context)
  return template
}
