/** Tests of types derived from the declarations; the compiler runs them (`npm run types`). */

import type { CreateArgs, ListArgs, Representation, UpdateArgs } from '../../src/contract/resources/index.ts'
import type { ParsedDate } from '../../src/domain/time/date-text.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <T extends true>(): T | undefined => undefined

// Required on create, optional and clearable on update.
expectType<Equal<CreateArgs<'event'>['title'], string>>()
expectType<Equal<CreateArgs<'event'>['start_date'], ParsedDate>>()
expectType<Equal<UpdateArgs<'event'>['title'], string | null | undefined>>()

// An arg with a default is never undefined, so handlers need no fallback.
expectType<Equal<ListArgs<'event'>['page'], number>>()
expectType<Equal<ListArgs<'tag'>['hide_empty'], boolean>>()
expectType<Equal<ListArgs<'event'>['featured'], boolean | undefined>>()

// Enumerations keep their literal types.
expectType<Equal<ListArgs<'venue'>['orderby'], 'date' | 'name' | 'modified' | 'id'>>()

// Representations have the fields that the resource declares; some only in responses with a single item.
expectType<Equal<Representation<'event'>['featured'], boolean>>()
expectType<Equal<Representation<'tag'>['taxonomy'], 'event_tag'>>()
expectType<Equal<Representation<'tag'>['count'], number>>()
expectType<undefined extends Representation<'venue'>['json_ld'] ? true : false>()

// @ts-expect-error a venue's own name is required where it is created inline
const nameless: CreateArgs<'venue'> = { city: 'Turin' }

// @ts-expect-error tags have no parent
const parented: CreateArgs<'tag'> = { name: 'a', parent: 1 }

export const checked = [nameless, parented]
