/** Undoes a write of the desk. The service undoes it as a whole. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import { isUnreachable, RequestFault } from '../api/faults.ts'
import { notify, showFault } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

type Write = Pick<ApiResponse<unknown>, 'revision'>
type Undone = components['schemas']['Undone']

/** Undoes writes, the last one first. `after` is called on success; an error is shown. */
export async function undoWrites(writes: readonly Write[], after: () => void): Promise<void> {
  try {
    let areSecretsLeft = false
    for (const { revision } of writes.toReversed()) {
      const { body } = await callApi<Undone>('POST', '/undo', { body: { revision } })
      areSecretsLeft ||= body.items.some(({ left }) => left !== undefined)
    }
    notify(t(areSecretsLeft ? 'undone.passwords' : 'undone'))
    after()
  } catch (error) {
    showFault(error)
  }
}

/**
 * Undoes each of several writes. Returns why some could not be undone, such as what others changed since; `told` gets the number so far.
 * Without an answer the rest is left, too: an older write would be undone while a newer one is not.
 */
export async function undoEach(
  revisions: readonly number[],
  told: (count: number) => void = () => undefined,
): Promise<ReadonlyMap<number, RequestFault>> {
  const left = new Map<number, RequestFault>()
  for (const [at, revision] of revisions.entries()) {
    try {
      await callApi('POST', '/undo', { body: { revision } })
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      if (isUnreachable(error))
        return new Map([...left, ...revisions.slice(at).map((one) => [one, error] as const)])
      left.set(revision, error)
    }
    told(at + 1)
  }
  return left
}

/** Shows the result of one or several writes, with a button to undo those that changed something. */
export function notifyWithUndo(text: string, writes: Write | readonly Write[], after: () => void): void {
  const changing = [writes].flat().filter(({ revision }) => revision > 0)
  notify(text, changing.length > 0 ? () => void undoWrites(changing, after) : undefined)
}
