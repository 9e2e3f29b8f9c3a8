/** TypeScript’s compiler. Required: an import also reads its nine megabytes for the names of exports, which takes 0.7 s. */
import { createRequire } from 'node:module'

export const ts: typeof import('typescript') = createRequire(import.meta.url)('typescript')
