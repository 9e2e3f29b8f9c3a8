/** What is to translate, of all kinds of item. The door of the room. */

import { pageAnswer } from '../../api/answer.ts'
import { contentChoiceIn, requireContentLanguageOfTag } from '../../api/context.ts'
import { serviceOperation } from '../../api/operation.ts'
import { editors } from '../../api/permission.ts'
import { rightsByRole } from '../../api/policy.ts'
import type { Room } from '../../api/room.ts'
import { markedAsExtension, optional, required } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { reasonsToTranslate } from '../../contract/operations/editing.ts'
import { type ResourceName, resourceNamed, resourceNames } from '../../contract/resources/index.ts'
import { pagingArgs } from '../../contract/resources/shared.ts'
import { restUrl } from '../../representations/urls.ts'

// The list of what is to translate into a language.

const listTranslations = serviceOperation({
  route: 'GET /translations',
  name: 'list-translations',
  summary: 'List what is to translate into a language',
  args: {
    language: markedAsExtension(required(kind.languageTag)),
    state: markedAsExtension(optional(kind.choiceList(reasonsToTranslate))),
    resource: markedAsExtension(optional(kind.choiceList(resourceNames))),
    search: markedAsExtension(optional(kind.searchWords)),
    page: markedAsExtension(pagingArgs.page),
    per_page: markedAsExtension(pagingArgs.per_page),
  },
  answer: pageAnswer<object>('translations', {
    schema: 'ToTranslateList',
    text: 'The page of what is to translate.',
    headers: { 'Cache-Control': 'private, no-store' },
  }),
  right: { scope: 'read', allows: editors },
  async run({ store, root, ...by }, args) {
    const { language, search, page, per_page, state = reasonsToTranslate, resource = resourceNames } = args
    // Nobody else learns of pages that are not public.
    const mayRead = (name: ResourceName) => name !== 'page' || rightsByRole[by.actor.role].administers
    const { items, total } = await store.translationQueue({
      language: requireContentLanguageOfTag(language, by),
      languages: contentChoiceIn(by).languages,
      states: state,
      resources: resource.filter(mayRead),
      words: search,
      now: by.moment.now,
      page,
      per_page,
    })
    const shown = items.map((item) => ({
      ...item,
      rest_url: restUrl(root, resourceNamed(item.resource).collection, item.id),
    }))
    return { items: shown, total }
  },
})

export const translationsRoom: Room = { name: 'translations', operations: [listTranslations] }
