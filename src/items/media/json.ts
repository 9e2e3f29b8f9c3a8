/** Images as the interface shows them. */
import type { Resource } from '../../api/resource.ts'
import { representMedia } from '../../representations/json/media.ts'

export const media: Resource<'media'> = {
  name: 'media',
  collection: 'media',
  schema: 'Media',
  represent: representMedia,
}
