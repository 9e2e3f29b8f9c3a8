/** Media: the images of the library. The door of their room. */

import { valuesToSendAgain } from '../../actions/editing/resend.ts'
import {
  createMedia,
  imagePreparationsForUploadArgs,
  picturesOfChange,
  removeUnusedImageFiles,
  requireMayEditMedia,
  updateMedia,
} from '../../actions/linking/images.ts'
import { languageFilters } from '../../actions/listing/list-query.ts'
import { answer, itemAnswer, itemsAnswer, named, newItemAnswer } from '../../api/answer.ts'
import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { operation, type Right, serviceOperation } from '../../api/operation.ts'
import { editors } from '../../api/permission.ts'
import { mayWriteSomeItems } from '../../api/policy.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { valuesAfterChange } from '../../changes/history.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { mediaFields } from '../../contract/resources/fields/item-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { parseUpdateArgs, type UpdateArgs } from '../../contract/resources/index.ts'
import { media as declared } from '../../contract/resources/items.ts'
import { shownLanguageArgs } from '../../contract/resources/shared.ts'
import { choiceShape, integerShape, listShape, objectShape, textShape } from '../../contract/shape.ts'
import { withoutUndefined } from '../../contract/table-of.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import { representMedia } from '../../representations/json/items.ts'
import type { MediaRecord, Writing } from '../../store/store.ts'
import { changesOf, history, itemOf, revert, shownItem } from '../shared.ts'

// Images as the interface shows them, and as they are stored.

export const media: WrittenResource<'media'> = {
  name: 'media',
  collection: 'media',
  schema: 'Media',
  represent: representMedia,
  // Who adds an image sets its file. Its pictures for pages are made later.
  blank: {
    ...defaultColumnsOfRows(mediaFields),
    ...blankTexts,
    title: '',
    author: 0,
    date_utc: 0,
    source_url: '',
    file: '',
    extension: '',
    mime_type: '',
    width: 0,
    height: 0,
    filesize: 0,
    sizes: {},
    widths: [],
  },
  derive: derivedColumns.media,
}

// Who may do what with images: who may upload keeps its own; editors keep all. Contributors upload for events that they may change.

const mayRead: Right = { scope: 'read', allows: () => true }
const mayUploadSome: Right = { scope: 'media', allows: (actor) => mayWriteSomeItems(actor, 'media') }
const mayChange: Right<MediaRecord> = { ...mayUploadSome, requireOn: requireMayEditMedia }
const mayReadHistory: Right<MediaRecord> = { ...mayChange, scope: 'audit' }

// What can be done with images, in the order of the index.

const listMedia = operation({
  route: 'GET /media',
  of: media,
  summary: 'List media',
  args: declared.listArgs,
  answer: itemsAnswer(media, 'A page of the list.'),
  right: mayRead,
  problems: ['media-archive-page-not-found'],
  async resolve(by, args, faults) {
    await faults.of(() => languageFilters(args, by))
  },
  async run({ read, ...by }, args) {
    const query = withoutUndefined({ ...args, ...languageFilters(args, by) })
    const page = await read.list('media', query, viewerOf(by))
    if (args.page > 1 && page.items.length === 0) throw new Problem('media-archive-page-not-found')
    return page
  },
})

const uploadMedia = operation({
  route: 'POST /media',
  of: media,
  summary: 'Upload an image',
  args: declared.createArgs,
  body: {
    schema: 'NewMedia',
    example: {
      file: 'market.jpg',
      title: 'Porta Palazzo',
      alt_text: 'Stalls full of fruit below a green roof.',
    },
  },
  answer: newItemAnswer(media, 'The new item.'),
  right: mayUploadSome,
  pictures: (by, args) => imagePreparationsForUploadArgs(args, by),
  run: async ({ tx, ...by }, args) => itemOf(tx, 'media', await createMedia(tx, args, by), by),
})

