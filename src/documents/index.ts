/** What the interface says of itself. The door of the room. */

import type { Answer } from '../api/answer.ts'
import { type SentRequest, type ServiceOperation, serviceOperation } from '../api/operation.ts'
import { everyone } from '../api/permission.ts'
import type { Room } from '../api/room.ts'
import { optional } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import type { Moment } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { Root } from '../representations/urls.ts'
import { memoizedByText } from '../support/remembered.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'

// What the interface says of itself: the index of its routes, and OpenAPI.

/** The OpenAPI document, or a part of its page. */
export type Documentation =
  | { readonly document: object }
  | { readonly page: string; readonly headers: Readonly<Record<string, string>> }

/** The place that a document is about: a root, and the language of its descriptions. */
export interface DocumentedPlace {
  readonly root: Root
  readonly language: InterfaceLanguageCode
}

declare module '../api/outside.ts' {
  interface Outside {
    readonly documents: {
      /** The index of the routes of a root. */
      index(place: DocumentedPlace, moment: Moment): object
      documentation(place: DocumentedPlace, request: SentRequest): Promise<Documentation>
    }
  }
}

const right = { scope: undefined, allows: everyone } as const

const indexAnswer: Answer<object> = {
  status: 200,
  schema: 'Index',
  text: 'The routes of this namespace.',
  items: () => [],
  shown: (index) => index,
}

const documentationAnswer: Answer<Documentation> = {
  status: 200,
  schema: '',
  text: 'This document.',
  types: { 'application/json': { type: 'object' }, 'text/html': { type: 'string' } },
  items: () => [],
  shown: (one) => ('document' in one ? one.document : {}),
  file: (one) => ('page' in one ? { type: 'text/html; charset=utf-8', bytes: one.page } : undefined),
  headersOf: (one) => ('page' in one ? one.headers : {}),
}

const indexes = memoizedByText(16, (namespace: string, _: '') =>
  serviceOperation({
    route: 'GET /',
    name: 'index',
    summary: 'Describe the routes and their parameters',
    args: { namespace: optional(kind.text(), namespace), context: optional(kind.text(), 'view') },
    answer: indexAnswer,
    right,
    problems: ['rest_invalid_namespace'],
    async run({ documents, root, language, moment }, { namespace = root.namespace }) {
      if (namespace !== root.namespace) throw new Problem('rest_invalid_namespace')
      return documents.index({ root, language }, moment)
    },
  }),
)

/** Returns the index under a namespace, which is the default of its arg. */
export const indexUnder = (namespace: string): ServiceOperation => indexes(namespace, '')

const readDocumentation = serviceOperation({
  route: 'GET /doc',
  name: 'doc',
  summary: 'Describe the service in OpenAPI',
  args: {},
  answer: documentationAnswer,
  right,
  run: ({ documents, root, language, request }) => documents.documentation({ root, language }, request),
})

export const documentsRoom: Room = {
  name: 'documents',
  operations: [indexUnder('cal/events/v1'), readDocumentation],
}
