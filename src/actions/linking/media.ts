/** Changing media items, and who may (contract §4.6). */
import type { UpdateArgs } from '../../contract/resources/index.ts'
import type { MediaRecord, Writing } from '../../store/store.ts'
import { composeMedia } from '../compose/media.ts'
import type { Context } from '../context.ts'
import { refusal, rights } from '../policy.ts'
import { differing, save } from '../writing/save.ts'

/** Changes the texts of a media item in an open transaction. */
export async function updateMedia(
  store: Writing,
  kept: MediaRecord,
  args: UpdateArgs<'media'>,
  context: Context,
): Promise<void> {
  const changes = differing<MediaRecord>(composeMedia(args, kept), kept)
  if (Object.keys(changes).length > 0) await save(store, 'media', kept, changes, context)
}

/** Throws 401 or 403 unless the actor may change and delete the media item. */
export function allowEditingMedia({ author }: Pick<MediaRecord, 'author'>, { actor }: Context): void {
  const { uploads, edits } = rights[actor.role]
  if (!uploads || (edits !== 'all' && author !== actor.id)) throw refusal(actor)
}
