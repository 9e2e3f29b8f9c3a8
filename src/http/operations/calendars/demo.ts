/** The demo over HTTP (ext.). */

import { demoState, removeDemo } from '../../../actions/demo.ts'
import { addDemo } from '../../../calendars/demo/add.ts'
import type { DemoOperationName } from '../../../contract/operations/demo.ts'
import { because } from '../../../problem.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import type { OperationHandlers } from '../handler.ts'
import { oneTaskAtATimeRunner } from '../one-at-a-time.ts'

const privately = { 'Cache-Control': 'private, no-store' }

async function written<T extends object>(
  act: Promise<{ readonly result: T; readonly revision: number }>,
): Promise<ApiResponse> {
  const { result, revision } = await act
  return { status: 200, headers: { ...privately, ...makeRevisionHeader(revision) }, body: { ...result } }
}

/** Builds the operations on the demo. One writes at a time. They throw 401, 403, 409 or 503. */
export function demoHandlers(): OperationHandlers<DemoOperationName> {
  const alone = oneTaskAtATimeRunner(because('demo_being_changed'))
  return {
    'read-demo': async ({ context }: ApiRequest) => ({
      status: 200,
      headers: privately,
      body: { ...(await demoState(context)) },
    }),
    'add-demo': ({ context }) => alone(() => written(addDemo(context))),
    'remove-demo': ({ context }) => alone(() => written(removeDemo(context))),
  }
}
