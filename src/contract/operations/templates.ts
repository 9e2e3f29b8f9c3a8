/** Operations on the templates of events (contract §16, ext.): of a group, or of the site. */
import { markedAsExtension, optional, required } from '../arg.ts'
import { argsByAction } from '../args-of.ts'
import * as kind from '../kinds.ts'
import { idInPath, ofOneById } from '../resources/shared.ts'

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
  {
    path: '/templates/{id}',
    address: idInPath,
    action: 'rename-template',
    methods: ['PATCH'],
    args: { name },
  },
  { ...ofOneById, path: '/templates/{id}', action: 'remove-template', methods: ['DELETE'] },
] as const

export type TemplateAction = (typeof templateOperations)[number]['action']

/** The actions on templates. */
export const templateActions: readonly TemplateAction[] = templateOperations.map(({ action }) => action)

/** The args of each action. */
export const templateArgs = argsByAction(templateOperations)
