/** JSON Schemas (2020-12) of representations (contract §1), from the declarations of the resources. */
import { type ResourceName, resourceNamed, resourceNames } from '../../resources/index.ts'
import { objectSchema } from '../../shape.ts'
import { recordFromNames } from '../../table-of.ts'
import type { ObjectSchema } from './shapes.ts'

/** Schemas of items, by resource. */
export const itemSchemasByResource: Readonly<Record<ResourceName, ObjectSchema>> = recordFromNames(
  resourceNames,
  (name) => objectSchema(resourceNamed(name).represented),
)