const readMedia = operation({
  route: 'GET /media/{id}',
  of: media,
  summary: 'Read a media item',
  args: shownLanguageArgs,
  answer: itemAnswer(media, 'The item.'),
  right: mayRead,
  run: ({ read, item, ...by }) => shownItem(read, 'media', item, by),
})

async function change(
  { tx, item, ...by }: ContextWithImages & { readonly tx: Writing; readonly item: MediaRecord },
  args: UpdateArgs<'media'>,
) {
  await updateMedia(tx, item, args, by)
  return itemOf(tx, 'media', item.id, by)
}

const changeMedia = operation({
  route: 'POST, PUT, PATCH /media/{id}',
  of: media,
  summary: 'Update a media item',
  args: declared.updateArgs,
  body: {
    schema: 'MediaChanges',
    example: { alt_text: 'Stalls full of fruit below a green roof, early in the morning.' },
  },
  answer: itemAnswer(media, 'The updated item.'),
  right: mayChange,
  pictures: ({ item }, args) => picturesOfChange(item, args),
  run: change,
})

const removeMedia = operation({
  route: 'DELETE /media/{id}',
  of: media,
  summary: 'Delete an image, and remove it from the items that show it',
  args: {},
  answer: itemAnswer(media, 'The item in the trash, or the item as it was before its deletion.'),
  right: mayChange,
  async run({ tx, item, ...by }) {
    const before = await shownItem(tx, 'media', item, by)
    await tx.remove('media', item.id, epochOfInstant(by.moment.now))
    return before
  },
  after: ({ record }, by) => removeUnusedImageFiles([record], by),
})

/** What may show an image, and how many of each kind are named. */
const showing = ['event', 'venue', 'organizer', 'group'] as const
const MOST_OF_EACH = 50

const listUses = serviceOperation({
  route: 'GET /media/{id}/uses',
  name: 'list-uses',
  summary: 'List the items that show an image',
  args: {},
  answer: answer(
    named('MediaUses', {
      uses: listShape(objectShape({ resource: choiceShape(showing), id: integerShape, name: textShape })),
    }),
    'The items, at most 50 of each kind.',
  ),
  right: { scope: 'read', allows: editors },
  problems: ['media-not-found'],
  async run({ id: image, store, moment }) {
    if ((await store.find('media', { id: image }, moment)) === undefined) throw new Problem('media-not-found')
    const uses: { resource: (typeof showing)[number]; id: number; name: string }[] = []
    for (const resource of showing)
      for (const id of (await store.showing(resource, image)).slice(0, MOST_OF_EACH)) {
        const record = await store.find(resource, { id }, moment)
        if (record !== undefined)
          uses.push({ resource, id, name: 'title' in record ? record.title : record.name })
      }
    return { uses }
  },
})

const mediaHistory = operation({
  route: 'GET /media/{id}/history',
  of: media,
  ...history,
  right: mayReadHistory,
  run: ({ read, item, ...by }, page) => changesOf(read, 'media', item.id, { ...by, ...page }),
})

const revertMedia = operation({
  route: 'POST /media/{id}/revert',
  of: media,
  ...revert,
  answer: itemAnswer(media, 'The item as it is now.'),
  right: mayChange,
  problems: ['change-not-found', 'change-not-recorded'],
  // Only the history tells whether the focus comes back: then the transaction asks for the cut.
  pictures: () => new Map(),
  async run(given, sent) {
    const { tx, item } = given
    const values = await valuesAfterChange(tx, 'media', item.id, sent.change)
    const args = parseUpdateArgs('media', await valuesToSendAgain(tx, item, values, given))
    return change({ ...given, restoresTranslations: true }, args)
  },
})

export const mediaRoom: Room = {
  name: 'media',
  resources: [media],
  operations: [
    listMedia,
    uploadMedia,
    readMedia,
    changeMedia,
    removeMedia,
    listUses,
    mediaHistory,
    revertMedia,
  ],
}
