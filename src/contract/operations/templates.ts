/** Operations on the templates of events (contract §16, ext.): of a group, or of the site. */
import { markedAsExtension, optional, required } from '../arg.ts'
import { collectArgsByOperation } from '../args-of.ts'
import * as kind from '../kinds.ts'
import { idInPath, ofOneById } from '../resources/shared.ts'

const name = markedAsExtension(required(kind.title(200)))

/** The most templates of one group, and of the site. */
export const MAX_TEMPLATES_PER_GROUP_OR_SITE = 100

/** The operations on templates, in the order of the index. */
export const templateOperations = [
  { path: '/templates', address: {}, action: 'list-templates', methods: ['GET'], args: {} },
  {
    path: '/templates',
    address: {},
    action: 'add-template',
    methods: ['POST'],
    args: {
      name,
      group: markedAsExtension(optional(kind.integer(0))),
      fields: markedAsExtension(required(kind.templateFields)),
    },
  },
  {
    path: '/templates/{id}',
    address: idInPath,
    action: 'rename-template',
    methods: ['PATCH'],
    args: { name },
  },
  { ...ofOneById, path: '/templates/{id}', action: 'remove-template', methods: ['DELETE'] },
] as const

export type TemplateOperationName = (typeof templateOperations)[number]['action']

/** The actions on templates. */
export const templateOperationNames: readonly TemplateOperationName[] = templateOperations.map(
  ({ action }) => action,
)

/** The args of the operations on templates, by the name of the operation. */
export const templateArgsByOperation = collectArgsByOperation(templateOperations)
