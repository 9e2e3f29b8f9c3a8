import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { anyDialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type Documented, early, everyStatus, provoke } from '../support/provoked.ts'
import { type Stage, stageOn } from '../support/stage.ts'

/** One case of each path and status: one method, the next one for the next status. */
function oneOfEachPath(cases: readonly Documented[]): readonly Documented[] {
  const alike = new Map<string, Documented[]>()
  for (const one of cases) {
    const key = `${one.operation.path} ${one.status}`
    alike.set(key, [...(alike.get(key) ?? []), one])
  }
  return [...alike.values()].flatMap((same, at) => same[at % same.length] ?? [])
}

/** Statuses of conditional requests, which are compared at one place for all paths. */
const conditional = [304, 412]
/** Resources with the code of venues and categories, and other tables. */
const likeOthers = ['organizer', 'tag']

const isLikeOthers = ({ operation, verb, status }: Documented) =>
  verb === 'options' ||
  (operation.action === 'update' && verb !== 'patch') ||
  conditional.includes(status) ||
  (operation.action === 'feed' && status !== 200) ||
  (likeOthers.includes(operation.resource ?? '') && status >= 300)

/**
 * Each case, but a third of those that are alike on all paths: of requests that are refused before the method counts, of HEAD and
 * OPTIONS, whose responses have no content of their own, of updates by the methods that do the same as PATCH, of conditional requests,
 * of feeds that are not sent, and of problems of organizers and tags. A long run tries each method with each status.
 */
function chosen(cases: readonly Documented[]): readonly Documented[] {
  if (isLong()) return cases
  const [refused, handled] = parted(cases, ({ status }) => early.includes(status))
  const [alike, others] = parted(handled, isLikeOthers)
  const third = inRotation(3)
  return [...third(oneOfEachPath(refused)), ...third(alike), ...others]
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

const every = chosen(everyStatus())
const actions = [...new Set(every.map(({ operation }) => operation.action))]

for (const { name } of anyDialects()) {
  describe(`the documented statuses on ${name}`, () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await stageOn(name)
    })
    afterAll(() => stage.close())

    for (const action of actions)
      it(`§6 ${action}: every documented status of these operations occurs`, async () => {
        const documented: string[] = []
        const answered: string[] = []
        for (const one of every.filter(({ operation }) => operation.action === action)) {
          const place = `${one.verb} ${one.operation.path || '/'}`
          documented.push(`${place} ${one.status}`)
          answered.push(`${place} ${await provoke(stage, one)}`)
        }
        expect(answered).toEqual(documented)
      })
  })
}
