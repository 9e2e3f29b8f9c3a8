/** The Accept header (RFC 9110 §12.5.1): which of the types of an address is wanted. */
import { Problem } from '../problem.ts'
import { weightsOf } from './weights.ts'

/** The weight of a type: that of its most specific range; undefined where the header does not mention it. */
function weightOf(accept: string, type: string): number | undefined {
  const weights = weightsOf(accept)
  return weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*')
}

/** Throws 406 only where every one of the types is refused with q=0 (contract §6). */
export function allowOne(accept: string | undefined, types: readonly string[]): void {
  if (types.every((type) => weightOf(accept ?? '', type) === 0)) throw new Problem('rest_not_acceptable')
}

/** Whether HTML is wanted rather than JSON: by browsers, and by who refuses JSON. */
export function prefersHtml(accept = ''): boolean {
  const [html, json] = [weightOf(accept, 'text/html'), weightOf(accept, 'application/json')]
  return json === 0 ? html !== 0 : (html ?? 0) > (json ?? 0)
}
