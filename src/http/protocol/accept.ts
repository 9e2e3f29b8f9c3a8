/** The Accept header (RFC 9110 §12.5.1): which of the available types the client prefers. */
import { Problem } from '../../problem.ts'
import { weightsOf } from './quality-values.ts'

/** The weight of a type, from its most specific range; undefined if the header has no matching range. */
function weightOf(accept: string, type: string): number | undefined {
  const weights = weightsOf(accept)
  return weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*')
}

/** Throws 406 if the client refuses every one of the types with q=0 (contract §6). */
export function requireAcceptableType(accept: string | undefined, types: readonly string[]): void {
  if (types.every((type) => weightOf(accept ?? '', type) === 0)) throw new Problem('rest_not_acceptable')
}

/** Whether the client prefers HTML to JSON: browsers do, and so does a client that refuses JSON. */
export function prefersHtml(accept = ''): boolean {
  const [html, json] = [weightOf(accept, 'text/html'), weightOf(accept, 'application/json')]
  return json === 0 ? html !== 0 : (html ?? 0) > (json ?? 0)
}
