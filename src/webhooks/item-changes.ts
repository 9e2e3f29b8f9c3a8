/** The changes of items in the journal, and the type of message that each is for a webhook. */
import { SUBMISSION_TYPE, type WebhookMessageType } from '../contract/operations/integrations/webhooks.ts'
import { type ResourceName, resourceNames } from '../contract/resources/index.ts'
import type { JournalEntry, Webhook, WebhookAction } from '../store/store.ts'

/** The name of submissions in the journal. */
export const SUBMISSION_RESOURCE = 'submission'
type Told = ResourceName | typeof SUBMISSION_RESOURCE

const isTold = (name: string): name is Told =>
  name === SUBMISSION_RESOURCE || resourceNames.some((one) => one === name)

/** The changes of one item within a batch, oldest first. */
export interface ChangesOfOneItem {
  readonly resource: Told
  readonly id: number
  readonly revision: number
  /** The history of the revision; null for one from before histories had ids. */
  readonly history: string | null
  readonly actions: readonly WebhookAction[]
}

/**
 * Returns the action of an entry within the groups that a webhook follows, 0 for no group: what comes into them is created, what leaves
 * them is removed, and what is in none of them before and after is nothing.
 */
function actionWithin(
  action: WebhookAction | '',
  { group_before, group_after }: JournalEntry,
  groups: readonly number[] | undefined,
): WebhookAction | '' {
  if (groups === undefined || action === '' || action === 'received') return action
  const wasIn = action !== 'created' && groups.includes(group_before ?? 0)
  const isIn = action !== 'removed' && groups.includes(group_after ?? 0)
  if (isIn) return wasIn ? 'updated' : 'created'
  return wasIn ? 'removed' : ''
}

/**
 * Returns the changes that a webhook may see, by item, in the order of their last change. `groups` are those that its filter names;
 * undefined for all.
 */
export function changesVisibleToWebhook(
  { isPrivate }: Pick<Webhook, 'isPrivate'>,
  entries: readonly JournalEntry[],
  groups: readonly number[] | undefined,
) {
  const found = new Map<string, ChangesOfOneItem>()
  for (const entry of entries) {
    const { resource, item_id: id, revision, history, change, public_change } = entry
    const action = actionWithin(isPrivate ? change : public_change, entry, groups)
    if (action === '' || !isTold(resource)) continue
    const key = `${resource} ${id}`
    const before = found.get(key)
    found.delete(key)
    found.set(key, { resource, id, revision, history, actions: [...(before?.actions ?? []), action] })
  }
  return [...found.values()]
}

/**
 * Returns the type of the one message about several changes of an item: created, updated or removed; undefined if the webhook wants
 * none of them.
 */
export function messageTypeOfItemChanges(
  { types }: Webhook,
  { resource, actions }: ChangesOfOneItem,
): WebhookMessageType | undefined {
  if (resource === SUBMISSION_RESOURCE) return types.find((type) => type === SUBMISSION_TYPE)
  const wanted = actions.filter((action) => types.some((type) => type === `${resource}.${action}`))
  if (actions.at(-1) === 'removed') return wanted.includes('removed') ? `${resource}.removed` : undefined
  const kept = wanted.filter((action) => action !== 'removed')
  if (kept.length === 0) return undefined
  return `${resource}.${kept.includes('created') ? 'created' : 'updated'}`
}
