/** Operations on translations (contract §15, ext.): the list of what is to translate, and drafts by a machine. */
import { markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resourceNamed, resourceNames } from '../resources/index.ts'
import { occurrenceArgs } from '../resources/occurrence.ts'
import { pagingArgs } from '../resources/shared.ts'

/** The resources whose items a machine translates. */
export const machineTranslatedNames = ['event', 'series', 'venue', 'organizer', 'category', 'tag'] as const
export type MachineTranslatedName = (typeof machineTranslatedNames)[number]

/** Why an item is to be translated: it has no translation with a title, one that is not published, or one of an earlier text. */
export const reasonsToTranslate = ['missing', 'draft', 'outdated'] as const
export type TranslationState = (typeof reasonsToTranslate)[number]

/** The args of the list of what is to translate. */
export const translationListArgs = {
  language: markedAsExtension(required(kind.languageTag)),
  state: markedAsExtension(optional(kind.choicesOf(reasonsToTranslate))),
  resource: markedAsExtension(optional(kind.choicesOf(resourceNames))),
  page: markedAsExtension(pagingArgs.page),
  per_page: markedAsExtension(pagingArgs.per_page),
}

/** The args of a translation by the machine. */
export const translateArgs = {
  language: markedAsExtension(required(kind.languageTag)),
  replace: markedAsExtension(optional(kind.boolean)),
}

/** The same of an event, which may be an occurrence of a series. */
export const translateEventArgs = { ...translateArgs, apply_to: occurrenceArgs.apply_to }

/** Every operation, in the order of the index. */
export const translationTaskOperations = [
  {
    action: 'list-translations',
    path: '/translations',
    methods: ['GET'],
    address: {},
    args: translationListArgs,
  },
  ...machineTranslatedNames.map(
    (resource) =>
      ({
        action: 'translate',
        resource,
        by: 'id',
        path: `/${resourceNamed(resource).collection}/{id}/translate`,
        methods: ['POST'],
        address: { id: required(kind.integer(0)) },
        args: resource === 'event' ? translateEventArgs : translateArgs,
      }) as const,
  ),
] as const

export type TranslatingAction = (typeof translationTaskOperations)[number]['action']
