/** Changing media items, and who may (contract §4.6). */

import type { ContextWithImages, PureContext } from '../../api/context.ts'
import type { Focus, ImagePreparationOptions, ImageSource } from '../../api/images.ts'
import { mayUpload, refusalProblem, rightsByRole } from '../../api/policy.ts'
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsComposer } from '../../contract/resources/fields/values.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import type { MediaRecord, Writing } from '../../store/store.ts'
import { mediaColumnsFromArgs } from '../compose/media.ts'
import { preparedImageOrPlaceholder, sourceKeyOfRecutThumbnail } from './prepared-images.ts'

const composeFields = fieldRowsComposer(mediaFields)

/** Returns the sizes of a media item with the thumbnail cut around the focus. Throws 400 if its file can't be read. */
function sizesAround(focus: Focus, { id, sizes }: MediaRecord, context: PureContext): MediaRecord['sizes'] {
  const { columns } = preparedImageOrPlaceholder(
    { source: sourceKeyOfRecutThumbnail(id, focus), wish: focus },
    'focus_x',
    context,
  )
  const { file, width, height, mime_type, filesize } = columns
  return { ...sizes, thumbnail: { file, width, height, mime_type, filesize } }
}

/** Changes the texts and the focus of a media item in an open transaction. Throws 400 if its thumbnail can't be cut again. */
export async function updateMedia(
  store: Writing,
  kept: MediaRecord,
  args: UpdateArgs<'media'>,
  context: ContextWithImages,
): Promise<void> {
  const composed = mediaColumnsFromArgs(args, kept, context)
  const focus = { x: composed.focus_x, y: composed.focus_y }
  const isMoved = focus.x !== kept.focus_x || focus.y !== kept.focus_y
  const isCut = isMoved && kept.sizes.thumbnail !== undefined
  const values = isCut ? { ...composed, sizes: sizesAround(focus, kept, context) } : composed
  await store.put('media', kept.id, values)
}

/** Returns the cut that a change needs: the thumbnail around another focus. */
export function picturesOfChange(
  kept: MediaRecord,
  args: UpdateArgs<'media'>,
): ReadonlyMap<ImageSource, ImagePreparationOptions> {
  const { focus_x: x, focus_y: y } = composeFields(args, kept)
  const isCut = (x !== kept.focus_x || y !== kept.focus_y) && kept.sizes.thumbnail !== undefined
  return new Map(isCut ? [[sourceKeyOfRecutThumbnail(kept.id, { x, y }), { x, y }]] : [])
}

/** Throws 401 or 403 unless the actor may change and delete the media item. */
export function requireMayEditMedia({ author }: Pick<MediaRecord, 'author'>, { actor }: PureContext): void {
  const isOwn = author === actor.id
  if (!mayUpload(actor) || (rightsByRole[actor.role].edits !== 'all' && !isOwn)) throw refusalProblem(actor)
}
