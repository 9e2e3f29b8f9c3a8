/** What the compiler refuses of the declaration of an operation (`npm run types`). */
import { answer, itemAnswer, named as namedShape, type PageOf, pageAnswer } from '../../src/api/answer.ts'
import { operation, serviceOperation } from '../../src/api/operation.ts'
import { optional, required } from '../../src/contract/arg.ts'
import * as kind from '../../src/contract/kinds.ts'
import { integerShape } from '../../src/contract/shape.ts'
import { tags } from '../../src/items/tags/index.ts'
import { mayRead, mayWrite } from '../../src/items/terms.ts'

const declared = { of: tags, summary: 'Try', right: mayRead } as const
const named = { name: optional(kind.title(200)) }

const numbers = pageAnswer<{ readonly number: number }>('numbers', { schema: 'Numbers', text: 'Numbers.' })
const none: PageOf<{ readonly number: number }> = { items: [], total: 0 }

operation({ ...declared, route: 'GET /tags', args: {}, answer: numbers, run: async () => none })

operation({
  ...declared,
  route: 'GET /tags',
  args: {},
  answer: numbers,
  // @ts-expect-error the answer is another one
  run: async () => ({ items: [{ number: 'one' }], total: 1 }),
})

operation({
  ...declared,
  route: 'GET /tags',
  args: {},
  answer: numbers,
  // @ts-expect-error a read has no transaction
  run: async ({ tx }) => (tx === undefined ? none : none),
})

operation({
  ...declared,
  route: 'POST /tags',
  args: named,
  answer: numbers,
  // @ts-expect-error there is no item at this address
  run: async ({ item }) => ({ items: [{ number: item.id }], total: 1 }),
})

operation({
  ...declared,
  right: mayWrite,
  route: 'POST, PUT, PATCH /tags/{id}',
  args: { name: required(kind.title(200)) },
  answer: itemAnswer(tags, 'The tag.'),
  run: async ({ item }, { name }) => {
    // @ts-expect-error a change may leave the name out, or clear it
    const text: string = name
    return { record: { ...item, name: text } }
  },
})

operation({
  ...declared,
  route: 'POST /tags/{id}/try',
  args: named,
  answer: numbers,
  prepare: async ({ item }) => ({ made: item.name }),
  // @ts-expect-error what was made ready has no such value
  run: async ({ ready }) => ({ items: [{ number: ready.number }], total: 1 }),
})

// @ts-expect-error a route begins with a method
operation({ ...declared, route: '/tags', args: {}, answer: numbers, run: async () => none })

// Operations of the service itself.

const count = namedShape('Count', { number: integerShape })
const told = answer(count, 'A count.')
const ofService = { name: 'try', summary: 'Try', right: mayRead, args: {}, answer: told } as const

serviceOperation({
  ...ofService,
  route: 'GET /things/{id}/{domain}',
  run: async ({ id, domain }) => ({ number: id + domain.length }),
})

serviceOperation({
  ...ofService,
  route: 'GET /things',
  // @ts-expect-error the answer is a number
  run: async () => ({ number: 'one' }),
})

serviceOperation({
  ...ofService,
  route: 'GET /things',
  // @ts-expect-error a read has no transaction
  run: async ({ store }) => ({ number: store.write === undefined ? 0 : 1 }),
})

serviceOperation({
  ...ofService,
  route: 'GET /things',
  // @ts-expect-error a read notes nothing in the audit, unless it says so
  run: async ({ store }) => ({ number: store.noteUpkeep === undefined ? 0 : 1 }),
})

serviceOperation({
  ...ofService,
  route: 'POST /things/{id}',
  // @ts-expect-error the path has no such place
  run: async ({ domain }) => ({ number: domain.length }),
})

serviceOperation({
  ...ofService,
  route: 'PATCH /things/{id}',
  args: { name: required(kind.title(200)) },
  // @ts-expect-error a change may leave the name out, or clear it
  run: async (_, { name }) => ({ number: name.length }),
})

serviceOperation({
  ...ofService,
  route: 'PATCH /things/{id}',
  args: { name: required(kind.title(200)) },
  takes: 'whole',
  run: async (_, { name }) => ({ number: name.length }),
})
