/** Media: the images of the library. The door of their room. */

import {
  imagePreparationsForUploadArgs,
  picturesOfChange,
  removeUnusedImageFiles,
  requireMayEditMedia,
} from '../../actions/linking/images.ts'
import { answer, itemAnswer, named, newItemAnswer } from '../../api/answer.ts'
import { operation, type Right, serviceOperation } from '../../api/operation.ts'
import { editors } from '../../api/permission.ts'
import { mayWriteSomeItems } from '../../api/policy.ts'
import { blankTexts, type WrittenResource } from '../../api/resource.ts'
import type { Room } from '../../api/room.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from '../../contract/resources/fields/values.ts'
import { media as declared } from '../../contract/resources/items.ts'
import { choiceShape, integerShape, listShape, objectShape, textShape } from '../../contract/shape.ts'
import { Problem } from '../../problem.ts'
import type { MediaRecord } from '../../store/store.ts'
import { changing, creating, deleting, history, listingAll, reading, reverting } from '../shared.ts'

// Images as the interface shows them, and as they are stored.

export const media: WrittenResource<'media'> = {
  name: 'media',
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

const listMedia = listingAll(media, 'List media', {
  right: mayRead,
  problems: ['media-archive-page-not-found'],
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
  ...creating(media),
})

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
  run: changing(media),
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

export const mediaRoom: Room = {
  name: 'media',
  resources: [media],
  operations: [
    listMedia,
    uploadMedia,
    reading(media, 'Read a media item', { right: mayRead }),
    changeMedia,
    deleting(media, 'Delete an image, and remove it from the items that show it', {
      right: mayChange,
      args: {},
      after: ({ record }, by) => removeUnusedImageFiles([record], by),
    }),
    listUses,
    history(media, { right: mayReadHistory }),
    // Only the history tells whether the focus comes back: then the transaction asks for the cut.
    reverting(media, { right: mayChange, pictures: () => new Map() }),
  ],
}
