/** The Model Context Protocol for assistants (contract §13, ext.): one JSON-RPC message a request. */
import { defaulted, markedAsExtension, notClearable, optional, required } from '../../arg.ts'
import { boolean } from '../../kinds/boolean.ts'
import type { Kind } from '../../kinds/kind.ts'
import { choice } from '../../kinds/list.ts'
import { text } from '../../kinds/text.ts'

/** A value that JSON-RPC leaves to its reader. */
const any: Kind<unknown> = { name: 'any', shown: undefined, schema: {}, read: (raw) => ({ value: raw }) }

export const mcpArgs = {
  jsonrpc: markedAsExtension(required(choice(['2.0']))),
  method: markedAsExtension(optional(text(200))),
  id: markedAsExtension(notClearable(any)),
  params: markedAsExtension(notClearable(any)),
  read_only: markedAsExtension(defaulted(boolean, false)),
}

export const mcpOperations = [
  { path: '/mcp', address: {}, action: 'mcp', methods: ['POST'], args: mcpArgs },
] as const
