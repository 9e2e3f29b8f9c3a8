/** The origin of an event on a line of an export. */

import type * as kind from '../../contract/kinds.ts'
import { httpAddress } from '../../domain/text/links.ts'
import { because } from '../../problem.ts'
import type { RemoteEventOrigin } from '../../store/store.ts'

/** The addresses of an actor and of a page. */
export const eventOriginArgKind: kind.Kind<RemoteEventOrigin> = {
  name: 'origin',
  shown: undefined,
  schema: { type: 'object' },
  read: (raw) => {
    const { actor, url } = { actor: '', url: '', ...(typeof raw === 'object' ? raw : {}) }
    return [actor, url].every((one) => isShortText(one) && httpAddress(one) === one)
      ? { value: { actor, url } }
      : { fault: because('not_an_origin') }
  },
}

const isShortText = (value: unknown) => typeof value === 'string' && value.length <= 2000
