/** Operations on the templates of events (contract §16, ext.): of a group, or of the site. */
import { markedAsExtension, optional, required } from '../arg.ts'
import { argsByAction } from '../args-of.ts'
import * as kind from '../kinds.ts'

const address = { id: required(kind.integer(0)) }
const name = markedAsExtension(required(kind.title(200)))

/** The most templates of one group, and of the site. */
export const MAX_TEMPLATES = 100

/** Every operation, in the order of the index. */
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
  { path: '/templates/{id}', address, action: 'rename-template', methods: ['PATCH'], args: { name } },
  { path: '/templates/{id}', address, action: 'remove-template', methods: ['DELETE'], args: {} },
] as const

export type TemplateAction = (typeof templateOperations)[number]['action']

/** The actions on templates. */
export const templateActions: readonly TemplateAction[] = templateOperations.map(({ action }) => action)

/** The args of each action. */
export const templateArgs = argsByAction(templateOperations)
