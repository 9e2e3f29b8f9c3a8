/** Creating and changing own pages (contract §23). Who may is decided before. */

import type { PureContext } from '../api/context.ts'
import type { CreateArgs, UpdateArgs } from '../contract/resources/index.ts'
import { Problem } from '../problem.ts'
import type { PageRecord, Writing } from '../store/store.ts'
import { pageColumnsFromArgs } from './compose/page.ts'
import { leavesTrash, slugAfterChange } from './writing/save.ts'

/** The most pages outside of the trash: a calendar is no site of its own. */
const MAX_PAGES = 100

async function requireRoomForAnother(store: Writing): Promise<void> {
  if ((await store.pagesOutsideTrash()) >= MAX_PAGES) throw new Problem('too_many_pages')
}

/** Creates a page. Returns its id. Throws 409 where there are as many as there may be. */
export async function createPage(
  store: Writing,
  args: CreateArgs<'page'>,
  context: PureContext,
): Promise<number> {
  await requireRoomForAnother(store)
  const columns = pageColumnsFromArgs(args, undefined, context)
  return (await store.put('page', undefined, { ...columns, slug: args.slug })).id
}

/** Changes a page in an open transaction. Throws 409 where it leaves the trash and there are as many as there may be. */
export async function updatePage(
  store: Writing,
  kept: PageRecord,
  args: UpdateArgs<'page'>,
  context: PureContext,
): Promise<void> {
  const columns = pageColumnsFromArgs(args, kept, context)
  const isBack = leavesTrash(kept.status, columns.status)
  if (isBack) await requireRoomForAnother(store)
  const change = { sent: args.slug === null ? '' : args.slug, title: columns.title, isBack }
  const slug = await slugAfterChange(store, { name: 'page', kept }, change)
  await store.put('page', kept.id, { ...columns, slug })
}
