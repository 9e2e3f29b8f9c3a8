/** What every update does: compare with what is kept, and keep only what differs, one version on. */
import type { ItemName, ResourceName } from '../contract/resources/index.ts'
import { epochOf } from '../domain/moment.ts'
import { slugOr } from '../domain/slug.ts'
import { type ItemStatus, isApproved } from '../domain/status.ts'
import type { RecordOf, ValuesOf, Writing } from '../store/store.ts'
import type { Context } from './context.ts'
import { mayPublish } from './policy.ts'

/** The values that differ from those kept. */
export function differing<R extends object>(values: Partial<R>, kept: R): Partial<R> {
  const before = new Map<string, unknown>(Object.entries(kept))
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => before.get(key) !== value),
  ) as Partial<R>
}

/**
 * The changes with the status they lead to (contract §4.3). Approved is what was seen: whoever may not publish sends
 * what was scheduled back to `pending` by changing it.
 */
export function awaitingApproval<R extends { readonly status: ItemStatus }>(
  changes: Partial<R>,
  kept: R,
  { actor }: Pick<Context, 'actor'>,
): Partial<R> {
  const waits = isApproved(kept.status) && isApproved(changes.status ?? kept.status) && !mayPublish(actor)
  return waits ? { ...changes, status: 'pending' } : changes
}

/** The slug after a change: renamed, made anew from the title, or given back on leaving the trash. */
export async function nextSlug(
  store: Writing,
  name: ItemName,
  sent: string | null | undefined,
  title: string,
  kept: { id: number; slug: string },
  isRestored: boolean,
): Promise<string> {
  const renamed = sent !== undefined && sent !== kept.slug
  if (!renamed && !isRestored) return kept.slug
  return store.freeSlug(name, renamed ? slugOr(sent || title, name) : kept.slug, kept.id)
}

/** Keeps what changed, one version on. */
export async function keep<N extends ResourceName>(
  store: Writing,
  name: N,
  kept: RecordOf<N>,
  changes: Partial<ValuesOf<N>>,
  { moment }: Context,
): Promise<void> {
  await store.update(name, kept.id, {
    ...changes,
    version: kept.version + 1,
    modified_utc: epochOf(moment.now),
  })
}

/** Whether an item leaves the trash. */
export const isRestored = (before: string, after: string) => before === 'trash' && after !== 'trash'
